import type { Approval, ApprovalPerson } from '../app/approval.queries.ts'
import type { TagTone } from './Tag.tsx'

const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Several people are named up to here. */
const NAMED = 3

/** `Joy Nakamura, Marcus Bell, or you`: any one of them decides. */
export function anyOf(people: readonly ApprovalPerson[]): string {
  const names = people.filter(({ isYou }) => !isYou).map(({ name }) => name)
  return namesOf(people.some(({ isYou }) => isYou) ? [...names, 'you'] : names)
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED)
  const more = names.length - shown.length
  return OR.format(more > 0 ? [...shown, `${more} ${more === 1 ? 'other' : 'others'}`] : shown)
}

type Matched = { name: string; reasons: readonly string[] }

/** `Rule: over $2,500.00 and the buyer’s first order`. A rule without conditions is known by its name. */
export function rulesWords(rules: readonly Matched[]): string {
  const words = rules.map(({ name, reasons }) => (reasons.length > 0 ? AND.format(reasons) : `“${name}”`))
  return `${words.length === 1 ? 'Rule' : 'Rules'}: ${words.join('; ')}`
}

/** A request’s state in words, beside the order’s status. */
export function approvalState({
  state,
  needsPayment,
  waitsFor,
  canDecide,
}: Pick<Approval, 'state' | 'needsPayment' | 'waitsFor' | 'canDecide'>): { tone: TagTone; word: string } {
  switch (state) {
    case 'open':
      if (canDecide) return { tone: 'wait', word: 'Waiting for you' }
      return {
        tone: 'wait',
        word: waitsFor.length === 0 ? 'Waiting for approval' : `Waiting for ${namesOf(waitsFor)}`,
      }
    case 'approved':
      return needsPayment
        ? { tone: 'wait', word: 'Approved, not paid yet' }
        : { tone: 'good', word: 'Approved' }
    case 'returned':
      return { tone: 'warn', word: 'Returned' }
    case 'withdrawn':
      return { tone: 'plain', word: 'Withdrawn' }
    case 'expired':
      return { tone: 'plain', word: 'Expired' }
  }
}
