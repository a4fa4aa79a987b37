import {
  ASK_AGAIN_AFTER_DAYS,
  CHECK_AGAIN_AFTER_SECONDS,
  DOMAIN_OUTCOMES,
  JOIN_MODES,
  MAX_COMPANY_DOMAINS,
} from '@laurel/domain/company-domains'
import * as z from 'zod'
import { OwnCompany } from './companies.ts'
import { RoleKey } from './company-roles.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment, requiredText } from './fields.ts'
import { api } from './routes.ts'

export const CompanyDomain = z.object({
  id: Id,
  domain: z.string(),
  record: z.string().meta({ description: 'The DNS TXT record to add to the domain' }),
  is_verified: z.boolean(),
  outcome: z
    .enum(DOMAIN_OUTCOMES)
    .nullable()
    .meta({ description: 'What the last check found; `taken` if another company has the domain' }),
  checked_at: Moment.nullable(),
  is_watched: z.boolean().meta({ description: 'False if it’s only checked on request' }),
  verified_until: Moment.nullable().meta({
    description: 'Set while the record of a verified domain is missing',
  }),
})

export const JoinRequest = z.object({
  id: Id.meta({ description: 'The ID of the person' }),
  name: z.string(),
  email: z.string(),
  asked_at: Moment,
})

export const CompanyJoining = z.object({
  mode: z.enum(JOIN_MODES),
  role: RoleKey.meta({ description: 'The role that new people get' }),
  domains: z.array(CompanyDomain),
  requests: z.array(JoinRequest).meta({ description: 'The oldest first' }),
})

/** A company whose verified domain is the customer's. */
export const CompanyProposal = z.object({
  company_id: Id,
  name: z.string(),
  role_name: z.string().meta({ description: 'The role that new people get' }),
  joins: z.enum(['at_once', 'after_approval']),
  state: z.enum(['new', 'asked', 'declined', 'left']),
  is_same_business: z.boolean().meta({ description: 'The customer registered under the company’s name' }),
})

const managing = { access: 'customer', companyNeeds: 'people.manage' } as const

export const getCompanyJoining = endpoint(api.getCompanyJoining, {
  ...managing,
  summary: 'How people can join the current company by email domain, and requests to join',
  response: CompanyJoining,
})

export const patchCompanyJoining = endpoint(api.patchCompanyJoining, {
  ...managing,
  summary: 'Change how people at the company’s domains join, and with which role',
  body: z.object({ mode: z.enum(JOIN_MODES).optional(), role: RoleKey.optional() }),
  response: CompanyJoining,
  refusals: ['role_above_own'],
})

export const addCompanyDomain = endpoint(api.addCompanyDomain, {
  ...managing,
  summary: `Add an email domain to the current company, ${MAX_COMPANY_DOMAINS} at most. Subdomains are domains of their own.`,
  body: z.object({ domain: requiredText(320) }),
  response: CompanyJoining,
  refusals: ['role_above_own', 'limit_exceeded'],
})

export const checkCompanyDomain = endpoint(api.checkCompanyDomain, {
  ...managing,
  summary: `Check a domain’s DNS record now, at most every ${CHECK_AGAIN_AFTER_SECONDS} seconds`,
  params: IdParams,
  response: CompanyJoining,
  refusals: ['too_many_requests'],
})

export const removeCompanyDomain = endpoint(api.removeCompanyDomain, {
  ...managing,
  summary: 'Remove a domain. Its people stay in the company.',
  params: IdParams,
  response: 'nothing',
})

export const approveJoinRequest = endpoint(api.approveJoinRequest, {
  ...managing,
  summary: 'Approve a request to join',
  params: IdParams,
  body: z.object({ role: RoleKey.optional() }),
  response: 'nothing',
  refusals: ['role_above_own'],
})

export const declineJoinRequest = endpoint(api.declineJoinRequest, {
  ...managing,
  summary: `Decline a request to join. The person can ask again after ${ASK_AGAIN_AFTER_DAYS} days.`,
  params: IdParams,
  response: 'nothing',
})

export const listCompanyProposals = endpoint(api.listCompanyProposals, {
  access: 'customer',
  summary: 'Companies that the customer can join, because their email address is at a verified domain',
  response: listOf(CompanyProposal),
})

export const joinCompany = endpoint(api.joinCompany, {
  access: 'customer',
  summary: 'Join a proposed company, or request to join',
  params: IdParams,
  response: z.object({
    company: OwnCompany.nullable().meta({ description: 'Null if an admin has to approve first' }),
  }),
  refusals: ['registration_incomplete', 'limit_exceeded'],
})

export const withdrawJoinRequest = endpoint(api.withdrawJoinRequest, {
  access: 'customer',
  summary: 'Withdraw the customer’s own request to join a company',
  params: IdParams,
  response: 'nothing',
})
