import { OUTSTANDING_AGES } from '@laurel/domain/outstanding-age'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, PageQuery, pageOf } from './fields.ts'
import { OrderCustomer } from './office-orders.ts'
import { PaymentMethod } from './orders.ts'
import { api } from './routes.ts'

const Age = z.enum(OUTSTANDING_AGES)
const Count = z.number().int().nonnegative()

/** A placed order with an outstanding amount. */
export const OutstandingOrder = z.object({
  order_id: Id,
  order_number: z.string(),
  customer: OrderCustomer,
  method_code: PaymentMethod.nullable(),
  placed_at: Moment,
  age: Age,
  age_days: Count,
  total_cents: Cents,
  outstanding_cents: Cents.meta({ description: 'The outstanding part of the total' }),
  reminders_sent: Count,
  reminded_at: Moment.nullable(),
  is_under_way: z.boolean().meta({ description: 'False when its last payment failed or was returned' }),
  can_remind: z
    .boolean()
    .meta({ description: 'Whether a check or transfer is expected. A bank debit arrives automatically' }),
})

export const listOutstanding = endpoint(api.listOutstanding, {
  access: 'staff',
  needs: 'money.read',
  summary: 'Placed orders with an outstanding amount, oldest first, and totals by age',
  query: PageQuery.extend({ age: Age.optional() }),
  response: pageOf(OutstandingOrder).extend({
    ages: z
      .array(z.object({ age: Age, count: Count, cents: Cents }))
      .meta({ description: 'All outstanding orders by age, regardless of the filter' }),
  }),
})

export const remindOrder = endpoint(api.remindOrder, {
  access: 'staff',
  needs: 'money.record',
  summary: 'Email the customer a reminder of an outstanding check or transfer',
  params: IdParams,
  body: z.object({
    seen_reminders: Count.meta({
      description: 'The reminders sent that you saw, so that two people don’t send the same one',
    }),
  }),
  response: OutstandingOrder,
  idempotent: true,
  refusals: ['order_changed'],
})
