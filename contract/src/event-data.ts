import { EVENT_TYPES, type EventType, TEST_EVENT } from '@laurel/domain/event-types'
import * as z from 'zod'
import { SignedCents } from './company-balance.ts'
import { Cents, Id, Moment } from './fields.ts'
import { OrderRefund, OrderStatus } from './orders.ts'

const ofOrder = {
  order_id: Id,
  external_id: z.string().nullable().optional().meta({
    description: 'In company webhooks: the external ID from the program that placed the order',
  }),
}

export const ApprovalEventData = z.object({ approval_id: Id, ...ofOrder, total_cents: Cents })
export const OrderEventData = z.object({
  order_id: Id,
  number: z.string(),
  status: OrderStatus,
  total_cents: Cents,
  company_id: Id.nullable().meta({ description: 'Null for orders from before there were companies' }),
  external_id: z.string().nullable().meta({ description: 'Null unless a program placed it' }),
})
export const RefundEventData = z.object({
  refund_id: Id.optional().meta({ description: 'Not in company webhooks' }),
  ...ofOrder,
  number: z.string(),
  amount_cents: Cents,
  refund_state: OrderRefund.refund_state.meta({ description: 'Of the order; `none` for a surplus' }),
})
export const DeliveryEventData = z.object({ delivery_id: Id, ...ofOrder, attempt: z.number().int() })
export const CompanyEventData = z.object({ company_id: Id })
export const CompanyPersonEventData = z.object({
  company_id: Id,
  person_id: Id.nullable().meta({ description: 'The ID of a customer' }),
})
export const CompanyMergeEventData = z.object({ company_id: Id, into_company_id: Id })
export const BudgetEventData = z.object({ company_id: Id, budget_id: Id })
export const BalanceEventData = z.object({
  company_id: Id,
  ...ofOrder,
  order_id: Id.meta({ description: 'The order, or the top-up' }),
  amount_cents: SignedCents.meta({ description: 'Negative if it was taken' }),
  balance_cents: SignedCents.meta({ description: 'The balance after it' }),
})
export const TestEventData = z.object({ webhook_id: Id })

type EventInfo = { happens: string; data: z.ZodObject }

/** When each event happens, and what it tells. */
export const EVENTS: Readonly<Record<EventType | typeof TEST_EVENT, EventInfo>> = {
  'approval.requested': { happens: 'A buyer sent an order for approval', data: ApprovalEventData },
  'approval.approved': { happens: 'All approvers approved the order', data: ApprovalEventData },
  'approval.returned': { happens: 'An approver returned the order to the buyer', data: ApprovalEventData },
  'approval.withdrawn': { happens: 'The buyer withdrew the request', data: ApprovalEventData },
  'order.placed': { happens: 'The order was placed', data: OrderEventData },
  'order.paid': { happens: 'The order is fully paid', data: OrderEventData },
  'order.approved': { happens: 'The order goes to fulfillment', data: OrderEventData },
  'order.declined': { happens: 'Staff declined the order, or it was canceled', data: OrderEventData },
  'order.fulfilled': { happens: 'All cards of the order were produced', data: OrderEventData },
  'order.shipped': { happens: 'The last letter or parcel of the order was shipped', data: OrderEventData },
  'refund.done': { happens: 'A refund was paid', data: RefundEventData },
  'delivery.sent': { happens: 'A digital card was emailed', data: DeliveryEventData },
  'delivery.opened': { happens: 'The recipient opened the card’s page', data: DeliveryEventData },
  'delivery.claimed': { happens: 'The recipient claimed the card', data: DeliveryEventData },
  'delivery.bounced': { happens: 'The email bounced', data: DeliveryEventData },
  'delivery.mailed': { happens: 'The letter or parcel was shipped', data: DeliveryEventData },
  'delivery.delivered': { happens: 'The letter or parcel arrived', data: DeliveryEventData },
  'delivery.returned': { happens: 'The letter or parcel was returned', data: DeliveryEventData },
  'delivery.replaced': { happens: 'Another delivery replaced this one', data: DeliveryEventData },
  'delivery.cancelled': { happens: 'The delivery was canceled', data: DeliveryEventData },
  'company.created': {
    happens: 'A customer’s first request created a company',
    data: CompanyPersonEventData,
  },
  'company.renamed': { happens: 'The company was renamed', data: CompanyEventData },
  'company.merged': { happens: 'The company was merged into another', data: CompanyMergeEventData },
  'company.unmerged': { happens: 'The merge was undone', data: CompanyMergeEventData },
  'company.person_joined': { happens: 'A person joined the company', data: CompanyPersonEventData },
  'company.person_removed': { happens: 'A person left or was removed', data: CompanyPersonEventData },
  'company.role_changed': { happens: 'A person’s role changed', data: CompanyPersonEventData },
  'budget.changed': { happens: 'A budget was added, changed, or ended', data: BudgetEventData },
  'budget.exhausted': { happens: 'A budget was used up for its period', data: BudgetEventData },
  'balance.topped_up': { happens: 'Money was added to the company’s balance', data: BalanceEventData },
  'balance.changed': { happens: 'The balance changed with an order or a return', data: BalanceEventData },
  'webhook.test': { happens: 'Staff sent a test event', data: TestEventData },
}

const nameOf = (type: string) =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

/** The body of each event's message: its name in the document, its type, and its schema. */
export const MESSAGES = ([...EVENT_TYPES, TEST_EVENT] as const).map((type) => ({
  type,
  name: nameOf(type),
  happens: EVENTS[type].happens,
  schema: z.object({
    type: z.literal(type),
    timestamp: Moment,
    mode: z.literal('test').optional().meta({ description: 'Only for a company’s test orders' }),
    data: EVENTS[type].data,
  }),
}))
