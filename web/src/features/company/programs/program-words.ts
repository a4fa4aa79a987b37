import { formatCents } from '@laurel/domain/money'
import type { ProgramAmount, ProgramKind, WeekendRule } from '@laurel/domain/programs'
import type { Program, ProgramRun } from '../../../app/company.queries.ts'
import { pageTexts } from '../../../app/texts.ts'
import { siteDay } from '../../../parts/site-time.ts'
import type { TagTone } from '../../../parts/Tag.tsx'

/** `Nov 27`, of a day such as `2026-11-27`. */
export function dayWords(day: string): string {
  return siteDay(`${day}T12:00:00Z`, 'UTC')
}

export function stateOf({ state, problem }: Program): { tone: TagTone; word: string } {
  const i18n = pageTexts()
  if (state === 'paused') return { tone: 'plain', word: i18n.t('Paused') }
  return problem === null
    ? { tone: 'good', word: i18n.t('On') }
    : { tone: 'bad', word: i18n.t('Needs attention') }
}

/** `$25.00`, or `1 year $25.00, 5 years $100.00`. */
export function amountWords(amounts: readonly ProgramAmount[]): string {
  const [first] = amounts
  if (amounts.length === 1 && first?.years === 0) return formatCents(first.cents)
  return amounts.map(({ years, cents }) => `${yearsWords(years)} ${formatCents(cents)}`).join(', ')
}

function yearsWords(years: number): string {
  const i18n = pageTexts()
  return i18n.t('{years, plural, one {# year} other {# years}}', { years })
}

/** `Nov 27`, or `Nov 27, part 2`. */
export function runDay({ sendOn, part }: Pick<ProgramRun, 'sendOn' | 'part'>): string {
  const i18n = pageTexts()
  const day = dayWords(sendOn)
  return part > 1 ? i18n.t('{day}, part {part}', { day, part }) : day
}

export const WEEKEND_WORDS: Readonly<Record<WeekendRule, string>> = {
  friday_before: /*i18n*/ 'The Friday before',
  same_day: /*i18n*/ 'The day itself',
}

/** What of a program's order or of a run's people is going on. */
export function runState({ state, order, problem }: ProgramRun): { tone: TagTone; word: string } {
  const i18n = pageTexts()
  if (state === 'empty') return { tone: 'plain', word: i18n.t('No cards') }
  if (state === 'canceled') return { tone: 'plain', word: i18n.t('Not ordered') }
  if (state === 'waiting') {
    return problem === null
      ? { tone: 'wait', word: i18n.t('Waiting') }
      : { tone: 'bad', word: i18n.t('Couldn’t order') }
  }
  const { tone, word } = ORDER_STATES[order?.status ?? ''] ?? ORDERED
  return { tone, word: i18n.t(word) }
}

const ORDERED = { tone: 'good', word: /*i18n*/ 'Ordered' } as const

const ORDER_STATES: Readonly<Record<string, { tone: TagTone; word: string }>> = {
  cart: { tone: 'warn', word: /*i18n*/ 'Not approved' },
  awaiting_approval: { tone: 'wait', word: /*i18n*/ 'Waiting for approval' },
  pending_payment: { tone: 'wait', word: /*i18n*/ 'Pending payment' },
  in_review: { tone: 'wait', word: /*i18n*/ 'In review' },
  approved: { tone: 'good', word: /*i18n*/ 'Scheduled' },
  fulfilled: { tone: 'good', word: /*i18n*/ 'Sent' },
  declined: { tone: 'bad', word: /*i18n*/ 'Declined' },
}

/** `Birthday Nov 28`, `3 years on Nov 28`. */
export function occasionWords(kind: ProgramKind, occasionOn: string, years: number): string {
  const i18n = pageTexts()
  const day = dayWords(occasionOn)
  if (kind === 'anniversary') return i18n.t('{years} on {day}', { years: yearsWords(years), day })
  return kind === 'birthday' ? i18n.t('Birthday {day}', { day }) : i18n.t('First day {day}', { day })
}
