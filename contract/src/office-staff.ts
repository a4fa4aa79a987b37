import { API_SCOPES } from '@laurel/domain/api-scopes'
import { STAFF_ROLES } from '@laurel/domain/staff-roles'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment, requiredText } from './fields.ts'
import { api } from './routes.ts'

/** A staff member, as staff managers see them. */
export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  active: z.boolean(),
  has_authenticator: z.boolean(),
  must_change_password: z.boolean(),
  password_expires_at: Moment.nullable().meta({ description: 'When the one-time password expires' }),
  last_signed_in_at: Moment.nullable(),
  session_count: z.number().int().meta({ description: 'Their current sessions' }),
  version: z.number().int(),
})

/** The one-time password is only in this answer; null if it was mailed. */
const WithPassword = z.object({ member: StaffMember, password: z.string().nullable() })

const Role = z.enum(STAFF_ROLES, { error: 'Choose a role.' })
const Delivery = z
  .enum(['shown', 'mail'], { error: 'Choose how to share the password.' })
  .meta({ description: '`shown` returns the one-time password, `mail` emails it' })
/** The version the user saw, so that another person's change isn't overwritten unseen. */
const Seen = z.object({ seen_version: z.number().int() })

const managing = { access: 'staff', needs: 'staff.manage' } as const

export const listStaff = endpoint(api.listStaff, {
  ...managing,
  summary: 'The organization’s people, by name',
  response: listOf(StaffMember),
})

export const inviteStaff = endpoint(api.inviteStaff, {
  ...managing,
  summary: 'Add a staff member with a one-time password',
  body: z.object({
    name: requiredText(80),
    email: requiredText(320),
    role: Role,
    delivery: Delivery,
  }),
  response: WithPassword,
  idempotent: true,
})

export const patchStaff = endpoint(api.patchStaff, {
  ...managing,
  summary: 'Change a staff member’s name or role, or disable and enable their account',
  params: IdParams,
  body: Seen.extend({
    name: requiredText(80).optional(),
    role: Role.optional(),
    active: z.boolean().optional(),
  }),
  response: StaffMember,
  refusals: ['changed', 'last_owner'],
})

export const resetStaffAuthenticator = endpoint(api.resetStaffAuthenticator, {
  ...managing,
  summary: 'Reset a staff member’s authenticator app. They set up a new one at the next sign-in',
  params: IdParams,
  response: StaffMember,
})

export const renewStaffPassword = endpoint(api.renewStaffPassword, {
  ...managing,
  summary: 'Replace a staff member’s password with a one-time password',
  params: IdParams,
  body: z.object({ delivery: Delivery }),
  response: WithPassword,
  idempotent: true,
})

export const endStaffSessions = endpoint(api.endStaffSessions, {
  ...managing,
  summary: 'Sign a staff member out everywhere',
  params: IdParams,
  response: StaffMember,
})

/** A program that calls this API with HTTP basic. */
export const ApiCredential = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  scopes: z.array(z.string()),
  created_at: Moment,
  created_by: z.string(),
  last_used_at: Moment.nullable(),
  revoked_at: Moment.nullable(),
})

export const listApiCredentials = endpoint(api.listApiCredentials, {
  ...managing,
  summary: 'Programs that can call this API, newest first',
  response: listOf(ApiCredential),
})

export const createApiCredential = endpoint(api.createApiCredential, {
  ...managing,
  summary: 'Add a program with the scopes it needs',
  body: z.object({
    name: requiredText(80),
    scopes: z
      .array(z.enum(API_SCOPES, { error: 'Choose scopes from the list.' }))
      .min(1, 'Choose at least one permission.')
      .max(API_SCOPES.length),
  }),
  response: z.object({
    credential: ApiCredential,
    secret: z.string().meta({ description: 'The HTTP Basic password. Shown only in this response' }),
  }),
  idempotent: true,
  refusals: ['limit_exceeded'],
})

export const revokeApiCredential = endpoint(api.revokeApiCredential, {
  ...managing,
  summary: 'Revoke a program. Its secret stops working immediately',
  params: IdParams,
  response: ApiCredential,
})
