import { TODO_KINDS } from '@laurel/domain/office-todos'
import { OUTSTANDING_AGES } from '@laurel/domain/outstanding-age'
import { REPORT_PERIODS } from '@laurel/domain/report-period'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, Moment } from './fields.ts'
import { api } from './routes.ts'

const Count = z.number().int().nonnegative()
const Minutes = z.number().int().nonnegative().nullable()

/** One kind of to-do of the organization. */
export const Todo = z.object({
  kind: z.enum(TODO_KINDS),
  count: Count.meta({
    description: 'Letters and parcels to print are counted by order, undelivered cards one by one',
  }),
  card_count: Count.meta({ description: 'Cards to print or mail; 0 if it isn’t about cards' }),
  cents: Cents.meta({ description: 'The total amount; 0 if it isn’t about money' }),
  since: Moment.nullable().meta({ description: 'How long the oldest has been waiting' }),
  oldest: z.string().meta({ description: 'The name of the oldest; may be empty' }),
  oldest_id: Id.nullable().meta({
    description: 'The oldest order or batch, if it has its own screen',
  }),
})

const Ordered = z.object({ order_count: Count, total_cents: Cents })

export const getOfficeToday = endpoint(api.getOfficeToday, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'To-dos that the caller can see, and the progress of orders',
  response: z.object({
    is_live: z.boolean().meta({ description: 'Whether customers can use the site' }),
    todos: z.array(Todo).meta({ description: 'Every kind the caller can see, including empty ones' }),
    outstanding_ages: z
      .array(z.object({ age: z.enum(OUTSTANDING_AGES), count: Count, cents: Cents }))
      .meta({ description: 'Orders waiting for payment, by age; empty for people who can’t see money' }),
    stages: z
      .object({ to_review: Count, money_to_come: Count, being_made: Count, with_carrier: Count })
      .meta({ description: 'Orders at each stage. A partly mailed order counts at both stages' }),
    review_minutes: Minutes.meta({
      description: 'The median time to decide about an order in the last 30 days; null without orders',
    }),
    making_minutes: Minutes.meta({
      description: 'The same, from approval until everything is sent or mailed',
    }),
  }),
})

export const getOrderedOverTime = endpoint(api.getOrderedOverTime, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Orders and their value by day, week, or month in the site’s time zone, without declined ones',
  query: z.object({ period: z.enum(REPORT_PERIODS).default('days') }),
  response: z.object({
    period: z.enum(REPORT_PERIODS),
    steps: z.array(
      Ordered.extend({
        starts_on: z.iso.date(),
        direct_cents: Cents,
        bulk_cents: Cents,
        digital_cents: Cents,
      }),
    ),
    total: Ordered,
    before: Ordered.meta({ description: 'The previous period of the same length, up to the same time' }),
  }),
})
