import { LEDGER_ACCOUNTS } from '@laurel/domain/ledger'
import { BY_HAND_METHODS, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { REFUND_KINDS, REFUND_STATES } from '@laurel/domain/refund-rules'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, dayText, Id, IdParams, Moment, PageQuery, pageOf, requiredText, text } from './fields.ts'
import { OrderCustomer } from './office-orders.ts'
import { PaymentMethod, PaymentState } from './orders.ts'
import { api } from './routes.ts'

const SomeCents = z.number().int().min(1, 'Enter an amount above zero.').max(10_000_000_000)
/** `check or bank transfer` */
const BY_HAND_NAMES = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
  BY_HAND_METHODS.map((method) => WAYS_TO_PAY[method].name.toLowerCase()),
)
const Day = dayText('Enter a date as YYYY-MM-DD.')

/** A check or transfer that staff found on the bank statement. */
export const ReceivedPayment = z.object({
  id: Id,
  method_code: z.enum(BY_HAND_METHODS),
  amount_cents: Cents,
  reference: z.string(),
  payer: z.string(),
  document_number: z.string(),
  received_on: z.string(),
  note: z.string(),
  order_id: Id.nullable(),
  order_number: z.string(),
  is_top_up: z
    .boolean()
    .meta({ description: 'Whether it’s a top-up of a company’s balance instead of an order’s payment' }),
  recorded_by: z.string(),
  recorded_at: Moment,
  reversed_at: Moment.nullable(),
  reversed_reason: z.string(),
  refund_asked_by: z.string().meta({
    description: 'Who requested a refund that needs a second person',
  }),
  refund_document_number: z.string().meta({ description: 'The check or transfer that refunded it' }),
})

export const Refund = z.object({
  id: Id,
  order_id: Id,
  order_number: z.string(),
  payment_id: Id,
  method_code: PaymentMethod,
  amount_cents: Cents,
  reason: z.string(),
  kind: z.enum(REFUND_KINDS),
  state: z.enum(REFUND_STATES),
  message: z.string(),
  asked_by: z.string(),
  asked_by_name: z.string().meta({ description: 'A staff member’s name, if applicable' }),
  approved_by: z.string(),
  approved_by_name: z.string(),
  stuck_since: Moment.nullable().meta({
    description: 'Since when it has failed. You can then send it by check or transfer and mark it done',
  }),
  discrepancy_id: Id.nullable().meta({
    description: 'The discrepancy that it refunds, if it isn’t an order’s',
  }),
  created_at: Moment,
  updated_at: Moment,
})

/** All movements of an order's money, and whether they balance. */
export const OrderMoney = z.object({
  order_id: Id,
  total_cents: Cents,
  value_cents: Cents,
  fees_cents: Cents,
  delivery_cents: Cents,
  refunded_cents: Cents,
  received_cents: z.number().int().meta({
    description: 'The balance; negative if the bank returned money that had already been refunded',
  }),
  owed_cents: z.number().int().meta({ description: 'Above 0, outstanding; below 0, to be refunded' }),
  two_people_above_cents: Cents.meta({
    description: 'Refunds of an order above this amount need a second person’s approval',
  }),
  refund_limit: z.string().meta({
    description: 'Why not everything can be refunded: cards that are claimed or mailed. Empty if none',
  }),
  payments: z.array(
    z.object({
      id: Id,
      method_code: PaymentMethod,
      state: PaymentState,
      amount_cents: Cents,
      received_cents: Cents,
      refundable_cents: Cents,
      masked_account: z.string(),
      message: z.string(),
      created_at: Moment.meta({ description: 'When the customer started it' }),
      paid_at: Moment.nullable().meta({
        description: 'When the payment was received, or null. For checks and transfers, the latest',
      }),
    }),
  ),
  received_payments: z.array(ReceivedPayment),
  refunds: z.array(Refund),
  ledger: z.array(
    z.object({
      event: z.string(),
      source: z.string(),
      account: z.enum(LEDGER_ACCOUNTS),
      cents: z.number().int(),
      at: Moment,
    }),
  ),
})

export const listReceivedPayments = endpoint(api.listReceivedPayments, {
  access: 'staff',
  needs: 'money.read',
  summary: 'Received checks and transfers, newest first',
  query: PageQuery.extend({ only: z.enum(['unmatched', 'matched']).optional() }),
  response: pageOf(ReceivedPayment),
})

export const recordReceivedPayment = endpoint(api.recordReceivedPayment, {
  access: 'staff',
  needs: 'money.record',
  summary: 'Record a check or transfer. Our reference matches it to its order',
  body: z.object({
    method_code: z.enum(BY_HAND_METHODS, { error: `Choose ${BY_HAND_NAMES}.` }),
    amount_cents: SomeCents,
    reference: text(60).default(''),
    payer: text(120).default(''),
    document_number: text(60).default(''),
    received_on: Day,
    note: text(500).default(''),
  }),
  response: ReceivedPayment,
  idempotent: true,
  refusals: ['payment_recorded_already'],
})

/** An order that this payment can be matched to. */
export const MatchableOrder = z.object({
  order_id: Id,
  order_number: z.string(),
  is_top_up: z.boolean(),
  reference: z.string(),
  customer: OrderCustomer,
  total_cents: Cents,
  due_cents: Cents.meta({ description: 'The outstanding amount' }),
  is_near_reference: z.boolean().meta({ description: 'The reference differs by at most two typos' }),
  is_same_amount: z.boolean(),
})

export const listMatchableOrders = endpoint(api.listMatchableOrders, {
  access: 'staff',
  needs: 'money.read',
  summary:
    'Orders that a check or transfer can be matched to, likeliest first. Without a search, those waiting for payment',
  params: IdParams,
  query: z.object({ search: text(100).default('') }),
  response: z.array(MatchableOrder),
})

export const matchReceivedPayment = endpoint(api.matchReceivedPayment, {
  access: 'staff',
  needs: 'money.record',
  summary: 'Match a received payment to an order',
  params: IdParams,
  body: z.object({ order_id: Id }),
  response: ReceivedPayment,
  idempotent: true,
  refusals: ['payment_not_matchable'],
})

export const reverseReceivedPayment = endpoint(api.reverseReceivedPayment, {
  access: 'staff',
  needs: 'money.record',
  summary: 'Undo a received payment: a check bounced, or it was recorded by mistake',
  params: IdParams,
  body: z.object({ reason: requiredText(200) }),
  response: ReceivedPayment,
  idempotent: true,
  refusals: ['payment_not_matchable'],
})

export const refundReceivedPayment = endpoint(api.refundReceivedPayment, {
  access: 'staff',
  needs: 'money.refund',
  summary:
    'Mark an unmatched payment as refunded to its payer. Above the site’s limit, the first person requests it and a second person confirms it',
  params: IdParams,
  body: z.object({ document_number: requiredText(60), reason: requiredText(200) }),
  response: ReceivedPayment,
  idempotent: true,
  refusals: ['payment_not_matchable', 'other_person_needed'],
})

export const listRefunds = endpoint(api.listRefunds, {
  access: 'staff',
  needs: 'money.read',
  summary: 'Refunds, newest first. `only=open` lists unfinished ones',
  query: PageQuery.extend({ only: z.enum(['open']).optional() }),
  response: pageOf(Refund),
})

export const askRefund = endpoint(api.askRefund, {
  access: 'staff',
  needs: 'money.refund',
  summary: 'Refund a payment to its payer. Above the site’s limit, a second person must approve',
  body: z.object({ payment_id: Id, amount_cents: SomeCents, reason: requiredText(200) }),
  response: Refund,
  idempotent: true,
  refusals: ['not_found', 'refund_too_large', 'refund_cards_out'],
})

export const decideRefund = endpoint(api.decideRefund, {
  access: 'staff',
  needs: 'money.refund_large',
  summary: 'Approve or decline a large refund that another person requested',
  params: IdParams,
  body: z.object({ agree: z.boolean() }),
  response: Refund,
  idempotent: true,
  refusals: ['refund_changed', 'other_person_needed', 'refund_not_covered', 'refund_cards_out'],
})

export const finishRefund = endpoint(api.finishRefund, {
  access: 'staff',
  needs: 'money.refund',
  summary: 'Mark a refund by check or transfer as sent',
  params: IdParams,
  body: z.object({ document_number: requiredText(60) }),
  response: Refund,
  idempotent: true,
  refusals: ['refund_changed', 'refund_not_covered'],
})

export const getOrderMoney = endpoint(api.getOrderMoney, {
  access: 'staff',
  needs: 'money.read',
  summary: 'An order’s payments, received payments, refunds, and ledger',
  params: IdParams,
  response: OrderMoney,
})
