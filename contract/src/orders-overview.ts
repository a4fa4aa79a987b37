import { BY_HAND_METHODS, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id } from './fields.ts'
import { api } from './routes.ts'

const Count = z.number().int().nonnegative()
/** What an unpaid order waits for. */
const Awaited = z.enum([...BY_HAND_METHODS.map((method) => WAYS_TO_PAY[method].noun), 'payment'])
const OrderNamed = z.object({
  order_id: Id,
  order_number: z.string(),
  name: z.string().meta({ description: 'Of its first design' }),
})

export const getOrdersOverview = endpoint(api.getOrdersOverview, {
  access: 'customer',
  tool: { name: 'get_overview', effect: 'reads' },
  summary: 'What a customer spent this year, where their cards are, and what needs their attention',
  response: z.object({
    year: z.number().int().meta({ description: 'The current year in the site’s time zone' }),
    ordered: z
      .object({ order_count: Count, card_count: Count, total_cents: Cents })
      .meta({ description: 'Placed this year, without rejected orders and net of refunds' }),
    cards: z
      .object({
        waiting: Count,
        being_made: Count,
        under_way: Count,
        arrived: Count,
        needs_a_hand: Count,
      })
      .meta({ description: 'Arrived cards are of orders placed this year. All others are of any age' }),
    emails: z.object({ sent: Count, opened: Count }).meta({ description: 'Of orders placed this year' }),
    to_pay: z.object({ order_count: Count, cents: Cents, clearing_cents: Cents }).meta({
      description: 'The amount due. A bank debit in progress is clearing',
    }),
    troubled: z
      .array(OrderNamed.extend({ bounced: Count, returned: Count }))
      .meta({ description: 'Orders with undelivered cards, newest first; at most 50' }),
    unpaid: z
      .array(OrderNamed.extend({ cents: Cents, awaits: Awaited }))
      .meta({ description: 'Placed orders with an amount due, newest first; at most 50' }),
  }),
})
