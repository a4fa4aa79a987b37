import type { Word } from './words.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]
const DAY_MS = 86_400_000

/**
 * The day that a sentence names, on or after today: “Friday”, “next Tuesday”, “tomorrow”, “Dec 15”, “12/10”, “in two
 * weeks”. A day of the week is the next one after today.
 *
 * @param today `2026-11-29`
 * @returns `2026-12-04`, or undefined when the sentence names no day, or one that doesn’t exist
 */
export function dayNamed(words: readonly Word[], today: string): string | undefined {
  const from = Date.parse(`${today}T00:00:00Z`)
  for (const [at, word] of words.entries()) {
    const day =
      relativeDay(words, at, from) ?? weekday(word, words[at - 1]?.text, from) ?? monthDay(words, at, today)
    if (day !== undefined) return day
  }
  return undefined
}

function relativeDay(words: readonly Word[], at: number, from: number): string | undefined {
  const { text, kind, value } = words[at]!
  if (text === 'today' || text === 'tonight') return iso(from)
  if (text === 'tomorrow') return iso(from + DAY_MS)
  const unit = words[at + 1]?.text ?? ''
  if (kind !== 'number' || words[at - 1]?.text !== 'in' || value > 400) return undefined
  if (/^days?$/.test(unit)) return iso(from + value * DAY_MS)
  return /^weeks?$/.test(unit) ? iso(from + value * 7 * DAY_MS) : undefined
}

function weekday({ text }: Word, before: string | undefined, from: number): string | undefined {
  const index = WEEKDAYS.findIndex((name) => name === text || (text.length >= 3 && text === name.slice(0, 3)))
  // “sun” and “sat” are words of their own, too.
  if (index < 0 || (text === 'sun' && before === 'the') || text === 'sat') return undefined
  const now = new Date(from).getUTCDay()
  const ahead = (index - now + 7) % 7 || 7
  // Weeks begin on Monday: “next Friday”, said on a Monday, is eleven days ahead.
  const isThisWeek = (index || 7) > (now || 7)
  return iso(from + (before === 'next' && isThisWeek ? ahead + 7 : ahead) * DAY_MS)
}

function monthDay(words: readonly Word[], at: number, today: string): string | undefined {
  const { text, kind } = words[at]!
  if (kind === 'date') {
    const [month, day] = text.split('/').map(Number)
    return upcoming(month!, day!, today)
  }
  const month =
    MONTHS.findIndex((name) => name === text || (text.length >= 3 && text === name.slice(0, 3))) + 1
  if (month === 0) return undefined
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
  for (const each of [year, year + 1]) {
    const date = `${each}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    const ms = Date.parse(`${date}T00:00:00Z`)
    if (!Number.isNaN(ms) && iso(ms) === date && date >= today) return date
  }
  return undefined
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
