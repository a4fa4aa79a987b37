import { ORDER_STATUSES } from '@laurel/domain/order-status'
import { DISCREPANCY_REASONS, DISCREPANCY_STATES } from '@laurel/domain/payment-discrepancy'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, PageQuery, pageOf, requiredText } from './fields.ts'
import { PaymentMethod, PaymentState } from './orders.ts'
import { api } from './routes.ts'

/** A discrepancy: money the provider reports that doesn't fit its payment. It moves no order until staff decide. */
export const PaymentDiscrepancy = z.object({
  id: Id,
  order_id: Id,
  order_number: z.string().meta({ description: 'Empty while the order is a cart' }),
  order_status: z.enum([...ORDER_STATUSES, 'top_up']),
  payment_id: Id,
  method_code: PaymentMethod,
  payment_state: PaymentState,
  reason: z.enum(DISCREPANCY_REASONS),
  words: z.string().meta({ description: 'The reason as a sentence' }),
  state: z.enum(DISCREPANCY_STATES),
  expected_cents: Cents.meta({ description: 'The requested amount' }),
  amount_cents: Cents.nullable().meta({ description: 'The reported amount; null if it can’t be read' }),
  currency: z.string(),
  masked_account: z.string(),
  provider_transaction_id: z.string(),
  found_at: Moment,
  updated_at: Moment,
  decided_by: z.string(),
  note: z.string(),
  refund_id: Id.nullable().meta({ description: 'Its refund' }),
  can_accept: z.boolean(),
  can_refund: z.boolean(),
  can_dismiss: z.boolean().meta({ description: 'It isn’t our payment' }),
})

const Note = z.object({ note: requiredText(200) })
export const listPaymentDiscrepancies = endpoint(api.listPaymentDiscrepancies, {
  access: 'staff',
  needs: 'money.read',
  summary: 'Payment discrepancies, newest first. `only=open` lists those to decide',
  query: PageQuery.extend({ only: z.enum(['open']).optional() }),
  response: pageOf(PaymentDiscrepancy),
})

export const acceptPaymentDiscrepancy = endpoint(api.acceptPaymentDiscrepancy, {
  access: 'staff',
  needs: 'money.refund',
  summary:
    'Accept a late payment for its order, if it still matches the total. Checks with the provider first',
  params: IdParams,
  body: Note,
  response: PaymentDiscrepancy,
  idempotent: true,
  refusals: ['discrepancy_changed', 'discrepancy_not_acceptable', 'payment_unknown'],
})

export const refundPaymentDiscrepancy = endpoint(api.refundPaymentDiscrepancy, {
  access: 'staff',
  needs: 'money.refund',
  summary: 'Refund it to its payer. Above the site’s limit, a second person must approve',
  params: IdParams,
  body: Note,
  response: PaymentDiscrepancy,
  idempotent: true,
  refusals: ['discrepancy_changed'],
})

export const dismissPaymentDiscrepancy = endpoint(api.dismissPaymentDiscrepancy, {
  access: 'staff',
  needs: 'money.refund',
  summary: 'Dismiss a discrepancy: it isn’t our payment',
  params: IdParams,
  body: Note,
  response: PaymentDiscrepancy,
  idempotent: true,
  refusals: ['discrepancy_changed'],
})
