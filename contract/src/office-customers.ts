import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, requiredText, text } from './fields.ts'
import { DisplayStatus, OrderRefund, OrderStatus } from './orders.ts'
import { api } from './routes.ts'

/** The state of an account. */
const State = z.enum(['active', 'disabled', 'closed'])

export const OfficeCustomerLine = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  state: State,
  registration_complete: z.boolean(),
  order_count: z.number().int().meta({ description: 'Orders placed' }),
  last_order_at: Moment.nullable(),
  created_at: Moment,
})

export const OfficeCustomer = z.object({
  id: Id,
  state: State,
  disabled_at: Moment.nullable(),
  disabled_reason: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  phone: z.string(),
  company: z.string(),
  companies: z
    .array(z.object({ id: Id, name: z.string(), role_name: z.string() }))
    .meta({ description: 'The companies they are in' }),
  address: z.string(),
  tax_number: z.string().meta({ description: 'The last four digits behind dots' }),
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
    .meta({ description: 'Null where a user pool elsewhere keeps the account' }),
  limits: z.object({
    is_new: z.boolean().meta({ description: 'Large orders of new accounts are looked at first' }),
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
  summary: 'Customers, the newest first',
  query: z.object({
    search: text(100).optional().meta({
      description:
        'Any part of a name, a business or an email. Among more than 20,000 customers, how one of them begins',
    }),
    only: z.enum(['disabled', 'closed']).optional(),
    before: Id.optional().meta({ description: 'The last id of the page before' }),
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ results: z.array(OfficeCustomerLine), has_more: z.boolean() }),
})

export const getOfficeCustomer = endpoint(api.getOfficeCustomer, {
  ...reading,
  summary: 'One customer: business, orders, how they sign in, what limits them',
  params: IdParams,
  response: OfficeCustomer,
})

export const addCustomerNote = endpoint(api.addCustomerNote, {
  ...helping,
  summary: 'Write a note colleagues read',
  params: IdParams,
  body: z.object({ text: requiredText(2_000) }),
  response: OfficeCustomer,
  idempotent: true,
})

export const disableCustomer = endpoint(api.disableCustomer, {
  ...helping,
  summary: 'Shut an account out, everywhere and at once',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeCustomer,
  refusals: ['changed'],
})

export const enableCustomer = endpoint(api.enableCustomer, {
  ...helping,
  summary: 'Let an account in again',
  params: IdParams,
  response: OfficeCustomer,
  refusals: ['changed'],
})

export const resetSecondStep = endpoint(api.resetSecondStep, {
  ...helping,
  summary: 'Remove the second step of someone who lost theirs; they are signed out and told by mail',
  params: IdParams,
  body: z.object({ reason: requiredText(500) }),
  response: OfficeCustomer,
  refusals: ['changed', 'second_step_missing'],
})

export const closeCustomerAccount = endpoint(api.closeCustomerAccount, {
  ...helping,
  summary: 'Delete an account at its owner’s request; what the books need stays',
  params: IdParams,
  body: z.object({
    email: requiredText(320).meta({ description: 'The account’s own, typed again' }),
    reason: requiredText(500),
  }),
  response: 'nothing',
  refusals: ['changed'],
})
