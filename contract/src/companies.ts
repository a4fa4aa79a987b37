import { MAX_INVITED } from '@laurel/domain/company-roles'
import * as z from 'zod'
import { Capabilities, CompanyRoleInfo, RoleKey } from './company-roles.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, lineText, listOf, Moment, requiredText, text } from './fields.ts'
import { api } from './routes.ts'

/** A company of the customer's, and what they can do in it. */
export const OwnCompany = z.object({
  id: Id,
  name: z.string(),
  role: RoleKey,
  role_name: z.string(),
  capabilities: Capabilities,
  people_count: z.number().int(),
  join_request_count: z
    .number()
    .int()
    .meta({ description: 'People who want to join; 0 for those who can’t manage people' }),
  time_zone: z
    .string()
    .meta({ description: 'Budgets begin and end in it. The site’s, unless the company chose one' }),
  has_budgets: z.boolean(),
  has_approval_rules: z.boolean(),
  merged_ids: z
    .array(Id)
    .meta({ description: 'Companies that were merged into it. A client that worked in one continues here' }),
  balance_cents: z.number().int().nullable().meta({
    description: 'The company’s balance; null for people who can’t order or see it',
  }),
})

const REQUIRED = 'This field is required'
const TeamName = lineText(60).min(1, REQUIRED)
export const CompanyTeam = z.object({ id: Id, name: z.string() })

export const CompanyPerson = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: RoleKey,
  team_id: Id.nullable(),
  is_you: z.boolean(),
  joined_at: Moment,
})

export const CompanyInvitation = z.object({
  id: Id,
  email: z.string(),
  role: RoleKey,
  sent_at: Moment,
  expires_at: Moment,
  link: z
    .string()
    .meta({ description: 'Opens the invitation. Only the invited email address can accept it' }),
})

export const CompanyPeople = z.object({
  company: OwnCompany,
  people: z.array(CompanyPerson),
  teams: z.array(CompanyTeam),
  roles: z.array(CompanyRoleInfo).meta({ description: 'The built-in ones first' }),
  invitations: z.array(CompanyInvitation).meta({ description: 'Empty for people who can’t manage people' }),
})

/** Who is asked to join, and what. The email is masked: a link can be forwarded. */
const Invitation = z.object({
  company: z.string(),
  invited_by: z.string(),
  role: RoleKey,
  role_name: z.string(),
  email_hint: z.string(),
  is_expired: z.boolean(),
})

const TokenParams = z.object({ token: z.string().min(1).max(64) })
const managing = { access: 'customer', companyNeeds: 'people.manage' } as const

export const listCompanies = endpoint(api.listCompanies, {
  access: 'customer',
  summary: 'The customer’s companies, in the order they joined',
  response: listOf(OwnCompany),
})

export const getCompanyPeople = endpoint(api.getCompanyPeople, {
  access: 'customer',
  summary: 'The current company, its people by name, and its open invitations',
  response: CompanyPeople,
})

export const patchCompany = endpoint(api.patchCompany, {
  ...managing,
  summary: 'Rename the current company, or change its time zone',
  body: z.object({
    name: lineText(100).min(1, REQUIRED).optional(),
    time_zone: text(60).optional().meta({ description: 'Such as America/Chicago; empty for the site’s' }),
  }),
  response: OwnCompany,
})

export const patchCompanyPerson = endpoint(api.patchCompanyPerson, {
  ...managing,
  summary: 'Change a person’s role or team in the company',
  params: IdParams,
  body: z.object({ role: RoleKey.optional(), team_id: Id.nullable().optional() }),
  response: CompanyPerson,
  refusals: ['last_admin', 'role_above_own'],
})

export const removeCompanyPerson = endpoint(api.removeCompanyPerson, {
  access: 'customer',
  summary: 'Remove a person from the company, or leave it. Their orders pass to an admin.',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_allowed', 'last_admin', 'role_above_own'],
})

export const makeTeam = endpoint(api.makeTeam, {
  ...managing,
  summary: 'Add a team to the company',
  body: z.object({ name: TeamName }),
  response: CompanyTeam,
  idempotent: true,
  refusals: ['team_exists', 'limit_exceeded'],
})

export const renameTeam = endpoint(api.renameTeam, {
  ...managing,
  summary: 'Rename a team',
  params: IdParams,
  body: z.object({ name: TeamName }),
  response: CompanyTeam,
  refusals: ['team_exists'],
})

export const removeTeam = endpoint(api.removeTeam, {
  ...managing,
  summary: 'Remove a team. Its people stay in the company.',
  params: IdParams,
  response: 'nothing',
  refusals: ['team_has_budget'],
})

export const inviteToCompany = endpoint(api.inviteToCompany, {
  ...managing,
  summary: 'Invite people by email',
  body: z.object({
    emails: z
      .array(requiredText(320))
      .min(1, /*i18n*/ 'Enter an email address.')
      .max(MAX_INVITED, `Invite at most ${MAX_INVITED} people at a time.`),
    role: RoleKey,
  }),
  response: listOf(CompanyInvitation),
  idempotent: true,
  refusals: ['role_above_own', 'too_many_requests'],
})

export const sendInvitationAgain = endpoint(api.sendInvitationAgain, {
  ...managing,
  summary: 'Send an invitation again, with a new expiration date',
  params: IdParams,
  response: CompanyInvitation,
  idempotent: true,
  refusals: ['too_many_requests'],
})

export const removeInvitation = endpoint(api.removeInvitation, {
  ...managing,
  summary: 'Withdraw an invitation',
  params: IdParams,
  response: 'nothing',
})

export const getInvitation = endpoint(api.getInvitation, {
  access: 'public',
  limitedBy: 'token',
  summary: 'The invitation behind a link',
  params: TokenParams,
  response: Invitation,
  refusals: ['invitation_not_found'],
})

export const acceptInvitation = endpoint(api.acceptInvitation, {
  access: 'customer',
  limitedBy: 'token',
  summary: 'Join a company by invitation',
  params: TokenParams,
  response: OwnCompany,
  idempotent: true,
  refusals: ['invitation_not_found', 'invitation_for_other', 'invitation_expired'],
})
