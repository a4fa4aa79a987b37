import { Refusal } from './refusal.ts'
import type { RewardType } from './reward-type.ts'

/** Every state of a delivery: a card by email, a letter, or a parcel. */
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

/** Names of the statuses, for customers and staff alike. */
export const DELIVERY_STATUS_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  queued: /*i18n*/ 'Waiting',
  sending: /*i18n*/ 'Being sent',
  sent: /*i18n*/ 'Sent',
  opened: /*i18n*/ 'Opened',
  claimed: /*i18n*/ 'Claimed',
  bounced: /*i18n*/ 'Bounced',
  printing: /*i18n*/ 'Being printed',
  mailed: /*i18n*/ 'On the way',
  delivered: /*i18n*/ 'Delivered',
  returned: /*i18n*/ 'Returned',
  replaced: /*i18n*/ 'Replaced',
  cancelled: /*i18n*/ 'Canceled',
}

/**
 * The one table of moves. `sending`: the mail server was asked and hasn't answered. `printing`: in a batch.
 * `replaced`: another delivery was created instead.
 */
const BY_EMAIL: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  queued: ['sending', 'cancelled'],
  sending: ['sent', 'bounced', 'queued', 'cancelled'],
  // A bounce may come days after the mail server accepted it; queued: sent again.
  sent: ['opened', 'claimed', 'bounced', 'queued', 'cancelled'],
  opened: ['claimed', 'queued', 'cancelled'],
  claimed: [],
  bounced: ['queued', 'replaced', 'cancelled'],
}
const BY_POST: Partial<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  queued: ['printing', 'cancelled'],
  // Queued again: its batch was canceled before printing. Replaced: its card was spoiled.
  printing: ['mailed', 'queued', 'replaced', 'cancelled'],
  mailed: ['delivered', 'returned'],
  // Carriers correct themselves: a delivered letter can turn out to be returned.
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
 * Refuses a move that isn't in the table.
 *
 * @throws {Refusal} `delivery_move_not_allowed`, with the facts `from` and `to`
 */
export function assertDeliveryMove(type: RewardType, from: DeliveryStatus, to: DeliveryStatus): void {
  if (!canMoveDelivery(type, from, to)) throw new Refusal('delivery_move_not_allowed', { from, to })
}

/** How customers group their deliveries. */
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

/** Every status of a group, for counts and filters. */
export function statusesOf(group: DeliveryGroup): DeliveryStatus[] {
  return DELIVERY_STATUSES.filter((status) => GROUPS[status] === group)
}

/** An address can change until it's printed, and again once the letter was returned. */
export function mayFixAddress(type: RewardType, status: DeliveryStatus): boolean {
  return type !== 'digital' && (status === 'queued' || status === 'returned')
}

/** An email address can change until the card is claimed, except during a send: either address might be used. */
export function mayFixEmail(type: RewardType, status: DeliveryStatus): boolean {
  return type === 'digital' && ['queued', 'sent', 'opened', 'bounced'].includes(status)
}

/** A sent mail can be sent again; a parcel or letter only once it was returned. */
export function mayResend(type: RewardType, status: DeliveryStatus): boolean {
  if (type === 'digital') return status === 'sent' || status === 'opened' || status === 'bounced'
  return status === 'returned'
}

/** A returned letter can become a digital card; a parcel belongs to one address only. */
export function mayConvertToDigital(type: RewardType, status: DeliveryStatus): boolean {
  return type === 'direct' && status === 'returned'
}
