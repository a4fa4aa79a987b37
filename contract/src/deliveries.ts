import { DELIVERY_GROUPS, DELIVERY_STATUSES } from '@laurel/domain/delivery-status'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
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
import { api } from './routes.ts'

export const DeliveryStatusName = z.enum(DELIVERY_STATUSES)
export const DeliveryGroupName = z.enum(DELIVERY_GROUPS)

/** One delivery: a card by email, a letter, or an order's parcel. */
export const Delivery = z.object({
  id: Id,
  order_id: Id,
  order_number: z.string(),
  external_id: z
    .string()
    .nullable()
    .meta({ description: 'The external ID from the program that placed the order' }),
  card_item_id: Id.nullable().meta({ description: 'Null for the parcel, which carries every bulk card' }),
  recipient_id: Id.nullable(),
  reward_type: RewardTypeName,
  status: DeliveryStatusName,
  group: DeliveryGroupName,
  card_count: z.number().int(),
  value_cents: Cents,
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  due_at: Moment.meta({ description: 'The earliest time it is sent or printed' }),
  attempt: z.number().int().meta({ description: 'How often it was sent, including the next time' }),
  problem_code: z.string(),
  problem: z.string().meta({ description: 'Why it wasn’t delivered, as a sentence; empty if unknown' }),
  carrier: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string(),
  replaces_id: Id.nullable().meta({ description: 'The delivery that this one replaces' }),
  replaced_by_id: Id.nullable(),
  is_held: z.boolean().meta({
    description: 'The order’s payment was refunded, so nothing is sent until the order is released',
  }),
  may_fix_email: z.boolean(),
  may_fix_address: z.boolean(),
  may_resend: z.boolean(),
  may_convert: z
    .boolean()
    .meta({ description: 'Whether a returned letter can be replaced with a digital card' }),
  sent_at: Moment.nullable(),
  opened_at: Moment.nullable(),
  claimed_at: Moment.nullable(),
  thanks: z.string().meta({ description: 'What the recipient wrote back; empty if nothing' }),
  thanked_at: Moment.nullable(),
  bounced_at: Moment.nullable(),
  mailed_at: Moment.nullable(),
  delivered_at: Moment.nullable(),
  returned_at: Moment.nullable(),
  reminded_at: Moment.nullable(),
  expires_at: Moment.nullable().meta({ description: 'When the link to a digital card expires' }),
  created_at: Moment,
  updated_at: Moment,
})

export const DeliveryEvent = z.object({
  id: Id,
  event: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  actor: z.string().meta({ description: '`system`, `customer`, `staff`, `recipient` or `mail server`' }),
  at: Moment,
})

const Counts = z.object({
  waiting: z.number().int(),
  under_way: z.number().int(),
  arrived: z.number().int(),
  needs_a_hand: z.number().int(),
  over: z.number().int(),
})

export const DeliveryDetail = Delivery.extend({ events: z.array(DeliveryEvent) })

/** The office sees which cards it contains, never their numbers. */
export const OfficeDeliveryDetail = DeliveryDetail.extend({
  customer: z.object({ id: Id, name: z.string(), company: z.string(), email: z.string() }),
  cards: z.array(
    z.object({
      id: Id,
      position: z.number().int(),
      last4: z.string(),
      status: z.enum(['issued', 'active', 'cancelled']),
      value_cents: Cents,
      balance_cents: Cents,
    }),
  ),
})

export const OfficeDelivery = Delivery.extend({ customer_name: z.string() })

const email = text(254).refine(isEmail, EMAIL_INVALID)
/** The version the user saw: a delivery that changed since isn't changed again unseen. */
const seen = { seen_updated_at: Moment.optional() }
const filter = {
  group: DeliveryGroupName.optional(),
  status: z.array(DeliveryStatusName).max(DELIVERY_STATUSES.length).optional(),
  reward_type: RewardTypeName.optional(),
  search: text(100).optional().meta({
    description:
      'Any part of a name, company or email. Among more than 20,000 deliveries, how a last name or an email begins, both names, or how the customer of a parcel is found',
  }),
}
/** Either an email address or a postal address; omitted fields stay. */
const Fix = z.object({
  email: email.optional(),
  first_name: text(100).optional(),
  last_name: text(100).optional(),
  company: text(60).optional(),
  phone: text(30).optional(),
  address1: requiredText(200).optional(),
  address2: text(200).optional(),
  city: requiredText(100).optional(),
  state: requiredText(2).optional(),
  zip: requiredText(10).optional(),
  ...seen,
})
const ids = z
  .array(Id)
  .max(1_000)
  .optional()
  .meta({ description: 'Only these. If left out, all that match the filter' })

/** How many were requested, and how many could be done; the rest stay as they were. */
export const ResentDeliveries = z.object({ found: z.number().int(), resent: z.number().int() })

export const DeliveriesOfOrder = pageOf(Delivery).extend({
  total_count: z.number().int(),
  counts: Counts.meta({ description: 'Per group, regardless of the filter' }),
  thanked_count: z
    .number()
    .int()
    .meta({ description: 'How many recipients wrote back, regardless of the filter' }),
})

const customer = { access: 'customer' } as const
const fixing = [
  'delivery_move_not_allowed',
  'delivery_changed',
  'limit_exceeded',
  'order_is_held',
  'order_not_covered',
] as const

export const DeliveriesQuery = PageQuery.extend(filter).extend({
  is_thanked: z.boolean().optional().meta({ description: 'Only those whose recipient wrote back' }),
})

export const listDeliveries = endpoint(api.listDeliveries, {
  ...customer,
  tool: { name: 'find_cards', effect: 'reads' },
  keyScope: 'orders.read',
  summary: 'An order’s deliveries',
  params: IdParams,
  query: DeliveriesQuery,
  response: DeliveriesOfOrder,
})
export const getDelivery = endpoint(api.getDelivery, {
  ...customer,
  keyScope: 'orders.read',
  summary: 'One delivery and its activity',
  params: IdParams,
  response: DeliveryDetail,
})
export const patchDelivery = endpoint(api.patchDelivery, {
  ...customer,
  keyScope: 'cards.resend',
  summary: 'Correct a delivery’s address. If it was already sent, it’s sent again to the new address',
  params: IdParams,
  body: Fix,
  response: Delivery,
  refusals: [...fixing],
})
export const resendDelivery = endpoint(api.resendDelivery, {
  ...customer,
  tool: { name: 'resend_card', effect: 'sends' },
  keyScope: 'cards.resend',
  summary: 'Send a delivery again, unchanged',
  params: IdParams,
  body: z.object(seen),
  response: Delivery,
  idempotent: true,
  refusals: [...fixing],
})
export const resendDeliveries = endpoint(api.resendDeliveries, {
  ...customer,
  keyScope: 'cards.resend',
  summary: 'Send many of an order’s deliveries again: those listed, or all that match a filter',
  params: IdParams,
  body: z.object({ ...filter, ids }),
  response: ResentDeliveries,
  idempotent: true,
  refusals: ['order_is_held', 'order_not_covered'],
})
export const convertDelivery = endpoint(api.convertDelivery, {
  ...customer,
  keyScope: 'cards.resend',
  summary: 'Replace a returned letter with a digital card. The printed card stops working',
  params: IdParams,
  body: z.object({ email, ...seen }),
  response: Delivery,
  idempotent: true,
  refusals: [...fixing, 'card_is_spent'],
})

const read = { access: 'staff', needs: 'deliveries.read' } as const
const work = { access: 'staff', needs: 'deliveries.work' } as const

export const listOfficeDeliveries = endpoint(api.listOfficeDeliveries, {
  ...read,
  summary:
    'Deliveries of all orders, last changed first or sorted. `group=needs_a_hand` lists bounced and returned ones',
  query: PageQuery.extend({
    ...filter,
    order_id: Id.optional(),
    sort: z.enum(['-changed', 'changed']).default('-changed').meta({ description: '`-` is descending' }),
  }),
  response: pageOf(OfficeDelivery).extend({ counts: Counts }),
})
export const getOfficeDelivery = endpoint(api.getOfficeDelivery, {
  ...read,
  summary: 'One delivery with its customer, cards, and activity',
  params: IdParams,
  response: OfficeDeliveryDetail,
})
export const patchOfficeDelivery = endpoint(api.patchOfficeDelivery, {
  ...work,
  summary: 'Correct a delivery’s address. If it was already sent, it’s sent again to the new address',
  params: IdParams,
  body: Fix,
  response: Delivery,
  refusals: [...fixing],
})
export const resendOfficeDelivery = endpoint(api.resendOfficeDelivery, {
  ...work,
  summary: 'Send a delivery again, unchanged',
  params: IdParams,
  body: z.object(seen),
  response: Delivery,
  idempotent: true,
  refusals: [...fixing],
})
export const resendOfficeDeliveries = endpoint(api.resendOfficeDeliveries, {
  ...work,
  summary: 'Send many of an order’s deliveries again',
  body: z.object({ order_id: Id, ...filter, ids }),
  response: ResentDeliveries,
  idempotent: true,
  refusals: ['not_found', 'order_is_held', 'order_not_covered'],
})
export const convertOfficeDelivery = endpoint(api.convertOfficeDelivery, {
  ...work,
  summary: 'Replace a returned letter with a digital card',
  params: IdParams,
  body: z.object({ email, ...seen }),
  response: Delivery,
  idempotent: true,
  refusals: [...fixing, 'card_is_spent'],
})
/** The result for one mail of a report, or for one address. */
const ReportedLine = z.object({
  about: z
    .string()
    .meta({ description: 'The recipient’s address, or the position of an email that can’t be read' }),
  outcome: z.enum(['bounced', 'unchanged', 'not_found', 'unreadable']),
  words: z.string(),
  deliveries: z.array(
    z.object({ id: Id, order_number: z.string(), first_name: z.string(), last_name: z.string() }),
  ),
})

export const reportDeliveries = endpoint(api.reportDeliveries, {
  ...work,
  summary:
    'Report bounced email: delivery reports (RFC 3464) that arrived in the sender’s mailbox, or addresses',
  body: z
    .object({
      report: z.string().max(2_000_000, 'Use at most 2 million characters.').default('').meta({
        description: 'One email or a mailbox (mbox)',
      }),
      addresses: z.array(text(320)).max(1_000, 'Enter at most 1,000 addresses at a time.').default([]),
    })
    .refine(({ report, addresses }) => report.trim() !== '' || addresses.length > 0, {
      path: ['report'],
      error: 'This field is required',
    }),
  response: z.object({
    recognized: z.number().int().meta({ description: 'Recipients that were recognized' }),
    bounced: z.number().int().meta({ description: 'Deliveries marked as bounced' }),
    lines: z.array(ReportedLine),
  }),
})
