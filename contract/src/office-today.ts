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
    description: 'Letters and parcels to print count by order; cards that did not arrive, one by one',
  }),
  card_count: Count.meta({ description: 'Of what is to be printed or mailed; 0 where it is about no cards' }),
  cents: Cents.meta({ description: 'What it is about together; 0 where no money is' }),
  since: Moment.nullable().meta({ description: 'How long the oldest has waited' }),
  oldest: z
    .string()
    .meta({ description: 'Whom or what the oldest is of, in words; empty where nothing is to say' }),
  oldest_id: Id.nullable().meta({
    description: 'The oldest order or batch, where it has a screen of its own',
  }),
})

const Ordered = z.object({ order_count: Count, total_cents: Cents })

export const getOfficeToday = endpoint(api.getOfficeToday, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'What needs attention, as far as the caller may see it, and how far the orders are',
  response: z.object({
    is_live: z.boolean().meta({ description: 'Whether customers can use the site' }),
    todos: z.array(Todo).meta({ description: 'Every kind the caller may see, also with none' }),
    outstanding_ages: z
      .array(z.object({ age: z.enum(OUTSTANDING_AGES), count: Count, cents: Cents }))
      .meta({ description: 'Orders that wait for their money, by age; empty for who may not see money' }),
    stages: z
      .object({ to_review: Count, money_to_come: Count, being_made: Count, with_carrier: Count })
      .meta({ description: 'Orders at each stage; one partly made and partly mailed counts at both' }),
    review_minutes: Minutes.meta({
      description: 'Half of the orders of the last 30 days were decided about faster; null without any',
    }),
    making_minutes: Minutes.meta({ description: 'The same, from approved to all sent or mailed' }),
  }),
})

export const getOrderedOverTime = endpoint(api.getOrderedOverTime, {
  access: 'staff',
  needs: 'orders.read',
  summary: 'Orders and their value by day, week or month in the site’s time zone; declined ones are left out',
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
    before: Ordered.meta({ description: 'As many steps before, until the same time of the last of them' }),
  }),
})
