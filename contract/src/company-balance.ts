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
const Month = z
  .string()
  .refine(isMonth, /*i18n*/ 'Choose a month.')
  .meta({ description: 'A month like `2026-11`' })

/** Money on its way to the balance, or added to it. */
export const TopUp = z.object({
  id: Id,
  number: z
    .string()
    .meta({ description: 'Numbered like an order; part of the reference of a check or transfer' }),
  amount_cents: Cents,
  added_cents: SignedCents.meta({ description: 'The part that was added to the balance' }),
  payment: Payment,
  started_by: z.string(),
  created_at: Moment,
})

const CompanyBalance = z.object({
  balance_cents: SignedCents.meta({ description: 'Negative if a top-up was returned after it was spent' }),
  under_way: listOf(TopUp).meta({ description: 'Top-ups that aren’t added yet, newest first' }),
  months: z.array(z.string()).meta({ description: 'Months with a statement, the latest first' }),
  max_top_up_cents: Cents,
  low_balance_cents: Cents.nullable().meta({
    description: 'People who see the company’s money are notified of a balance below this; null turns it off',
  }),
})

const StatementEntry = z.object({
  id: Id,
  at: Moment,
  change: z.enum(BALANCE_CHANGES),
  words: z.string(),
  order_id: Id.nullable().meta({ description: 'The order it paid or refunded' }),
  by: z.string().meta({ description: 'Who ordered or topped up, or the site' }),
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
  tool: { name: 'get_balance', effect: 'reads' },
  summary: 'The current company’s balance and pending top-ups',
  response: CompanyBalance,
})

export const setLowBalance = endpoint(api.setLowBalance, {
  access: 'customer',
  companyNeeds: 'rules.manage',
  summary: 'Change the amount below which people are notified of a low balance',
  body: z.object({ low_balance_cents: Cents.positive().max(10_000_000_00).nullable() }),
  response: 'nothing',
  refusals: ['registration_incomplete'],
})

export const getBalanceStatement = endpoint(api.getBalanceStatement, {
  ...seeing,
  summary: 'A month’s balance changes, in the site’s time zone',
  query: OfMonth,
  response: Statement,
})

export const getBalanceStatementFile = endpoint(api.getBalanceStatementFile, {
  ...seeing,
  summary: 'A month’s statement as a PDF',
  query: OfMonth,
  response: 'file',
})

export const exportBalanceStatement = endpoint(api.exportBalanceStatement, {
  ...seeing,
  summary: 'A month’s statement as CSV',
  query: OfMonth,
  response: 'file',
})

export const createTopUp = endpoint(api.createTopUp, {
  ...toppingUp,
  summary: 'Start a top-up of the company’s balance',
  body: z.object({
    amount_cents: z
      .number()
      .int()
      .min(MIN_TOP_UP_CENTS, `Enter at least ${formatDollars(MIN_TOP_UP_CENTS)}.`)
      .max(1_000_000_00, /*i18n*/ 'Enter a smaller amount.'),
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
  summary: 'Check a top-up with the payment provider',
  params: IdParams,
  response: TopUp,
  refusals: ['payment_unknown'],
})

export const cancelTopUp = endpoint(api.cancelTopUp, {
  ...toppingUp,
  summary: 'Cancel a top-up by check or transfer',
  params: IdParams,
  response: TopUp,
  refusals: ['order_not_cancelable'],
})

export const getOfficeCompanyBalance = endpoint(api.getOfficeCompanyBalance, {
  access: 'staff',
  needs: 'money.read',
  summary: 'A company’s balance, latest top-ups, and a month’s statement, by default this month’s',
  params: IdParams,
  query: OfMonth.partial(),
  response: z.object({
    balance_cents: SignedCents,
    months: z.array(z.string()),
    top_ups: listOf(TopUp.omit({ payment: true }).extend({ method_code: ProviderMethod, state: z.string() })),
    statement: Statement,
  }),
})
