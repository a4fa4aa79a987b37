import { formatCents } from '@laurel/domain/money'
import type { ProgramAmount, ProgramKind, WeekendRule } from '@laurel/domain/programs'
import type { Program, ProgramRun } from '../../../app/company.queries.ts'
import { plural } from '../../../parts/format.ts'
import { siteDay } from '../../../parts/site-time.ts'
import type { TagTone } from '../../../parts/Tag.tsx'

/** `Nov 27`, of a day such as `2026-11-27`. */
export function dayWords(day: string): string {
  return siteDay(`${day}T12:00:00Z`, 'UTC')
}

export function stateOf({ state, problem }: Program): { tone: TagTone; word: string } {
  if (state === 'paused') return { tone: 'plain', word: 'Paused' }
  return problem === null ? { tone: 'good', word: 'On' } : { tone: 'bad', word: 'Needs attention' }
}

/** `$25.00`, or `1 year $25.00, 5 years $100.00`. */
export function amountWords(amounts: readonly ProgramAmount[]): string {
  const [first] = amounts
  if (amounts.length === 1 && first?.years === 0) return formatCents(first.cents)
  return amounts.map(({ years, cents }) => `${plural(years, 'year')} ${formatCents(cents)}`).join(', ')
}

export const WEEKEND_WORDS: Readonly<Record<WeekendRule, string>> = {
  friday_before: 'The Friday before',
  same_day: 'The day itself',
}

/** What of a program's order or of a run's people is going on. */
export function runState({ state, order, problem }: ProgramRun): { tone: TagTone; word: string } {
  if (state === 'empty') return { tone: 'plain', word: 'No cards' }
  if (state === 'canceled') return { tone: 'plain', word: 'Not ordered' }
  if (state === 'waiting') {
    return problem === null ? { tone: 'wait', word: 'Waiting' } : { tone: 'bad', word: 'Couldn’t order' }
  }
  return ORDER_STATES[order?.status ?? ''] ?? { tone: 'good', word: 'Ordered' }
}

const ORDER_STATES: Readonly<Record<string, { tone: TagTone; word: string }>> = {
  cart: { tone: 'warn', word: 'Not approved' },
  awaiting_approval: { tone: 'wait', word: 'Waiting for approval' },
  pending_payment: { tone: 'wait', word: 'Pending payment' },
  in_review: { tone: 'wait', word: 'In review' },
  approved: { tone: 'good', word: 'Scheduled' },
  fulfilled: { tone: 'good', word: 'Sent' },
  declined: { tone: 'bad', word: 'Declined' },
}

/** `Birthday Nov 28`, `3 years on Nov 28`. */
export function occasionWords(kind: ProgramKind, occasionOn: string, years: number): string {
  if (kind === 'anniversary') return `${plural(years, 'year')} on ${dayWords(occasionOn)}`
  return `${kind === 'birthday' ? 'Birthday' : 'First day'} ${dayWords(occasionOn)}`
}
