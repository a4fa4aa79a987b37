import { daysAfter } from '../day-in.ts'
import { monthNamed, readListDate, tidyListDate } from '../list-dates.ts'
import type { Word } from './words.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * The day that a sentence names, on or after today: “Friday”, “next Tuesday”, “tomorrow”, “Dec 15”, “12/10”, “in two
 * weeks”. A day of the week is the next one after today. Only a date with a year can be in the past.
 *
 * @param today `2026-11-29`
 * @returns `2026-12-04`, or undefined when the sentence names no day, or one that doesn’t exist
 */
export function dayNamed(words: readonly Word[], today: string): string | undefined {
  for (const [at, word] of words.entries()) {
    const day =
      relativeDay(words, at, today) ?? weekday(word, words[at - 1]?.text, today) ?? monthDay(words, at, today)
    if (day !== undefined) return day
  }
  return undefined
}

function relativeDay(words: readonly Word[], at: number, today: string): string | undefined {
  const { text, kind, value } = words[at]!
  if (text === 'today' || text === 'tonight') return today
  if (text === 'tomorrow') return daysAfter(today, 1)
  const unit = words[at + 1]?.text ?? ''
  if (kind !== 'number' || words[at - 1]?.text !== 'in' || value > 400) return undefined
  if (/^days?$/.test(unit)) return daysAfter(today, value)
  return /^weeks?$/.test(unit) ? daysAfter(today, value * 7) : undefined
}

function weekday({ text }: Word, before: string | undefined, today: string): string | undefined {
  const index = WEEKDAYS.findIndex((name) => name === text || (text.length >= 3 && text === name.slice(0, 3)))
  // “sun” and “sat” are words of their own, too.
  if (index < 0 || (text === 'sun' && before === 'the') || text === 'sat') return undefined
  const now = new Date(today).getUTCDay()
  const ahead = (index - now + 7) % 7 || 7
  // Weeks begin on Monday: “next Friday”, said on a Monday, is eleven days ahead.
  const isThisWeek = (index || 7) > (now || 7)
  return daysAfter(today, before === 'next' && isThisWeek ? ahead + 7 : ahead)
}

function monthDay(words: readonly Word[], at: number, today: string): string | undefined {
  const { text, kind } = words[at]!
  if (kind === 'date') {
    const date = readListDate(text)
    if (date === undefined) return undefined
    return date.year === null ? upcoming(date.month, date.day, today) : tidyListDate(text)
  }
  const month = monthNamed(text)
  if (month === undefined) return undefined
  const after = words[at + 1]
  const before = words[at - 1]?.text === 'of' ? words[at - 2] : words[at - 1]
  for (const one of [after, before]) {
    if (one !== undefined && one.value >= 1 && one.value <= 31 && one.kind !== 'money') {
      return upcoming(month, one.value, today)
    }
  }
  return undefined
}

function upcoming(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4))
  return [year, year + 1]
    .map((each) => `${each}-${month}-${day}`)
    .filter((date) => readListDate(date) !== undefined)
    .map(tidyListDate)
    .find((date) => date >= today)
}
