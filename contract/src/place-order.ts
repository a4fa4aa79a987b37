import { APPROVAL_STATES } from '@laurel/domain/approval-states'
import { EXTERNAL_ID, MAX_PEOPLE_IN_CALL } from '@laurel/domain/company-api-keys'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { MAX_INVOICE_EMAILS } from '@laurel/domain/invoice-emails'
import { LANGUAGES } from '@laurel/domain/languages'
import { FIELD_VALUE_MAX, MAX_ORDER_FIELDS } from '@laurel/domain/order-fields'
import * as z from 'zod'
import { CardDesign } from './card-items.ts'
import { CartApproval } from './cart-approval.ts'
import { AddressInput } from './customers.ts'
import { DeliveriesOfOrder, DeliveriesQuery } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Id, lineText, Moment, RewardTypeName, text } from './fields.ts'
import { Order, OrderSummary } from './orders.ts'
import { blankRecipient } from './recipients.ts'
import { api } from './routes.ts'

const ExternalId = z
  .string()
  .regex(EXTERNAL_ID, /*i18n*/ 'Use 1 to 100 visible ASCII characters, without spaces.')
  .meta({ description: 'Your name for the order, unique in the company' })

/** A person who gets a card: by email, or by mail. */
export const OrderPerson = z.object({
  ...blankRecipient,
  language: z.enum(LANGUAGES, { error: /*i18n*/ 'Use en or es.' }).optional().meta({
    description: 'The language of the card’s email, page, and letter; the site’s if omitted',
  }),
})

/** A card design, and who gets it. */
export const OrderItem = z.object({
  saved_design_id: Id.optional().meta({
    description: 'A design that the company saved. Other fields replace its own',
  }),
  reward_type: RewardTypeName.optional(),
  reward_id: Id.optional(),
  reward_card_template_id: Id.optional(),
  design: CardDesign.optional(),
  name: text(60).optional(),
  message: text(500).optional(),
  sender_name: lineText(60).optional(),
  denomination_cents: Cents.optional().meta({
    description: 'The value of each card. Recipients can have their own',
  }),
  quantity: z.number().int().optional().meta({ description: 'Bulk cards only' }),
  recipients: z
    .array(OrderPerson)
    .optional()
    .meta({ description: `Up to ${MAX_PEOPLE_IN_CALL.toLocaleString('en-US')} in all items together` }),
  recipient_list_id: Id.optional().meta({
    description: 'A list that the company shares, instead of `recipients`. People on it twice get one card',
  }),
})

export const OrderDelivery = z.object({
  reward_type: RewardTypeName,
  shipping_option_id: Id,
  send_at: Moment.nullable().default(null).meta({ description: 'Digital cards only; null is once approved' }),
})

const asked = {
  items: z
    .array(OrderItem)
    .min(1, /*i18n*/ 'Add at least one item.')
    .max(50, /*i18n*/ 'Add up to 50 items.')
    .refine(
      (items) => items.reduce((sum, item) => sum + (item.recipients?.length ?? 0), 0) <= MAX_PEOPLE_IN_CALL,
      `Send up to ${MAX_PEOPLE_IN_CALL.toLocaleString('en-US')} people.`,
    ),
  deliveries: z.array(OrderDelivery).max(3).meta({ description: 'One for each reward type of the items' }),
  ship_to: z
    .union([z.object({ address_id: Id }), AddressInput.omit({ is_default: true, is_shared: true })], {
      error: /*i18n*/ 'Send an address_id, or a name, address1, city, state, and zip.',
    })
    .optional()
    .meta({ description: 'Where bulk cards go: an address that the company shares, or a new one' }),
  fields: z
    .array(z.object({ id: Id, value: lineText(FIELD_VALUE_MAX) }))
    .max(MAX_ORDER_FIELDS)
    .default([])
    .meta({ description: 'The company’s custom fields' }),
  po_number: text(40).default(''),
  payment_method: z
    .enum(['company_balance', 'company_terms'], { error: /*i18n*/ 'Choose the balance or an invoice.' })
    .default('company_balance'),
}

/** What quoting and placing can be refused for. */
const refusals = [
  'not_found',
  'registration_incomplete',
  'company_left',
  'design_unavailable',
  'digital_not_offered',
  'limit_exceeded',
  'order_is_empty',
  'card_items_need_attention',
  'card_item_incomplete',
  'shipping_missing',
  'shipping_option_not_for_type',
  'address_missing',
  'order_field_missing',
] as const

export const quoteOrder = endpoint(api.quoteOrder, {
  access: 'key',
  keyScope: 'orders.place',
  summary: 'Price an order without placing it, and learn whose approval it would need',
  body: z.object(asked),
  response: OrderSummary.pick({
    card_count: true,
    value: true,
    fees: true,
    delivery: true,
    total_cents: true,
  }).extend({
    approval: CartApproval.nullable(),
    balance_cents: z.number().int().meta({ description: 'The company’s balance now; can be negative' }),
    quote: z.string().meta({
      description:
        'Send it when you place the order: if the price or the rules have changed, nothing is placed',
    }),
  }),
  refusals: [...refusals],
})

/** How the approval of an order stands. */
export const PlacedOrder = Order.extend({
  approval: z
    .object({ state: z.enum(APPROVAL_STATES), comment: z.string() })
    .nullable()
    .meta({
      description: 'Its request for approval; null if none was needed. `comment` says why it was returned',
    }),
})

export const placeOrder = endpoint(api.placeOrder, {
  access: 'key',
  keyScope: 'orders.place',
  summary: 'Place an order in one call, or send it for approval if the company’s rules need that',
  body: z.object({
    ...asked,
    external_id: ExternalId.meta({
      description: 'Your name for the order. Repeating the request returns the same order',
    }),
    quote: z.string().max(64).optional(),
    note: text(500).default('').meta({ description: 'For the people who approve it' }),
    invoice_emails: z
      .array(lineText(254).refine(isEmail, EMAIL_INVALID))
      .max(MAX_INVOICE_EMAILS, `Choose up to ${MAX_INVOICE_EMAILS} addresses.`)
      .default([]),
  }),
  response: PlacedOrder,
  refusals: [
    ...refusals,
    'external_id_used',
    'quote_changed',
    'balance_too_low',
    'terms_overdue',
    'over_credit_limit',
    'over_budget',
    'approval_needed',
    'approval_without_approver',
    'payment_method_unavailable',
    'price_changed',
    'order_changed',
  ],
})

export const getOrderByExternalId = endpoint(api.getOrderByExternalId, {
  access: 'key',
  keyScope: 'orders.read',
  summary: 'One of the company’s orders by its external ID',
  params: z.object({ external_id: ExternalId }),
  response: PlacedOrder,
  refusals: ['not_found'],
})
export const listDeliveriesByExternalId = endpoint(api.listDeliveriesByExternalId, {
  access: 'key',
  keyScope: 'orders.read',
  summary: 'The cards of one of the company’s orders by its external ID',
  params: z.object({ external_id: ExternalId }),
  query: DeliveriesQuery,
  response: DeliveriesOfOrder,
  refusals: ['not_found'],
})
