import { REVIEW_REASONS } from '@laurel/domain/money-rules'
import { OFFICE_STATUSES } from '@laurel/domain/office-status'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  dayText,
  Id,
  IdParams,
  Moment,
  PageQuery,
  pageOf,
  RewardTypeName,
  requiredText,
  text,
} from './fields.ts'
import { DisplayStatus, Order, OrderRefund, OrderStatus, PaymentMethod } from './orders.ts'
import { api } from './routes.ts'

export const OrderCustomer = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** An order in the office's list. */
export const OfficeOrderLine = z.object({
  id: Id,
  number: z.string(),
  status: OrderStatus,
  display_status: DisplayStatus,
  ...OrderRefund,
  customer: OrderCustomer,
  reward_types: z.array(RewardTypeName),
  card_count: z.number().int(),
  total_cents: Cents,
  method_code: PaymentMethod.nullable(),
  review_reasons: z.array(z.enum(REVIEW_REASONS)),
  held_at: Moment.nullable(),
  placed_at: Moment.nullable(),
})

/** An order in the office: the customer’s own view, and what only staff see. */
export const OfficeOrder = z.object({
  order: Order,
  customer: OrderCustomer,
  company: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .meta({ description: 'The company that placed it; null for orders from before there were companies' }),
  review_reasons: z.array(z.enum(REVIEW_REASONS)),
  held_at: Moment.nullable(),
  held_reason: z.string(),
  is_held_by_staff: z.boolean().meta({
    description: 'Put on hold by staff, who can release it. If false, it was put on hold by a refund',
  }),
  can_release: z.boolean().meta({
    description:
      'Whether it can be released: it’s on hold, or in review without enough payments, and has a card that isn’t canceled',
  }),
  missing_cents: Cents.meta({ description: 'The amount that its payments don’t cover, minus open refunds' }),
  release_asked_by: z
    .string()
    .meta({ description: 'Who requested its release, which needs a second person' }),
  release_asked_by_name: z.string(),
})

const Day = dayText('Enter a date as YYYY-MM-DD.')

/** The filters of the office’s list; each is optional. */
export const OrderFilters = z.object({
  status: z.array(z.enum(OFFICE_STATUSES)).max(OFFICE_STATUSES.length).optional().meta({
    description:
      'Of fulfilled orders, `shipped` ones went by carrier and `fulfilled` ones didn’t. Orders refunded in full are only `refunded`, unless they were declined',
  }),
  search: text(100).optional().meta({
    description:
      'A full order number, payment reference, tracking number, delivery (D-12), batch (B-1001), card’s last four digits, or amount ($101.95); any part of a corrected email or street; any part of the customer’s name, company, or email, or of the PO number (with more than 20,000 orders, the beginning of one of these); the beginning of a recipient’s last name or email, or their first and last name. Names and emails need at least 3 characters',
  }),
  only: z.enum(['held', 'flagged', 'overpaid']).optional(),
  reward_type: RewardTypeName.optional().meta({ description: 'Orders with this card type' }),
  method: PaymentMethod.optional().meta({ description: 'The latest payment method' }),
  placed_from: Day.optional().meta({ description: 'Placed on this day or later, in the site’s time zone' }),
  placed_to: Day.optional().meta({ description: 'Placed on this day or earlier' }),
})

/** How the office’s orders can be sorted; `-` is descending. Orders with the same total are sorted by time placed. */
export const ORDER_SORTS = ['-placed', 'placed', 'total', '-total'] as const

const moving = ['order_changed', 'order_move_not_allowed', 'order_is_held'] as const
/** The status the user saw: an order that changed since isn't changed again unseen. */
const Seen = z.object({ seen_status: OrderStatus })

export const listOfficeOrders = endpoint(api.listOfficeOrders, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Placed orders, newest first or sorted',
  query: PageQuery.extend(OrderFilters.shape).extend({
    sort: z.enum(ORDER_SORTS).default('-placed').meta({ description: '`-` is descending' }),
  }),
  response: pageOf(OfficeOrderLine),
})

export const exportOfficeOrders = endpoint(api.exportOfficeOrders, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'The matching orders as CSV, newest first. Cells are never formulas',
  query: OrderFilters,
  response: 'file',
})

export const getOfficeOrder = endpoint(api.getOfficeOrder, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'One order with its customer',
  params: IdParams,
  response: OfficeOrder,
})

export const approveOrder = endpoint(api.approveOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary: 'Approve a paid order for fulfillment',
  params: IdParams,
  body: Seen.extend({ note: text(500).default('') }),
  response: OfficeOrder,
  idempotent: true,
  refusals: [...moving, 'order_short_of_money'],
})

export const declineOrder = endpoint(api.declineOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary: 'Decline an order and refund its payments',
  params: IdParams,
  body: Seen.extend({ reason: requiredText(500) }),
  response: OfficeOrder,
  idempotent: true,
  refusals: [...moving],
})

export const holdOrder = endpoint(api.holdOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary: 'Put an order on hold: it isn’t approved, sent, or printed until it’s released',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeOrder,
  idempotent: true,
  refusals: ['order_changed', 'order_move_not_allowed'],
})

export const releaseOrder = endpoint(api.releaseOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary:
    'Release an order. If its payments don’t cover it, this needs permission to record payments and may need a second person',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeOrder,
  idempotent: true,
  refusals: ['order_changed', 'order_not_releasable', 'other_person_needed'],
})

/** Bulk actions on orders. */
export const MANY_ACTIONS = ['approve', 'hold', 'release', 'note'] as const

export const decideAboutOrders = endpoint(api.decideAboutOrders, {
  access: 'staff',
  needs: 'orders.note',
  summary: 'Do the same to many orders. Each is checked separately, and the response has a result for each',
  body: z.object({
    action: z.enum(MANY_ACTIONS),
    orders: z
      .array(z.object({ id: Id, seen_status: OrderStatus }))
      .min(1)
      .max(100),
    words: text(500)
      .default('')
      .meta({ description: 'The note, or the reason for the hold or release. Not needed to approve' }),
  }),
  response: z.object({
    results: z.array(
      z.object({
        id: Id,
        number: z.string(),
        is_done: z.boolean(),
        code: z.string().meta({ description: 'Why it failed; empty if it’s done' }),
        message: z.string(),
      }),
    ),
  }),
  idempotent: true,
})
