/** What integrators can be told, by the names they subscribe to, and when each is. */
export const EVENT_TYPES = [
  'order.placed',
  'order.paid',
  'order.approved',
  'order.declined',
  'order.fulfilled',
  'order.shipped',
  'refund.done',
  'delivery.sent',
  'delivery.opened',
  'delivery.claimed',
  'delivery.bounced',
  'delivery.mailed',
  'delivery.delivered',
  'delivery.returned',
  'delivery.replaced',
  'delivery.cancelled',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What staff send by hand to see whether an endpoint listens. Nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test'
