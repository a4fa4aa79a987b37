import { count } from '../../../parts/format.ts'
import { byWords } from '../office-words.ts'
import type { Happening } from './order.queries.ts'

const OF_ORDER: Readonly<Record<string, string>> = {
  cart: 'Cart',
  'order.placed': 'Placed',
  'money.received': 'Paid',
  pending_payment: 'Waiting for payment',
  in_review: 'Moved to review',
  approved: 'Approved',
  fulfilled: 'Fulfilled',
  declined: 'Declined',
  'order.held': 'Put on hold',
  'order.release_asked': 'Release requested, waiting for a second person',
  'order.released': 'Released',
  'order.reminded': 'Customer reminded of the payment',
  'refund.asked': 'Refund requested, waiting for a second person',
  'refund.approved': 'Refund approved',
  'refund.sent': 'Refund sent to the payment provider',
  'refund.done': 'Refunded',
  'refund.failed': 'Refund failed',
  'refund.refused': 'Refund refused',
  'refund.stuck': 'Refund not carried out yet',
}

/** One card, and many: `3 emails bounced`. */
const OF_DELIVERY: Readonly<Record<string, { one: string; many: string }>> = {
  bounced: { one: 'Email bounced', many: 'emails bounced' },
  returned: { one: 'Letter returned', many: 'letters returned' },
  replaced: { one: 'Replaced by another letter', many: 'letters replaced by others' },
  converted: { one: 'Letter became a digital card', many: 'letters became digital cards' },
  fixed: { one: 'Address changed', many: 'addresses changed' },
  mailed: { one: 'Shipped', many: 'shipped' },
  queued: { one: 'Sent again', many: 'sent again' },
}

/** What happened, in words; an event nobody has heard of is told as it is. */
export function happeningWords({ about, event, count: many }: Happening): string {
  if (about === 'order') {
    if (event === 'deliveries.resent')
      return many === 1 ? 'One card sent again' : `${count(many)} cards sent again`
    return OF_ORDER[event] ?? sentence(event)
  }
  const words = OF_DELIVERY[event]
  if (!words) return sentence(event)
  return many === 1 ? words.one : `${count(many)} ${words.many}`
}

const WITH_REASON: readonly string[] = ['declined', 'order.held', 'order.release_asked', 'order.released']

/** What was typed with it: the reason says that it is one. */
export function saidWith({ event, words }: Pick<Happening, 'event' | 'words'>): string {
  return WITH_REASON.includes(event) ? `Reason: ${words}` : words
}

const DID: Readonly<Record<string, string>> = {
  pending_payment: 'placed it',
  in_review: 'moved it to review',
  approved: 'approved it',
  fulfilled: 'marked it as fulfilled',
  declined: 'declined it',
  'order.held': 'put it on hold',
  'order.release_asked': 'asked to release it',
  'order.released': 'released it',
  'order.reminded': 'reminded the customer',
  'deliveries.resent': 'sent cards again',
}

/** `approved it`: what somebody did to the order. */
export function didWords({ event }: Happening): string {
  return DID[event] ?? 'changed it'
}

/** Who it was, by name where it is known. @param ownId of the person at the screen */
export function whoWords({ by, byName }: Pick<Happening, 'by' | 'byName'>, ownId: number): string {
  if (by === `staff:${ownId}`) return 'you'
  if (byName) return byName
  if (by.startsWith('customer')) return 'the customer'
  if (by === 'recipient' || by === 'mail server') return `the ${by}`
  return byWords(by, ownId)
}

function sentence(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
