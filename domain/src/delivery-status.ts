import { Refusal } from './refusal.ts'
import type { RewardType } from './reward-type.ts'

/** Every state of what is under way to somebody: a card by e-mail, a letter, a parcel. */
export const DELIVERY_STATUSES = [
  'queued',
  'sending',
  'sent',
  'opened',
  'claimed',
  'bounced',
  'printing',
  'mailed',
  'delivered',
  'returned',
  'replaced',
  'cancelled',
] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * The one table of moves. `sending`: the mail server was asked and its answer is not here.
 * `printing`: in a batch. `replaced`: another delivery was made instead of this one.
 */
const BY_EMAIL: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  queued: ['sending', 'cancelled'],
  sending: ['sent', 'bounced', 'queued', 'cancelled'],
  // A report that it did not arrive may come days after the mail server took it; queued: sent again.
  sent: ['opened', 'claimed', 'bounced', 'queued', 'cancelled'],
  opened: ['claimed', 'queued', 'cancelled'],
  claimed: [],
  bounced: ['queued', 'replaced', 'cancelled'],
}
const BY_POST: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  queued: ['printing', 'cancelled'],
  // Queued again: its batch was cancelled before anything was printed. Replaced: its card was spoiled.
  printing: ['mailed', 'queued', 'replaced', 'cancelled'],
  mailed: ['delivered', 'returned'],
  // Carriers correct themselves: what was said to have arrived comes back.
  delivered: ['returned'],
  returned: ['queued', 'replaced', 'cancelled'],
}

const MOVES: Readonly<Record<RewardType, typeof BY_EMAIL>> = {
  digital: BY_EMAIL,
  direct: BY_POST,
  bulk: BY_POST,
}

export function canMoveDelivery(type: RewardType, from: DeliveryStatus, to: DeliveryStatus): boolean {
  return MOVES[type][from]?.includes(to) ?? false
}

/**
 * Refuses a move that is not in the table.
 *
 * @throws {Refusal} `delivery_move_not_allowed`, with the facts `from` and `to`
 */
export function assertDeliveryMove(type: RewardType, from: DeliveryStatus, to: DeliveryStatus): void {
  if (!canMoveDelivery(type, from, to)) throw new Refusal('delivery_move_not_allowed', { from, to })
}

/** How a customer sorts what became of their cards. */
export const DELIVERY_GROUPS = ['waiting', 'under_way', 'arrived', 'needs_a_hand', 'over'] as const
export type DeliveryGroup = (typeof DELIVERY_GROUPS)[number]

const GROUPS: Readonly<Record<DeliveryStatus, DeliveryGroup>> = {
  queued: 'waiting',
  printing: 'waiting',
  sending: 'under_way',
  sent: 'under_way',
  opened: 'under_way',
  mailed: 'under_way',
  claimed: 'arrived',
  delivered: 'arrived',
  bounced: 'needs_a_hand',
  returned: 'needs_a_hand',
  replaced: 'over',
  cancelled: 'over',
}

export function deliveryGroup(status: DeliveryStatus): DeliveryGroup {
  return GROUPS[status]
}

/** Every status of a group, for those who count and filter by it. */
export function statusesOf(group: DeliveryGroup): DeliveryStatus[] {
  return DELIVERY_STATUSES.filter((status) => GROUPS[status] === group)
}

/** An address may change until somebody has printed it, and again once the letter came back. */
export function mayFixAddress(type: RewardType, status: DeliveryStatus): boolean {
  return type !== 'digital' && (status === 'queued' || status === 'returned')
}

/** An e-mail address may change until the card is claimed; while it is being sent nobody knows which is used. */
export function mayFixEmail(type: RewardType, status: DeliveryStatus): boolean {
  return type === 'digital' && ['queued', 'sent', 'opened', 'bounced'].includes(status)
}

/** A mail that went out may be sent again; a parcel or letter only once it came back. */
export function mayResend(type: RewardType, status: DeliveryStatus): boolean {
  if (type === 'digital') return status === 'sent' || status === 'opened' || status === 'bounced'
  return status === 'returned'
}

/** A letter that came back may be sent as a digital card instead; a parcel is for one address only. */
export function mayConvertToDigital(type: RewardType, status: DeliveryStatus): boolean {
  return type === 'direct' && status === 'returned'
}

/** Is everything of an order produced: nothing waits to be sent or printed any more? */
export function isProduced(statuses: readonly { type: RewardType; status: DeliveryStatus }[]): boolean {
  return statuses.every(({ status }) => !['queued', 'sending', 'printing'].includes(status))
}
