import { REVIEW_REASONS } from '@laurel/domain/money-rules'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  Id,
  IdParams,
  Moment,
  PageQuery,
  pageOf,
  RewardTypeName,
  requiredText,
  text,
} from './fields.ts'
import { DisplayStatus, Order, OrderStatus, PaymentMethod } from './orders.ts'
import { api } from './routes.ts'

export const OrderCustomer = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** An order as one line of the office's list. */
export const OfficeOrderLine = z.object({
  id: Id,
  number: z.string(),
  status: OrderStatus,
  display_status: DisplayStatus,
  customer: OrderCustomer,
  reward_types: z.array(RewardTypeName),
  card_count: z.number().int(),
  total_cents: Cents,
  method_code: PaymentMethod.nullable(),
  review_reasons: z.array(z.enum(REVIEW_REASONS)),
  held_at: Moment.nullable(),
  placed_at: Moment.nullable(),
})

/** An order as the office sees it: the customer’s own view, and what only staff know. */
export const OfficeOrder = z.object({
  order: Order,
  customer: OrderCustomer,
  review_reasons: z.array(z.enum(REVIEW_REASONS)),
  held_at: Moment.nullable(),
  held_reason: z.string(),
})

const looking = ['sign_in_required', 'not_allowed'] as const
const moving = [
  ...looking,
  'not_found',
  'order_changed_meanwhile',
  'order_move_not_allowed',
  'order_is_held',
] as const
/** What the person saw when they decided: an order that has moved on since is not moved again unseen. */
const Seen = z.object({ seen_status: OrderStatus })

export const listOfficeOrders = endpoint(api.listOfficeOrders, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Placed orders, newest first',
  query: PageQuery.extend({
    status: z.array(OrderStatus).max(6).optional(),
    search: text(100)
      .optional()
      .meta({ description: 'An order’s number, a payment reference, a customer’s name, company or email' }),
    only: z.enum(['held', 'flagged']).optional(),
  }),
  response: pageOf(OfficeOrderLine),
  refusals: [...looking],
})

export const getOfficeOrder = endpoint(api.getOfficeOrder, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'One order with its customer',
  params: IdParams,
  response: OfficeOrder,
  refusals: [...looking, 'not_found'],
})

export const approveOrder = endpoint(api.approveOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary: 'Let a paid order go to fulfillment',
  params: IdParams,
  body: Seen.extend({ note: text(500).default('') }),
  response: OfficeOrder,
  idempotent: true,
  refusals: [...moving, 'order_not_covered'],
})

export const declineOrder = endpoint(api.declineOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary: 'Decline an order; what was paid is given back',
  params: IdParams,
  body: Seen.extend({ reason: requiredText(500) }),
  response: OfficeOrder,
  idempotent: true,
  refusals: [...moving, 'validation_failed'],
})

export const releaseOrder = endpoint(api.releaseOrder, {
  access: 'staff',
  needs: 'money.record',
  summary: 'Let an order go on whose money had gone back',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeOrder,
  idempotent: true,
  refusals: [...looking, 'not_found', 'validation_failed', 'order_changed_meanwhile'],
})
