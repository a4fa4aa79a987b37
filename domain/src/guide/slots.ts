import type { RewardType } from '../reward-type.ts'
import { dayNamed } from './days.ts'
import type { Word } from './words.ts'

/** What a sentence names besides its intent. */
export type Slots = {
  count?: number
  cents?: number
  rewardType?: RewardType
  /** `2026-12-04` */
  date?: string
  /** `15:00` */
  time?: string
  /** A list, as the sentence calls it. */
  list?: string
  /** A recipient’s name or email. */
  person?: string
  orderNumber?: string
}

/** Nouns for people or cards that a number counts. */
const COUNTED =
  /^(people|persons?|ppl|employees?|cards?|crads|gifts?|rewards?|coworkers?|colleagues?|winners?|volunteers?|recipients?|staff|members?|folks|hires?|customers?|visa|mastercard|prepaid|digital|direct|bulk|emailed|mailed|physical|x|reps|drivers|teachers|nurses|friends|managers|guests|users|students)$/
const NOT_COUNTED = /^(years?|days?|weeks?|months?|minutes?|hours?|miles?|times?|percent)$/

/** @param today `2026-11-29` */
export function slotsOf(words: readonly Word[], today: string): Slots {
  const count = countIn(words)
  const cents = words.find(({ kind }) => kind === 'money')?.value
  const rewardType = rewardTypeIn(words)
  const date = dayNamed(words, today)
  const time = timeIn(words)
  const list = listIn(words)
  const orderNumber = orderNumberIn(words)
  return {
    ...(count !== undefined && { count }),
    ...(cents !== undefined && { cents }),
    ...(rewardType && { rewardType }),
    ...(date && { date }),
    ...(time && { time }),
    ...(list && { list }),
    ...(orderNumber && { orderNumber }),
  }
}

function isCounted(words: readonly Word[], at: number): boolean {
  const { kind, value } = words[at]!
  if (kind !== 'number' || !Number.isInteger(value) || value < 1) return false
  const after = words.slice(at + 1, at + 4).map(({ text }) => text)
  if (NOT_COUNTED.test(after[0] ?? '')) return false
  if (after.some((text) => COUNTED.test(text))) return true
  const isOfTeam = words[at - 1]?.text === 'of' && /^(team|group|staff)$/.test(words[at - 2]?.text ?? '')
  const isPriced = words[at + 1]?.kind === 'money'
  return isOfTeam || isPriced
}

function countIn(words: readonly Word[]): number | undefined {
  const at = words.findIndex((_, index) => isCounted(words, index))
  return words[at]?.value
}

/** “order 10482”, “#10482”, and any number of five digits or more that counts nothing. */
function orderNumberIn(words: readonly Word[]): string | undefined {
  const found = words.find((word, at) => {
    if (word.kind === 'order') return true
    if (word.kind !== 'number' || isCounted(words, at) || !/^\d{1,12}$/.test(word.text)) return false
    const before = words.slice(Math.max(0, at - 2), at).map(({ text }) => text)
    return word.text.length >= 5 || before.at(-1) === 'order' || before.join(' ') === 'order number'
  })
  return found?.text
}

const BY_TYPE: readonly (readonly [RewardType, RegExp])[] = [
  ['bulk', /^(bulk|physical|office|warehouse|box|parcel|plastic)$/],
  ['digital', /^(email|emails|emailed|emial|digital|digitally|electronic|online|virtual)$/],
  ['direct', /^(direct|mail|mailed|post|postal|letter|letters|home|homes|house|houses)$/],
]

function rewardTypeIn(words: readonly Word[]): RewardType | undefined {
  return BY_TYPE.find(([, name]) => words.some(({ text }) => name.test(text)))?.[0]
}

/** “3pm”, “9:30 am”, “noon”. */
function timeIn(words: readonly Word[]): string | undefined {
  if (words.some(({ text }) => text === 'noon')) return '12:00'
  const typed = words.find(({ kind }) => kind === 'time')?.text ?? ''
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?::(\d\d))?\s?([ap])/.exec(typed) ?? []
  if (hours === undefined || Number(hours) < 1 || Number(hours) > 12 || Number(minutes) > 59) return undefined
  const hour = (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

const BEFORE_LIST = /^(the|our|my|whole|entire|on|from|to|of|for|a|this|that|find|open|show|with)$/

/** “the new hires list”: the words before `list`. */
function listIn(words: readonly Word[]): string | undefined {
  const end = words.findIndex(({ text }) => text === 'list')
  if (end > 0) {
    const name: string[] = []
    for (let at = end - 1; at >= 0 && name.length < 4; at -= 1) {
      const { text, kind } = words[at]!
      if (kind !== 'word' || BEFORE_LIST.test(text) || !/^[\p{L}]+$/u.test(text)) break
      name.unshift(text)
    }
    return name.join(' ')
  }
  // “a list for Dayton”
  const after = words[end + 1]?.text
  if (end >= 0 && after === 'for') return words[end + 2]?.text
  const [group] = /(?<=\b(?:order|cards?) for (?:the|our) )\p{L}+(?: \p{L}+){0,2}$/u.exec(
    words.map(({ text }) => text).join(' '),
  ) ?? [undefined]
  return group !== undefined && !/\b(party|team|people|office|holidays?|company)\b/.test(group)
    ? group
    : undefined
}
