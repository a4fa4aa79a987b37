import { LANGUAGES } from '@laurel/domain/languages'
import { normalizePhone, phoneProblem } from '@laurel/domain/phone'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, lineText, listOf, requiredText, Shared, text } from './fields.ts'
import { api } from './routes.ts'

const language = z
  .enum(['', ...LANGUAGES])
  .meta({ description: 'For pages and emails; empty: the browser’s or the site’s' })

/** The profile of docs/spec.md §3. `tax_number` is returned as its last four digits behind dots, or ''. */
export const Customer = z.object({
  id: Id,
  email: z.string(),
  email_verified: z.boolean(),
  phone: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  legal_business_name: z.string(),
  business_address1: z.string(),
  business_address2: z.string(),
  business_city: z.string(),
  business_state: z.string(),
  business_zip: z.string(),
  tax_number: z.string(),
  heard_about: z.string(),
  referral_source: z.string(),
  purpose_of_order: z.string(),
  business_logo: z.string(),
  language,
  invoice_emails: z.array(z.string()).meta({ description: 'Also got the last invoice' }),
  registration_complete: z.boolean(),
})

/** A valid phone number, stored in one piece ("+19375550110"), or ''. */
const phone = text(30)
  .refine((value) => phoneProblem(value) === undefined, { error: ({ input }) => phoneProblem(String(input)) })
  .overwrite(normalizePhone)
  .meta({
    description: 'With its country’s dial code; without one it is read as +1. Empty when there is none',
  })

const profile = {
  phone,
  first_name: text(40),
  last_name: text(60),
  legal_business_name: lineText(100),
  business_address1: text(100),
  business_address2: text(100),
  business_city: text(60),
  business_state: text(2),
  business_zip: text(10),
  tax_number: text(20).meta({ description: 'Nine digits; stored encrypted, shown as the last four' }),
  heard_about: text(100),
  referral_source: text(100),
  purpose_of_order: text(300),
  business_logo: text(64).meta({ description: 'The key of an uploaded file, or empty' }),
}

export const getCustomer = endpoint(api.getCustomer, {
  access: 'customer',
  summary: 'Who is signed in',
  response: Customer,
})
export const patchCustomer = endpoint(api.patchCustomer, {
  access: 'customer',
  summary: 'Change parts of the profile',
  body: z.object({ ...profile, language }).partial(),
  response: Customer,
})
export const putCustomer = endpoint(api.putCustomer, {
  access: 'customer',
  summary: 'Replace the whole profile, which completes registration',
  body: z.object({
    ...profile,
    phone: phone.default(''),
    business_address2: profile.business_address2.default(''),
    business_logo: profile.business_logo.default(''),
    language: language.optional(),
  }),
  response: Customer,
})

export const Address = z.object({
  id: Id,
  label: z.string(),
  name: z.string(),
  company: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  is_default: z.boolean(),
})

/** An address of the customer's, or one that their company shares. */
export const BookAddress = Address.extend({ shared: Shared })

const isShared = z.boolean().optional().meta({
  description: 'Whether everyone in the company can use it. Left out, a new one is the customer’s own.',
})

export const AddressInput = z.object({
  label: text(40).default(''),
  name: requiredText(60),
  company: text(60).default(''),
  address1: requiredText(60),
  address2: text(60).default(''),
  city: requiredText(40),
  state: requiredText(2),
  zip: requiredText(10),
  phone: phone.default(''),
  is_default: z.boolean().default(false),
  is_shared: isShared,
})

const customer = { access: 'customer' } as const

export const listAddresses = endpoint(api.listAddresses, {
  ...customer,
  keyScope: 'any',
  summary: 'The address book: the default first, then the others and those that the company shares',
  response: listOf(BookAddress),
})
export const createAddress = endpoint(api.createAddress, {
  ...customer,
  summary: 'Add an address',
  body: AddressInput,
  response: BookAddress,
  idempotent: true,
  refusals: ['limit_exceeded', 'not_allowed'],
})
export const getAddress = endpoint(api.getAddress, {
  ...customer,
  summary: 'One address',
  params: IdParams,
  response: BookAddress,
})
export const putAddress = endpoint(api.putAddress, {
  ...customer,
  summary: 'Replace an address',
  params: IdParams,
  body: AddressInput,
  response: BookAddress,
  refusals: ['not_allowed'],
})
export const deleteAddress = endpoint(api.deleteAddress, {
  ...customer,
  summary: 'Remove an address; orders keep their own copy',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_allowed'],
})
