import { BATCH_KINDS, BATCH_STATUSES } from '@laurel/domain/batch-status'
import { DELIVERY_STATUSES } from '@laurel/domain/delivery-status'
import { REOPENED, readReopened, SEARCH_KINDS } from '@laurel/domain/office-search'
import { OFFICE_STATUSES } from '@laurel/domain/office-status'
import { BY_HAND_METHODS } from '@laurel/domain/payment-method'
import { REFUND_STATES } from '@laurel/domain/refund-rules'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, Moment, RewardTypeName, text } from './fields.ts'
import { AccountState } from './office-customers.ts'
import { api } from './routes.ts'

export const FoundOrder = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(OFFICE_STATUSES),
  customer_name: z.string(),
  company: z.string(),
  po_number: z.string(),
  total_cents: Cents,
  placed_at: Moment,
})

export const FoundCustomer = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  state: AccountState,
})

export const FoundCompany = z.object({
  id: Id,
  name: z.string(),
  people_count: z.number().int(),
  merged_into: z.string().nullable().meta({ description: 'The company it was merged into' }),
})

/** A person on the list of a placed order. */
export const FoundRecipient = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  reward_type: RewardTypeName,
  order_id: Id,
  order_number: z.string(),
  delivery_id: Id.nullable().meta({ description: 'Null before the order is approved' }),
  delivery_status: z.enum(DELIVERY_STATUSES).nullable(),
})

/** A card by email, a letter, or a parcel. */
export const FoundDelivery = z.object({
  id: Id,
  name: z.string(),
  reward_type: RewardTypeName,
  status: z.enum(DELIVERY_STATUSES),
  value_cents: Cents,
  card_count: z.number().int(),
  order_number: z.string(),
  carrier: z.string(),
  tracking_number: z.string(),
  last4: z.string().meta({ description: 'The last four digits of its card, if they were searched for' }),
})

export const FoundBatch = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(BATCH_KINDS),
  status: z.enum(BATCH_STATUSES),
  delivery_count: z.number().int(),
  card_count: z.number().int(),
})

const money = {
  id: Id,
  amount_cents: Cents,
  order_id: Id.nullable().meta({ description: 'Null if it doesn’t belong to an order' }),
  order_number: z.string(),
}

export const FoundPayment = z.discriminatedUnion('kind', [
  z.object({
    ...money,
    kind: z.literal('received'),
    method_code: z.enum(BY_HAND_METHODS),
    payer: z.string(),
    document_number: z.string(),
    received_on: z.string(),
    is_matched: z.boolean(),
    is_reversed: z.boolean(),
  }),
  z.object({ ...money, kind: z.literal('refund'), state: z.enum(REFUND_STATES), created_at: Moment }),
])

function found<T extends z.ZodType>(one: T) {
  return z
    .object({ results: z.array(one), has_more: z.boolean() })
    .nullable()
    .meta({ description: 'Null if it wasn’t searched, or if the caller can’t see it' })
}

const Reopened = z
  .string()
  .max(40)
  .refine((one) => readReopened(one) !== undefined, 'Use a kind and an ID, such as orders-12.')

export const searchOffice = endpoint(api.searchOffice, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Search everything the caller can see',
  query: z.object({
    q: text(100).default('').meta({
      description:
        'The beginning of an order number; a full payment reference, tracking number, delivery (D-12), batch (B-1001), card’s last four digits, check number, external ID, or amount ($101.95); any part of a customer’s name, business, or email, of a company’s name or domain, of a PO number, or of a custom field (with more than 20,000 customers or orders, the beginning of one of these); the beginning of a recipient’s last name or email, or their first and last name. Names and emails need at least 3 characters',
    }),
    only: z.array(z.enum(SEARCH_KINDS)).max(SEARCH_KINDS.length).optional().meta({
      description: 'Search only these kinds, with up to 20 results each. By default, every kind has up to 5',
    }),
    recent: z
      .array(Reopened)
      .max(12)
      .optional()
      .meta({
        description: `Instead of a search, looks things up by kind (${REOPENED.join(', ')}) and ID, such as \`orders-12\``,
      }),
  }),
  response: z.object({
    orders: found(FoundOrder),
    customers: found(FoundCustomer),
    companies: found(FoundCompany),
    recipients: found(FoundRecipient),
    deliveries: found(FoundDelivery),
    batches: found(FoundBatch),
    payments: found(FoundPayment),
  }),
})
