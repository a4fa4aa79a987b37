import {
  COMPANY_KEY_SCOPES,
  KEY_MODES,
  KEY_OVERLAP_HOURS,
  MAX_COMPANY_KEYS,
  MAX_KEY_RANGES,
} from '@laurel/domain/company-api-keys'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, lineText, listOf, Moment } from './fields.ts'
import { api } from './routes.ts'

const Mode = z.enum(KEY_MODES, { error: /*i18n*/ 'Choose live or test.' })
const Scope = z.enum(COMPANY_KEY_SCOPES, { error: /*i18n*/ 'Choose permissions from the list.' })

/** A key with which a company's programs call this API. */
export const CompanyKey = z.object({
  id: Id,
  name: z.string(),
  mode: Mode.meta({ description: 'With a `test` key, nothing is charged and nothing is sent' }),
  scopes: z.array(z.string()),
  ip_ranges: z.array(z.string()).meta({ description: 'IP addresses it can be used from; empty for any' }),
  order_email: z.string().meta({ description: 'Who gets the emails about its orders' }),
  secret_end: z.string().meta({ description: 'The last characters of the key' }),
  state: z.enum(['active', 'expired', 'revoked', 'disabled']).meta({
    description: 'The site’s staff can disable a key, which then can’t call anything',
  }),
  old_secret_until: Moment.nullable().meta({
    description: 'When the key from before the last rotation stops working',
  }),
  created_by: z.string(),
  created_at: Moment,
  expires_at: Moment.nullable(),
  last_used_at: Moment.nullable(),
  revoked_at: Moment.nullable(),
})

const WithSecret = z.object({
  key: CompanyKey,
  secret: z.string().meta({ description: 'The bearer token. It’s only in this response' }),
})

const Name = lineText(40).min(1, 'This field is required')
const Scopes = z
  .array(Scope)
  .min(1, /*i18n*/ 'Choose at least one permission.')
  .max(COMPANY_KEY_SCOPES.length)
const Ranges = z.array(lineText(49)).max(MAX_KEY_RANGES, `Enter up to ${MAX_KEY_RANGES} addresses.`)
const Email = lineText(254).refine(isEmail, EMAIL_INVALID)
const managing = { access: 'customer', companyNeeds: 'api_keys.manage' } as const

export const listCompanyKeys = endpoint(api.listCompanyKeys, {
  ...managing,
  summary: 'The company’s API keys, newest first',
  response: listOf(CompanyKey),
})

export const createCompanyKey = endpoint(api.createCompanyKey, {
  ...managing,
  summary: `Create an API key, up to ${MAX_COMPANY_KEYS} at a time`,
  body: z.object({
    name: Name,
    mode: Mode.default('live').meta({ description: 'It can’t be changed later' }),
    scopes: Scopes,
    ip_ranges: Ranges.default([]),
    order_email: Email.optional().meta({ description: 'If left out, the caller’s address' }),
    expires_at: Moment.nullable().default(null),
  }),
  response: WithSecret,
  idempotent: true,
  refusals: ['limit_exceeded'],
})

export const patchCompanyKey = endpoint(api.patchCompanyKey, {
  ...managing,
  summary: 'Change an API key. Changes apply to its next request',
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    scopes: Scopes.optional(),
    ip_ranges: Ranges.optional(),
    order_email: Email.optional(),
    expires_at: Moment.nullable().optional(),
  }),
  response: CompanyKey,
})

export const rotateCompanyKey = endpoint(api.rotateCompanyKey, {
  ...managing,
  summary: 'Give an API key a new secret. The previous one keeps working for as long as you choose',
  params: IdParams,
  body: z.object({
    overlap_hours: z
      .number()
      .refine(
        (hours) => KEY_OVERLAP_HOURS.some((one) => one === hours),
        /*i18n*/ 'Choose how long the current key works.',
      )
      .default(24)
      .meta({
        description: `How long the current secret still works: ${KEY_OVERLAP_HOURS.join(', ')} hours`,
      }),
  }),
  response: WithSecret,
  idempotent: true,
})

export const revokeCompanyKey = endpoint(api.revokeCompanyKey, {
  ...managing,
  summary: 'Revoke an API key. It stops working immediately, and its orders pass to you',
  params: IdParams,
  response: 'nothing',
})
