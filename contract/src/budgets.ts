import { BUDGET_PERIODS } from '@laurel/domain/budgets'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, listOf, requiredText } from './fields.ts'
import { api } from './routes.ts'

const Period = z.enum(BUDGET_PERIODS, { error: /*i18n*/ 'Choose a month, quarter, or year.' })
const Amount = Cents.min(1, /*i18n*/ 'Enter an amount.').max(
  100_000_000_000,
  /*i18n*/ 'Enter a smaller amount.',
)

/** A budget, with the sums of its current period. */
export const Budget = z.object({
  id: Id,
  name: z.string(),
  team_id: Id.nullable(),
  person_id: Id.nullable(),
  applies_to: z
    .string()
    .meta({ description: 'The team’s or person’s name; empty if it’s for the whole company' }),
  is_yours: z.boolean().meta({ description: 'Whether your orders count against it' }),
  period: Period,
  starts_on: z
    .string()
    .meta({ description: 'The first day of the current period, in the company’s time zone' }),
  ends_on: z.string(),
  rolls_over: z.boolean(),
  amount_cents: Cents,
  carried_cents: z
    .number()
    .int()
    .meta({ description: 'Carried over from earlier periods; negative if overspent' }),
  reserved_cents: Cents.meta({ description: 'Reserved for orders waiting for payment' }),
  spent_cents: Cents.meta({ description: 'Paid orders, net of refunds' }),
  left_cents: z.number().int(),
})

const managing = { access: 'customer', companyNeeds: 'budgets.manage' } as const

export const listBudgets = endpoint(api.listBudgets, {
  access: 'customer',
  tool: { name: 'list_budgets', effect: 'reads' },
  summary:
    'The company’s budgets in their current period. Without budgets.manage or money.see, only those that apply to you',
  response: listOf(Budget),
})

export const makeBudget = endpoint(api.makeBudget, {
  ...managing,
  summary: 'Add a budget for the company, a team, or a person',
  body: z.object({
    name: requiredText(60),
    team_id: Id.optional(),
    person_id: Id.optional(),
    period: Period,
    amount_cents: Amount,
    rolls_over: z.boolean().default(false),
  }),
  response: Budget,
  idempotent: true,
  refusals: ['not_found', 'validation_failed', 'limit_exceeded'],
})

export const changeBudget = endpoint(api.changeBudget, {
  ...managing,
  summary: 'Rename a budget, or change its amount starting with the current period',
  params: IdParams,
  body: z.object({ name: requiredText(60).optional(), amount_cents: Amount.optional() }),
  response: Budget,
})

export const endBudget = endpoint(api.endBudget, {
  ...managing,
  summary: 'End a budget. Orders no longer count against it.',
  params: IdParams,
  response: 'nothing',
})
