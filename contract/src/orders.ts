import { KEY_MODES } from '@laurel/domain/company-api-keys'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { MAX_INVOICE_EMAILS } from '@laurel/domain/invoice-emails'
import { ORDER_REFUND_STATES } from '@laurel/domain/order-refund'
import { DISPLAY_STATUSES, ORDER_STATUSES } from '@laurel/domain/order-status'
import { PAYMENT_METHODS, PROVIDER_METHODS } from '@laurel/domain/payment-method'
import { PAYMENT_STATES } from '@laurel/domain/payment-state'
import * as z from 'zod'
import { CardItem } from './card-items.ts'
import { CartApproval } from './cart-approval.ts'
import { Address } from './customers.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  FieldProblem,
  Id,
  IdParams,
  listOf,
  Moment,
  PageQuery,
  pageOf,
  RewardTypeName,
  text,
} from './fields.ts'
import { FieldValue, OrderFieldToFill } from './order-fields.ts'
import { api } from './routes.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)
export const DisplayStatus = z.enum(DISPLAY_STATUSES)
/** What was refunded of an order, next to its status, which stays as specified. */
export const OrderRefund = {
  refund_state: z.enum(ORDER_REFUND_STATES).meta({
    description: 'Full if all payments were refunded. Screens then show “Refunded” instead of the status',
  }),
  refunded_cents: Cents,
}
export const PaymentMethod = z.enum(PAYMENT_METHODS, { error: /*i18n*/ 'Choose a payment method.' })
/** What a site sets up; orders can also be paid from their company’s balance. */
export const ProviderMethod = z.enum(PROVIDER_METHODS, { error: /*i18n*/ 'Choose a payment method.' })
export const PaymentState = z.enum(PAYMENT_STATES)

/** Events in a customer's activity, besides the order's status changes. */
export const ACTIVITY_EVENTS = [
  'refund.approved',
  'refund.done',
  'refund.failed',
  'bounced',
  'returned',
  'replaced',
  'converted',
  'fixed',
  'mailed',
  'queued',
  'message',
] as const

export const AddressSnapshot = Address.omit({ id: true, is_default: true })

export const ShippingOrder = z.object({
  id: Id,
  order_id: Id,
  reward_type: RewardTypeName,
  shipping_option_id: Id,
  carrier: z.string(),
  service: z.string(),
  price_cents: Cents,
  per: z.enum(['shipment', 'recipient']),
  address: AddressSnapshot.nullable(),
  send_at: Moment.nullable(),
  state: z.string(),
  tracking_number: z.string(),
})

/** Where to send money for a check or a bank transfer, and what to quote. */
export const Remittance = z.object({
  reference: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  note: z.string(),
})

export const Payment = z.object({
  id: Id,
  order_id: Id,
  method_code: PaymentMethod,
  state: PaymentState,
  amount_cents: Cents,
  masked_account: z.string(),
  message: z.string().meta({ description: 'What happened, as a sentence; may be empty' }),
  created_at: Moment,
  expires_at: Moment.nullable(),
  hosted_page: z
    .object({ url: z.string(), fields: z.object({ ssl_txn_auth_token: z.string() }) })
    .nullable()
    .meta({
      description: 'Where to send the buyer with a form POST of these fields; only while the attempt is open',
    }),
  remittance: Remittance.nullable(),
})

/** `number` is empty while the order is a cart. */
export const Order = z.object({
  id: Id,
  number: z.string(),
  status: OrderStatus,
  display_status: DisplayStatus,
  ...OrderRefund,
  is_shipped: z.boolean(),
  po_number: z.string(),
  fields: z
    .array(FieldValue)
    .meta({ description: 'The company’s custom fields, with their names when the order was placed' }),
  decline_reason: z.string(),
  card_items: z.array(CardItem),
  bulk_address: Address.nullable(),
  shipping_orders: z.array(ShippingOrder),
  payments: z.array(Payment),
  card_count: z.number().int(),
  total_cents: Cents,
  frozen_until: Moment.nullable().meta({ description: 'The order can’t change while a payment is open' }),
  history: z.array(z.object({ status: OrderStatus, at: Moment, note: z.string() })),
  created_at: Moment,
  placed_at: Moment.nullable(),
  placed_by: z.string().meta({ description: 'The name of the person who placed it; empty for a cart' }),
  due_on: z.iso
    .date()
    .nullable()
    .meta({ description: 'When its invoice is due, if it was ordered on invoice' }),
  external_id: z
    .string()
    .nullable()
    .meta({ description: 'The external ID from the program that placed it; null for other orders' }),
  is_own: z.boolean().meta({ description: 'Whether the caller placed it; always false for staff' }),
  mode: z.enum(KEY_MODES).meta({ description: 'The mode of the API keys that can see it' }),
})

export const SummaryLine = z.object({
  label: z.string(),
  reward_type: RewardTypeName,
  card_item_id: Id.nullable(),
  cents: Cents,
  parts: z.array(z.object({ count: z.number().int(), each_cents: Cents })),
})
export const SummaryGroup = z.object({ cents: Cents, lines: z.array(SummaryLine) })

/** Every cent explained: value of the cards, card fees, delivery. */
export const OrderSummary = z.object({
  order_id: Id,
  card_count: z.number().int(),
  value: SummaryGroup,
  fees: SummaryGroup,
  delivery: SummaryGroup,
  total_cents: Cents,
  checkout_type: z.string(),
  missing: z.array(FieldProblem).meta({ description: 'What is missing before checkout, in step order' }),
  fields: z.array(OrderFieldToFill).meta({
    description: 'The company’s custom fields, which can be filled in until the order is placed',
  }),
  approval: CartApproval.nullable().meta({
    description: 'Who will be asked to approve the cart, and why; null if it doesn’t need approval',
  }),
})

export const PaymentProvider = z.object({
  id: Id,
  method_code: ProviderMethod,
  title: z.string(),
  instructions: z.string(),
  position: z.number().int(),
})

const OrderParams = z.object({ order_id: Id })
export const listOrders = endpoint(api.listOrders, {
  access: 'customer',
  tool: { name: 'find_orders', effect: 'reads' },
  keyScope: 'orders.read',
  summary: 'The customer’s orders, newest first. `status=cart` is the current order',
  query: PageQuery.extend({
    status: z.array(OrderStatus).max(6).optional(),
    search: text(60).optional().meta({
      description: 'An order number, or any part of a PO number or custom field’s value',
    }),
  }),
  response: pageOf(Order),
})
export const getOrder = endpoint(api.getOrder, {
  access: 'customer',
  tool: { name: 'get_order', effect: 'reads' },
  keyScope: 'orders.read',
  summary: 'One order with its details',
  params: IdParams,
  response: Order,
})
export const getOrderActivity = endpoint(api.getOrderActivity, {
  access: 'customer',
  keyScope: 'orders.read',
  summary: 'The activity of an order’s payments and cards, with messages from the organization, newest first',
  params: IdParams,
  response: z.object({
    happened: z.array(
      z.object({
        key: z.string(),
        event: z.enum(ACTIVITY_EVENTS),
        by: z.enum(['customer', 'organization', 'recipient', 'system']),
        amount_cents: Cents.nullable().meta({ description: 'Of a refund' }),
        count: z.number().int().meta({ description: 'How many cards it happened to at the same time' }),
        recipient: z.string().meta({ description: 'Of a single card' }),
        text: z
          .string()
          .meta({ description: 'What the organization wrote, for `message`; empty for other events' }),
        at: Moment,
      }),
    ),
  }),
})
export const reorder = endpoint(api.reorder, {
  access: 'customer',
  tool: { name: 'reorder', effect: 'changes' },
  companyNeeds: 'orders.place',
  summary: 'Copy an order’s items, with their recipients, into the cart',
  params: IdParams,
  response: Order,
  idempotent: true,
  refusals: ['order_is_frozen', 'limit_exceeded'],
})
export const attachBulkAddress = endpoint(api.attachBulkAddress, {
  access: 'customer',
  summary: 'Ship the bulk cards to an address of the address book',
  params: OrderParams,
  body: z.object({ registered_address_id: Id }),
  response: Order,
  refusals: ['order_is_frozen', 'order_is_empty'],
})
export const createBulkShippingOrder = endpoint(api.createBulkShippingOrder, {
  access: 'customer',
  summary: 'Choose the bulk parcel’s delivery method',
  params: OrderParams,
  body: z.object({ shipping_option_id: Id }),
  response: ShippingOrder,
  idempotent: true,
  refusals: ['order_is_frozen', 'order_is_empty', 'shipping_option_not_for_type', 'address_missing'],
})
export const createShippingOrder = endpoint(api.createShippingOrder, {
  access: 'customer',
  tool: { name: 'choose_delivery', effect: 'changes' },
  summary: 'Choose the delivery method of direct or digital cards, and when to send them',
  body: z.object({
    order_id: Id,
    reward_type: z.enum(['direct', 'digital'], { error: /*i18n*/ 'Choose direct or digital.' }),
    shipping_option_id: Id,
    send_at: Moment.nullable().default(null),
  }),
  response: ShippingOrder,
  idempotent: true,
  refusals: ['not_found', 'order_is_frozen', 'order_is_empty', 'shipping_option_not_for_type'],
})
export const getOrderSummary = endpoint(api.getOrderSummary, {
  access: 'customer',
  tool: { name: 'get_cart', effect: 'reads' },
  summary: 'The price of the current order, or of one by ID, line by line',
  query: z.object({ order_id: Id.optional() }),
  response: OrderSummary,
  refusals: ['not_found'],
})
export const previewOrderSummary = endpoint(api.previewOrderSummary, {
  access: 'customer',
  summary: 'The price with these delivery methods. Saves nothing',
  body: z.object({ shipping_option_ids: z.array(Id).max(3) }),
  response: OrderSummary,
  refusals: ['not_found'],
})
export const listPaymentProviders = endpoint(api.listPaymentProviders, {
  access: 'customer',
  tool: { name: 'list_payment_methods', effect: 'reads' },
  summary: 'This site’s payment methods',
  response: listOf(PaymentProvider),
})
export const createPayment = endpoint(api.createPayment, {
  access: 'customer',
  keyScope: 'orders.place',
  companyNeeds: 'orders.place',
  summary: 'Start paying for the order, which fixes its price',
  body: z.object({
    order_id: Id,
    method_code: PaymentMethod,
    po_number: text(40).default(''),
    invoice_emails: z
      .array(text(254).refine(isEmail, EMAIL_INVALID))
      .max(MAX_INVOICE_EMAILS, `Choose up to ${MAX_INVOICE_EMAILS} addresses.`)
      .optional()
      .meta({ description: 'Who else gets the invoice and receipt. If left out, nothing changes' }),
    seen_total_cents: Cents.optional().meta({
      description: 'The total the customer saw. If it has changed, the payment doesn’t start',
    }),
  }),
  response: Payment,
  idempotent: true,
  refusals: [
    'registration_incomplete',
    'not_found',
    'order_is_empty',
    'card_items_need_attention',
    'digital_not_offered',
    'card_item_incomplete',
    'order_field_missing',
    'shipping_missing',
    'address_missing',
    'order_already_paid',
    'order_not_payable',
    'payment_outstanding',
    'payment_already_open',
    'payment_has_discrepancy',
    'price_changed',
    'over_budget',
    'approval_needed',
    'payment_method_unavailable',
    'balance_too_low',
    'terms_overdue',
    'over_credit_limit',
    'payment_provider_unreachable',
    'payment_unknown',
    'limit_exceeded',
    'too_many_requests',
  ],
})
export const cancelOrder = endpoint(api.cancelOrder, {
  access: 'customer',
  keyScope: 'orders.place',
  summary:
    'Cancel an order that awaits approval, waits for a check or transfer, or is in review and paid by the company. Safe to repeat',
  params: IdParams,
  response: Order,
  idempotent: true,
  refusals: ['order_not_cancelable', 'payment_already_open'],
})
/**
 * Asks the provider first. If it knows of no payment, the attempt is abandoned and the order is free; an
 * authorized card charge is voided. While the provider can't tell, nothing changes.
 */
export const leavePayment = endpoint(api.leavePayment, {
  access: 'customer',
  summary: 'Leave the open payment page. The cart can then be changed or paid another way',
  params: IdParams,
  response: Order,
  refusals: ['payment_unknown'],
})
export const verifyPayment = endpoint(api.verifyPayment, {
  access: 'customer',
  summary: 'Check the order’s open payment with the payment provider',
  params: IdParams,
  body: z.object({
    returned_message: text(100).optional().meta({
      description:
        'What the buyer’s browser brought back from the payment page. It isn’t trusted: an approval that the provider doesn’t confirm is recorded',
    }),
  }),
  response: Order,
  refusals: ['payment_unknown'],
})
