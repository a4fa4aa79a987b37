/** The events integrators can subscribe to, and when each happens. */
export const EVENT_TYPES = [
  'approval.requested',
  'approval.approved',
  'approval.returned',
  'approval.withdrawn',
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
  'company.created',
  'company.renamed',
  'company.merged',
  'company.unmerged',
  'company.person_joined',
  'company.person_removed',
  'company.role_changed',
  'budget.changed',
  'budget.exhausted',
  'balance.topped_up',
  'balance.changed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Sent by staff to test an endpoint. It can't be subscribed to. */
export const TEST_EVENT = 'webhook.test'
