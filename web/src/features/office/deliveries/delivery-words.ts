import type { DeliveryGroup } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import { DELIVERY_STATES } from '../../../parts/delivery-text.ts'
import type { DeliveryLine, OfficeDeliveries, OfficeDelivery } from './deliveries.queries.ts'

export const GROUPS: readonly {
  group: DeliveryGroup
  label: string
  count: keyof OfficeDeliveries['counts']
}[] = [
  { group: 'needs_a_hand', label: 'Needs attention', count: 'needsAHand' },
  { group: 'waiting', label: 'Waiting', count: 'waiting' },
  { group: 'under_way', label: 'On the way', count: 'underWay' },
  { group: 'arrived', label: 'Arrived', count: 'arrived' },
  { group: 'over', label: 'Closed', count: 'over' },
]

export const TYPE_WORDS: Readonly<Record<RewardType, string>> = {
  digital: 'Digital card',
  direct: 'Letter',
  bulk: 'Parcel',
}

type Who = Pick<DeliveryLine, 'firstName' | 'lastName' | 'company'>

export function recipientName({ firstName, lastName, company }: Who): string {
  return `${firstName} ${lastName}`.trim() || company || 'No name'
}

/** The destination: an email address, or a postal address in one line. */
export function destinationOf(delivery: DeliveryLine | OfficeDelivery): string {
  if (delivery.rewardType === 'digital') return delivery.email
  const { company, address1, address2, city, state, zip } = delivery
  return [company, address1, address2, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
}

const EVENTS: Readonly<Record<string, string>> = {
  planned: 'Planned',
  fixed: 'Address changed',
  reminded: 'Reminded',
  reminders_off: 'Turned off reminders',
  thanked: 'Wrote a thank-you note',
}

/** An event in words. Shows an unknown event as it is. */
export function deliveryEventWords(event: string): string {
  const state = Object.entries(DELIVERY_STATES).find(([status]) => status === event)
  return EVENTS[event] ?? state?.[1].word ?? event.replaceAll('_', ' ')
}

export const NO_TRACKING = 'First-Class letters have no tracking.'

export function isWithoutTracking(service: string): boolean {
  return /first-class/i.test(service)
}
