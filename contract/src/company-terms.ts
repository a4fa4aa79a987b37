import { INVOICE_AGES, MAX_CREDIT_CENTS, TERMS_DAYS } from '@laurel/domain/company-terms'
import { formatDollars } from '@laurel/domain/money'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, listOf, Moment, PageQuery, pageOf } from './fields.ts'
import { api } from './routes.ts'

const Day = z.iso.date().meta({ description: 'In the company’s time zone' })
const Count = z.number().int().nonnegative()
const Days = z
  .number()
  .pipe(z.literal(TERMS_DAYS, { error: 'Choose 15 or 30 days.' }))
  .meta({ description: 'Days after the order in which its invoice is due: 15 or 30' })

/** An order on invoice that isn't fully paid. */
export const OpenInvoice = z.object({
  order_id: Id,
  order_number: z.string(),
  order_name: z.string().meta({ description: 'The name of its first card' }),
  placed_by: z.string(),
  placed_at: Moment,
  due_on: Day,
  days_overdue: Count,
  total_cents: Cents,
  open_cents: Cents,
})

const Terms = z.object({
  limit_cents: Cents,
  days: Days,
  is_active: z.boolean().meta({ description: 'False once ended. Open invoices stay due' }),
  open_cents: Cents.meta({ description: 'The total due of all open invoices' }),
  left_cents: Cents.meta({ description: 'The remaining credit' }),
  is_stopped: z
    .boolean()
    .meta({ description: 'An invoice is overdue for too long, so the company can’t order on invoice' }),
  overdue_cents: Cents,
})

const Ages = z
  .array(z.object({ age: z.enum(INVOICE_AGES), count: Count, cents: Cents }))
  .meta({ description: 'By days overdue, regardless of the filter' })

/** As many as a company's own page shows, those due first. */
export const SHOWN_INVOICES = 100

export const getCompanyTerms = endpoint(api.getCompanyTerms, {
  access: 'customer',
  summary: 'The current company’s terms and open invoices, earliest due date first',
  response: z.object({
    terms: Terms.nullable().meta({
      description: 'Null without terms, and for people who can only see orders',
    }),
    invoices: listOf(OpenInvoice),
  }),
})

const OfficeTerms = z.object({
  terms: Terms.extend({ reminded_on: Day.nullable(), changed_at: Moment }).nullable(),
  ages: Ages,
  invoices: listOf(OpenInvoice),
})

export const getOfficeCompanyTerms = endpoint(api.getOfficeCompanyTerms, {
  access: 'staff',
  needs: 'money.read',
  summary: 'A company’s terms and open invoices, earliest due date first',
  params: IdParams,
  response: OfficeTerms,
})

export const setCompanyTerms = endpoint(api.setCompanyTerms, {
  access: 'staff',
  needs: 'terms.edit',
  summary: 'Let a company order on invoice, or change its credit limit and due days',
  params: IdParams,
  body: z.object({
    limit_cents: z
      .number()
      .int()
      .min(1_00, `Enter at least ${formatDollars(1_00)}.`)
      .max(MAX_CREDIT_CENTS, `Enter at most ${formatDollars(MAX_CREDIT_CENTS)}.`),
    days: Days,
  }),
  response: OfficeTerms,
})

export const endCompanyTerms = endpoint(api.endCompanyTerms, {
  access: 'staff',
  needs: 'terms.edit',
  summary: 'End a company’s terms. Open invoices stay due',
  params: IdParams,
  response: OfficeTerms,
})

export const remindCompany = endpoint(api.remindCompany, {
  access: 'staff',
  needs: 'money.record',
  summary: 'Email a company’s finance people, admins, and its email for invoices a reminder of open invoices',
  params: IdParams,
  body: z.object({
    seen_reminded_on: Day.nullable().meta({
      description: 'The last reminder you saw, so that two people don’t send the same one',
    }),
  }),
  response: OfficeTerms,
  idempotent: true,
  refusals: ['changed'],
})

export const listOpenInvoices = endpoint(api.listOpenInvoices, {
  access: 'staff',
  needs: 'money.read',
  summary: 'Open invoices of all companies, earliest due date first, and totals by days overdue',
  query: PageQuery.extend({ age: z.enum(INVOICE_AGES).optional() }),
  response: pageOf(
    OpenInvoice.extend({ company: z.object({ id: Id, name: z.string(), reminded_on: Day.nullable() }) }),
  ).extend({ ages: Ages }),
})
