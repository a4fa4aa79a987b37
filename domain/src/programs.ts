import { daysAfter } from './day-in.ts'
import { isBusinessDay } from './federal-holidays.ts'
import { type ListDate, readListDate } from './list-dates.ts'

/** What a program celebrates. */
export const PROGRAM_KINDS = ['birthday', 'anniversary', 'start'] as const
export type ProgramKind = (typeof PROGRAM_KINDS)[number]

const NEEDS_START = /*i18n*/ 'A list that your company shares. Each person needs a start date.'

/** The date of each kind on a list, and how the kind is shown. */
export const PROGRAM_KIND_WORDS: Readonly<
  Record<ProgramKind, { label: string; date: 'birthday' | 'start_date'; listSays: string }>
> = {
  birthday: {
    label: /*i18n*/ 'Birthdays',
    date: 'birthday',
    listSays: /*i18n*/ 'A list that your company shares. Each person needs a birthday.',
  },
  anniversary: { label: /*i18n*/ 'Work anniversaries', date: 'start_date', listSays: NEEDS_START },
  start: { label: /*i18n*/ 'First days at work', date: 'start_date', listSays: NEEDS_START },
}

/** When a card arrives whose day is on a weekend. */
export const WEEKEND_RULES = ['friday_before', 'same_day'] as const
export type WeekendRule = (typeof WEEKEND_RULES)[number]

export const MAX_PROGRAMS = 50
export const MAX_PROGRAM_AMOUNTS = 20
export const MAX_LEAD_DAYS = 30
/** People on the list of a program. */
export const MAX_PROGRAM_PEOPLE = 10_000
/** How far a preview looks. */
export const PREVIEW_DAYS = 60
/** After a card, a person gets the next one of the program no sooner, whatever happens to their date. */
export const AGAIN_AFTER_DAYS = 300

/** Why a person of the list gets no card. */
export const LEFT_OUT_REASONS = [
  'no_date',
  'invalid_date',
  'no_year',
  'no_email',
  'invalid_details',
  'no_amount',
  'twice_on_list',
  'already_got',
  'left_list',
  'date_changed',
  'was_paused',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** An amount from so many years of service on, until the next one. */
export type ProgramAmount = { years: number; cents: number }

export type ProgramRules = {
  kind: ProgramKind
  weekend: WeekendRule
  leadDays: number
  /** One of 0 years is for everyone. */
  amounts: readonly ProgramAmount[]
}

/**
 * A person on the list. `key` is the same for everyone with their email; undefined without one that works. A person
 * who `isInvalid` can't get a card, such as for a missing name.
 */
export type ProgramPerson = {
  id: number
  key: number | undefined
  isInvalid?: boolean
  birthday: string
  startDate: string
}

/** Why a person gets no card, after their name. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  no_date: /*i18n*/ 'No date on the list',
  invalid_date: /*i18n*/ 'We couldn’t read the date',
  no_year: /*i18n*/ 'The date has no year',
  no_email: /*i18n*/ 'No working email address',
  invalid_details: /*i18n*/ 'The name or email needs correcting',
  no_amount: /*i18n*/ 'No amount for these years',
  twice_on_list: /*i18n*/ 'On the list twice',
  already_got: /*i18n*/ 'Got a card from this program in the last 300 days',
  left_list: /*i18n*/ 'Left the list before the card was ordered',
  date_changed: /*i18n*/ 'The date changed before the card was ordered',
  was_paused: /*i18n*/ 'The program was paused on this day',
}

/** A card that a person got or is about to get from the program, for this day. */
export type Got = { personId: number; key: number; occasionOn: string }

/** A person's day, and when their card is ordered and arrives. Days are `2026-11-27`, in the company's time zone. */
export type Occasion = {
  personId: number
  occasionOn: string
  sendOn: string
  orderOn: string
  years: number
}

export type PlannedCard = Occasion & { key: number; cents: number }
/** A day without a card, or a person of whom no day is known. */
export type LeftOut = { personId: number; reason: LeftOutReason; occasion: Occasion | undefined }

/** What is due of a program from a day until another: who gets a card, and who doesn't and why. */
export type ProgramPlan = { cards: readonly PlannedCard[]; leftOut: readonly LeftOut[] }

/**
 * Plans the cards that arrive from one day until another.
 *
 * @param got cards of earlier runs; a person gets each of their days once
 */
export function planProgram(
  rules: ProgramRules,
  people: readonly ProgramPerson[],
  got: readonly Got[],
  { from, until }: { from: string; until: string },
): ProgramPlan {
  const cards: PlannedCard[] = []
  const leftOut: LeftOut[] = []
  const seen = new Set<number>()
  const gotBefore = new Map<string, string[]>()
  for (const one of got) {
    for (const key of [`key ${one.key}`, `id ${one.personId}`]) {
      gotBefore.set(key, [...(gotBefore.get(key) ?? []), one.occasionOn])
    }
  }
  for (const person of people) {
    const date = dateOf(rules.kind, person)
    if (typeof date === 'string') {
      leftOut.push({ personId: person.id, reason: date, occasion: undefined })
      continue
    }
    const isTwice = person.key !== undefined && seen.has(person.key)
    if (person.key !== undefined && !person.isInvalid) seen.add(person.key)
    for (const occasion of occasionsOf(rules, person.id, date, from, until)) {
      const cents = amountFor(rules.amounts, occasion.years)
      const before = [
        ...(gotBefore.get(`key ${person.key}`) ?? []),
        ...(gotBefore.get(`id ${person.id}`) ?? []),
      ]
      if (before.includes(occasion.occasionOn)) continue
      const reason = reasonOf(rules.kind, { person, occasion, cents, before, isTwice })
      if (reason !== undefined) leftOut.push({ personId: person.id, reason, occasion })
      else cards.push({ ...occasion, key: person.key!, cents: cents! })
    }
  }
  return { cards: cards.sort(byDay), leftOut }
}

function reasonOf(
  kind: ProgramKind,
  {
    person,
    occasion,
    cents,
    before,
    isTwice,
  }: {
    person: ProgramPerson
    occasion: Occasion
    cents: number | undefined
    before: readonly string[]
    isTwice: boolean
  },
): LeftOutReason | undefined {
  if (person.key === undefined) return 'no_email'
  if (person.isInvalid) return 'invalid_details'
  if (isTwice) return 'twice_on_list'
  const isAgain = (day: string) =>
    kind === 'start' || Math.abs(daysBetween(day, occasion.occasionOn)) < AGAIN_AFTER_DAYS
  if (before.some(isAgain)) return 'already_got'
  return cents === undefined ? 'no_amount' : undefined
}

function byDay(a: Occasion, b: Occasion): number {
  return (
    a.sendOn.localeCompare(b.sendOn) || a.occasionOn.localeCompare(b.occasionOn) || a.personId - b.personId
  )
}

function dateOf(kind: ProgramKind, person: ProgramPerson): ListDate | 'no_date' | 'invalid_date' | 'no_year' {
  const text = kind === 'birthday' ? person.birthday : person.startDate
  if (text.trim() === '') return 'no_date'
  const date = readListDate(text)
  if (date === undefined) return 'invalid_date'
  return kind !== 'birthday' && date.year === null ? 'no_year' : date
}

/** The days of a person whose cards arrive between two days, both included. */
export function occasionsOf(
  rules: Pick<ProgramRules, 'kind' | 'weekend' | 'leadDays'>,
  personId: number,
  date: ListDate,
  from: string,
  until: string,
): Occasion[] {
  // A card can arrive a year earlier than its day: on December 31 for January 1.
  const years =
    rules.kind === 'start'
      ? [date.year!]
      : yearsBetween(Number(from.slice(0, 4)), Number(until.slice(0, 4)) + 1)
  return years.flatMap((year) => {
    const service = date.year === null ? 0 : year - date.year
    if (rules.kind === 'anniversary' && service < 1) return []
    const occasionOn = dayIn(year, date)
    const sendOn = arrivalOf(occasionOn, rules.weekend)
    if (sendOn < from || sendOn > until) return []
    const orderOn = businessDaysBefore(sendOn, rules.leadDays)
    return [{ personId, occasionOn, sendOn, orderOn, years: rules.kind === 'anniversary' ? service : 0 }]
  })
}

function yearsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** February 29 is February 28 in other years. */
function dayIn(year: number, { month, day }: ListDate): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return dayText(new Date(Date.UTC(year, month - 1, Math.min(day, last))))
}

/** The day a card arrives: its own, or the Friday before a weekend. */
export function arrivalOf(day: string, weekend: WeekendRule): string {
  const weekday = utc(day).getUTCDay()
  if (weekend === 'same_day' || (weekday !== 6 && weekday !== 0)) return day
  return daysAfter(day, weekday === 6 ? -1 : -2)
}

/** So many business days before a day. */
export function businessDaysBefore(day: string, count: number): string {
  let before = day
  for (let left = count; left > 0; ) {
    before = daysAfter(before, -1)
    const date = utc(before)
    const asked = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    if (isBusinessDay(asked)) left -= 1
  }
  return before
}

/** @returns undefined if none is for so few years */
export function amountFor(amounts: readonly ProgramAmount[], years: number): number | undefined {
  const reached = amounts.filter((one) => one.years <= years).sort((a, b) => b.years - a.years)
  return reached[0]?.cents
}

function daysBetween(a: string, b: string): number {
  return Math.round((utc(b).getTime() - utc(a).getTime()) / 86_400_000)
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function dayText(date: Date): string {
  return date.toISOString().slice(0, 10)
}
