import { BALANCE_CHANGES, isMonth, MIN_TOP_UP_CENTS } from '@laurel/domain/company-balance'
import { formatDollars } from '@laurel/domain/money'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, listOf, Moment } from './fields.ts'
import { Payment, ProviderMethod } from './orders.ts'
import { api } from './routes.ts'

export const SignedCents = z
  .number()
  .int()
  .meta({ description: 'US dollars, integer cents; may be negative' })
const Month = z.string().refine(isMonth, 'Choose a month.').meta({ description: 'A month like `2026-11`' })

/** Money on its way to the balance, or added to it. */
export const TopUp = z.object({
  id: Id,
  number: z
    .string()
    .meta({ description: 'Numbered like an order; part of the reference of a check or transfer' }),
  amount_cents: Cents,
  added_cents: SignedCents.meta({ description: 'What the balance has of it' }),
  payment: Payment,
  started_by: z.string(),
  created_at: Moment,
})

const CompanyBalance = z.object({
  balance_cents: SignedCents.meta({ description: 'Below zero if a top-up that was spent was returned' }),
  under_way: listOf(TopUp).meta({ description: 'Top-ups that aren’t added yet, newest first' }),
  months: z.array(z.string()).meta({ description: 'Months with a statement, the latest first' }),
  max_top_up_cents: Cents,
  low_balance_cents: Cents.nullable().meta({
    description: 'People who see the company’s money hear of a balance below it; null if they don’t',
  }),
})

const StatementEntry = z.object({
  id: Id,
  at: Moment,
  change: z.enum(BALANCE_CHANGES),
  words: z.string(),
  order_id: Id.nullable().meta({ description: 'The order it paid or refunded' }),
  by: z.string().meta({ description: 'Who ordered or topped up; the site for what it did' }),
  cents: SignedCents,
  balance_cents: SignedCents.meta({ description: 'The balance after it' }),
})

export const Statement = z.object({
  month: z.string(),
  opening_cents: SignedCents,
  closing_cents: SignedCents,
  entries: listOf(StatementEntry).meta({ description: 'Newest first' }),
})

const seeing = { access: 'customer', companyNeeds: 'money.see' } as const
const toppingUp = { access: 'customer', companyNeeds: 'balance.top_up' } as const
const OfMonth = z.object({ month: Month })

export const getCompanyBalance = endpoint(api.getCompanyBalance, {
  ...seeing,
  summary: 'The current company’s balance, and top-ups on their way to it',
  response: CompanyBalance,
})

export const setLowBalance = endpoint(api.setLowBalance, {
  access: 'customer',
  companyNeeds: 'rules.manage',
  summary: 'Change below which amount people hear of a low balance',
  body: z.object({ low_balance_cents: Cents.positive().max(10_000_000_00).nullable() }),
  response: 'nothing',
  refusals: ['registration_incomplete'],
})

export const getBalanceStatement = endpoint(api.getBalanceStatement, {
  ...seeing,
  summary: 'What changed the balance in a month, in the site’s time zone',
  query: OfMonth,
  response: Statement,
})

export const getBalanceStatementFile = endpoint(api.getBalanceStatementFile, {
  ...seeing,
  summary: 'The statement of a month, as a PDF',
  query: OfMonth,
  response: 'file',
})

export const exportBalanceStatement = endpoint(api.exportBalanceStatement, {
  ...seeing,
  summary: 'The statement of a month, as CSV',
  query: OfMonth,
  response: 'file',
})

export const createTopUp = endpoint(api.createTopUp, {
  ...toppingUp,
  summary: 'Start to pay money into the company’s balance',
  body: z.object({
    amount_cents: z
      .number()
      .int()
      .min(MIN_TOP_UP_CENTS, `Enter at least ${formatDollars(MIN_TOP_UP_CENTS)}.`)
      .max(1_000_000_00, 'This amount is too large.'),
    method_code: ProviderMethod,
  }),
  response: TopUp,
  idempotent: true,
  refusals: [
    'registration_incomplete',
    'site_not_live',
    'limit_exceeded',
    'payment_method_unavailable',
    'payment_provider_unreachable',
    'too_many_requests',
  ],
})

export const verifyTopUp = endpoint(api.verifyTopUp, {
  ...toppingUp,
  summary: 'Ask the payment provider what became of a top-up',
  params: IdParams,
  response: TopUp,
  refusals: ['payment_unknown'],
})

export const cancelTopUp = endpoint(api.cancelTopUp, {
  ...toppingUp,
  summary: 'A check or transfer that was to top up the balance won’t come',
  params: IdParams,
  response: TopUp,
  refusals: ['order_not_cancelable'],
})

export const getOfficeCompanyBalance = endpoint(api.getOfficeCompanyBalance, {
  access: 'staff',
  needs: 'money.read',
  summary:
    'A company’s balance, its latest top-ups, and its statement of a month; without one, of the current',
  params: IdParams,
  query: OfMonth.partial(),
  response: z.object({
    balance_cents: SignedCents,
    months: z.array(z.string()),
    top_ups: listOf(TopUp.omit({ payment: true }).extend({ method_code: ProviderMethod, state: z.string() })),
    statement: Statement,
  }),
})
