import * as z from 'zod'
import { Budget } from './budgets.ts'
import { CompanyBilling } from './company-billing.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, requiredText, text } from './fields.ts'
import { DisplayStatus, OrderRefund, OrderStatus } from './orders.ts'
import { api } from './routes.ts'

export const OfficeCompanyLine = z.object({
  id: Id,
  name: z.string(),
  people_count: z.number().int(),
  order_count: z.number().int().meta({ description: 'Orders placed' }),
  last_order_at: Moment.nullable(),
  created_at: Moment,
  merged_into: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .meta({ description: 'The company it was merged into. Such companies are only found by searching' }),
})

const CompanyPersonInOffice = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.string(),
  role_name: z.string(),
  team: z.string(),
  joined_at: Moment,
  last_seen_at: Moment.nullable().meta({
    description: 'The last sign-in; null if never, or if the account is in an external user pool',
  }),
})

export const OfficeCompany = z.object({
  id: Id,
  name: z.string(),
  created_at: Moment,
  time_zone: z.string(),
  people_count: z.number().int(),
  people: z.array(CompanyPersonInOffice).meta({ description: 'By name, the first 200' }),
  invitation_count: z.number().int().meta({ description: 'Open invitations' }),
  domains: z.array(z.object({ domain: z.string(), is_verified: z.boolean() })),
  join_by_domain: z.enum(['off', 'approval', 'open']),
  order_count: z.number().int(),
  declined_count: z.number().int(),
  ordered_cents: Cents.meta({ description: 'Without declined orders, and net of refunds' }),
  ordered_this_year_cents: Cents,
  orders: z
    .array(
      z.object({
        id: Id,
        number: z.string(),
        status: OrderStatus,
        display_status: DisplayStatus,
        ...OrderRefund,
        total_cents: Cents,
        placed_at: Moment,
        placed_by: z.string(),
      }),
    )
    .meta({ description: 'The latest 20' }),
  balance_cents: z.number().int().nullable().meta({ description: 'Null without `money.read`' }),
  budgets: z.array(Budget.omit({ is_yours: true })),
  billing: CompanyBilling,
  order_fields: z.array(z.string()).meta({ description: 'Names of custom fields' }),
  limits: z.object({
    max_order_cents: Cents.nullable(),
    max_orders_per_day: z.number().int().nullable(),
    site_max_order_cents: Cents,
  }),
  notes: z.array(z.object({ id: Id, text: z.string(), by: z.string(), by_name: z.string(), at: Moment })),
  merge: z
    .object({
      state: z.enum(['asked', 'merged']),
      into: z.object({ id: Id, name: z.string() }),
      by: z.string(),
      by_name: z.string(),
      at: Moment,
      undo_until: Moment.nullable(),
      undo_asked_by: z
        .string()
        .nullable()
        .meta({ description: 'Who requested an undo that needs a second person' }),
    })
    .nullable()
    .meta({ description: 'Its merge into another company: done, or waiting for a second person for a week' }),
  merged: z
    .array(z.object({ id: Id, name: z.string(), at: Moment }))
    .meta({ description: 'Companies that were merged into this one' }),
})

const reading = { access: 'staff', needs: 'companies.read' } as const
const editing = { access: 'staff', needs: 'companies.edit' } as const

export const listOfficeCompanies = endpoint(api.listOfficeCompanies, {
  ...reading,
  summary: 'Companies, newest first or sorted',
  query: z.object({
    search: text(100).optional().meta({
      description:
        'Any part of a company’s name, its people’s names and emails, or a domain. On a site with more than 20,000 customers, the beginning of one of these',
    }),
    sort: z
      .enum(['newest', 'oldest', 'name', '-name'])
      .default('newest')
      .meta({ description: '`-name` is from Z to A' }),
    after: Id.optional().meta({ description: 'The last ID of the previous page' }),
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ results: z.array(OfficeCompanyLine), has_more: z.boolean() }),
})

export const getOfficeCompany = endpoint(api.getOfficeCompany, {
  ...reading,
  summary: 'One company with its people, orders, money, and limits',
  params: IdParams,
  response: OfficeCompany,
})

export const addCompanyNote = endpoint(api.addCompanyNote, {
  ...editing,
  summary: 'Add a note for colleagues',
  params: IdParams,
  body: z.object({ text: requiredText(2_000) }),
  response: OfficeCompany,
  idempotent: true,
})

export const patchCompanyLimits = endpoint(api.patchCompanyLimits, {
  ...editing,
  summary: 'Set a company’s order limits below the site’s; null removes a limit',
  params: IdParams,
  body: z.object({
    max_order_cents: Cents.min(1, 'Enter an amount.')
      .max(100_000_000_000, 'Enter a smaller amount.')
      .nullable(),
    max_orders_per_day: z
      .number()
      .int('Enter a whole number.')
      .min(1, 'Enter at least 1.')
      .max(100_000, 'Enter a smaller number.')
      .nullable(),
  }),
  response: OfficeCompany,
})
