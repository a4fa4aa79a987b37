import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, requiredText, text } from './fields.ts'
import { DisplayStatus, OrderRefund, OrderStatus } from './orders.ts'
import { api } from './routes.ts'

/** The state of an account. */
export const AccountState = z.enum(['active', 'disabled', 'closed'])

export const OfficeCustomerLine = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  state: AccountState,
  registration_complete: z.boolean(),
  order_count: z.number().int().meta({ description: 'Orders placed' }),
  last_order_at: Moment.nullable(),
  created_at: Moment,
})

export const OfficeCustomer = z.object({
  id: Id,
  state: AccountState,
  disabled_at: Moment.nullable(),
  disabled_reason: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  phone: z.string(),
  company: z.string(),
  companies: z
    .array(z.object({ id: Id, name: z.string(), role_name: z.string() }))
    .meta({ description: 'Their companies' }),
  address: z.string(),
  tax_number: z.string().meta({ description: 'Masked, with the last four digits' }),
  heard_about: z.string(),
  referral_source: z.string(),
  purpose_of_order: z.string(),
  registration_complete: z.boolean(),
  created_at: Moment,
  sign_in: z
    .object({
      status: z.string(),
      factors: z.array(z.string()),
      last_signed_in_at: Moment.nullable(),
    })
    .nullable()
    .meta({ description: 'Null if the account is in an external user pool' }),
  limits: z.object({
    is_new: z
      .boolean()
      .meta({ description: 'Whether large orders need a review because the account is new' }),
    new_until: Moment,
    new_account_order_cents: Cents,
    max_order_cents: Cents,
    day_limit_cents: Cents,
    ordered_today_cents: Cents,
  }),
  order_count: z.number().int(),
  ordered_cents: Cents.meta({ description: 'Without declined orders, and net of refunds' }),
  declined_count: z.number().int(),
  refunded_count: z.number().int().meta({ description: 'Refunded in full' }),
  orders: z.array(
    z.object({
      id: Id,
      number: z.string(),
      status: OrderStatus,
      display_status: DisplayStatus,
      ...OrderRefund,
      total_cents: Cents,
      placed_at: Moment,
    }),
  ),
  notes: z.array(z.object({ id: Id, text: z.string(), by: z.string(), by_name: z.string(), at: Moment })),
})

const reading = { access: 'staff', needs: 'customers.read' } as const
const helping = { access: 'staff', needs: 'customers.help' } as const

export const listOfficeCustomers = endpoint(api.listOfficeCustomers, {
  ...reading,
  summary: 'Customers, newest or oldest first',
  query: z.object({
    search: text(100).optional().meta({
      description:
        'Any part of a name, business, or email. With more than 20,000 customers, the beginning of one of these',
    }),
    only: z.enum(['disabled', 'closed']).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    before: Id.optional().meta({ description: 'The last ID of the previous page' }),
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ results: z.array(OfficeCustomerLine), has_more: z.boolean() }),
})

export const getOfficeCustomer = endpoint(api.getOfficeCustomer, {
  ...reading,
  summary: 'One customer with their business, orders, sign-in, and limits',
  params: IdParams,
  response: OfficeCustomer,
})

export const addCustomerNote = endpoint(api.addCustomerNote, {
  ...helping,
  summary: 'Add a note for colleagues',
  params: IdParams,
  body: z.object({ text: requiredText(2_000) }),
  response: OfficeCustomer,
  idempotent: true,
})

export const disableCustomer = endpoint(api.disableCustomer, {
  ...helping,
  summary: 'Block a customer’s account immediately',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeCustomer,
  refusals: ['changed'],
})

export const enableCustomer = endpoint(api.enableCustomer, {
  ...helping,
  summary: 'Unblock a customer’s account',
  params: IdParams,
  response: OfficeCustomer,
  refusals: ['changed'],
})

export const resetSecondStep = endpoint(api.resetSecondStep, {
  ...helping,
  summary: 'Reset a customer’s second step. They’re signed out and notified by email',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeCustomer,
  refusals: ['changed', 'second_step_missing'],
})

export const closeCustomerAccount = endpoint(api.closeCustomerAccount, {
  ...helping,
  summary: 'Close an account at its owner’s request. Accounting records stay',
  params: IdParams,
  body: z.object({
    email: requiredText(320).meta({ description: 'The account’s email, entered to confirm' }),
    reason: requiredText(500),
  }),
  response: 'nothing',
  refusals: ['changed'],
})
