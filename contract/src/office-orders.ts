import { REVIEW_REASONS } from '@laurel/domain/money-rules'
import { OFFICE_STATUSES } from '@laurel/domain/office-status'
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
  is_held_by_staff: z
    .boolean()
    .meta({ description: 'Put on hold by staff, who can release it. If false, a refund did' }),
  can_release: z.boolean().meta({
    description: 'On hold, or under review without enough money, with a card that is not canceled',
  }),
  missing_cents: Cents.meta({ description: 'What its payments don’t cover, minus open refunds' }),
  release_asked_by: z.string().meta({ description: 'Who asked to release it; a second person has to agree' }),
  release_asked_by_name: z.string(),
})

/** Of a year that the database can count. */
const Day = z.iso.date().refine((day) => day >= '0001')

/** The filters of the office’s list; each is optional. */
export const OrderFilters = z.object({
  status: z.array(z.enum(OFFICE_STATUSES)).max(OFFICE_STATUSES.length).optional().meta({
    description:
      'Of what is fulfilled, `shipped` went by carrier and `fulfilled` did not. What was refunded in full is only `refunded`, unless it was declined',
  }),
  search: text(100).optional().meta({
    description:
      'A whole order number, payment reference, tracking number, delivery (D-12), batch (B-1001), card’s last four digits or amount ($101.95); any part of an email or street that was corrected; any part of the customer’s name, company or email, or of the PO number (among more than 20,000 orders, how one of them begins); how a recipient’s last name or email begins, or their first and last name. Names and emails from 3 characters on',
  }),
  only: z.enum(['held', 'flagged', 'overpaid']).optional(),
  reward_type: RewardTypeName.optional().meta({ description: 'Orders that hold such cards' }),
  method: PaymentMethod.optional().meta({ description: 'How it was paid, or is to be, at last' }),
  placed_from: Day.optional().meta({ description: 'Placed on this day or later, by the site’s clock' }),
  placed_to: Day.optional().meta({ description: 'Placed on this day or earlier' }),
})

const moving = ['order_changed', 'order_move_not_allowed', 'order_is_held'] as const
/** The status the user saw: an order that changed since isn't changed again unseen. */
const Seen = z.object({ seen_status: OrderStatus })

export const listOfficeOrders = endpoint(api.listOfficeOrders, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Placed orders, newest first',
  query: PageQuery.extend(OrderFilters.shape),
  response: pageOf(OfficeOrderLine),
})

export const exportOfficeOrders = endpoint(api.exportOfficeOrders, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'The orders found, newest first, as CSV; no cell is a formula',
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
  summary: 'Let a paid order go to fulfillment',
  params: IdParams,
  body: Seen.extend({ note: text(500).default('') }),
  response: OfficeOrder,
  idempotent: true,
  refusals: [...moving, 'order_short_of_money'],
})

export const declineOrder = endpoint(api.declineOrder, {
  access: 'staff',
  needs: 'orders.review',
  summary: 'Decline an order and refund what was paid',
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
    'Release an order; if its payments don’t cover it, this takes the right to record money, and the first person may only ask a second one',
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
  summary: 'Do the same with many orders; each is checked on its own, and the answer has the result of each',
  body: z.object({
    action: z.enum(MANY_ACTIONS),
    orders: z
      .array(z.object({ id: Id, seen_status: OrderStatus }))
      .min(1)
      .max(100),
    words: text(500)
      .default('')
      .meta({ description: 'The note, or why it is held or released; approving needs none' }),
  }),
  response: z.object({
    results: z.array(
      z.object({
        id: Id,
        number: z.string(),
        is_done: z.boolean(),
        code: z.string().meta({ description: 'Why not; empty when it is done' }),
        message: z.string(),
      }),
    ),
  }),
  idempotent: true,
})
