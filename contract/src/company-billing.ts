import { ATTENTION_MAX } from '@laurel/domain/company-billing'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { lineText } from './fields.ts'
import { api } from './routes.ts'

const details = {
  legal_business_name: lineText(100),
  attention: lineText(ATTENTION_MAX).meta({
    description: 'A person or department under the name; may be empty',
  }),
  business_address1: lineText(100),
  business_address2: lineText(100),
  business_city: lineText(60),
  business_state: lineText(30),
  business_zip: lineText(10),
  email: lineText(320).meta({
    description: 'Also gets invoices, receipts, and reminders of open invoices; may be empty',
  }),
}

/** Whom a company's orders are billed to from now on. Orders keep what was in effect when they were placed. */
export const CompanyBilling = z.object({
  ...details,
  from_profile_of: z.string().nullable().meta({
    description: 'The person whose profile these are from, until the company saves its own; then null',
  }),
})

export const getCompanyBilling = endpoint(api.getCompanyBilling, {
  access: 'customer',
  summary: 'Who the current company’s orders are billed to',
  response: CompanyBilling,
})

export const putCompanyBilling = endpoint(api.putCompanyBilling, {
  access: 'customer',
  companyNeeds: 'billing.manage',
  summary: 'Replace the billing details. Orders already placed keep theirs.',
  body: z.object({
    ...details,
    attention: details.attention.default(''),
    business_address2: details.business_address2.default(''),
    email: details.email.default(''),
  }),
  response: CompanyBilling,
})
