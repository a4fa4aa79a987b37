import { CAPABILITIES, STAFF_ROLES } from '@laurel/domain/staff-roles'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, requiredText } from './fields.ts'
import { api } from './routes.ts'

const Password = z.string().min(1, 'This field is required').max(256)

/** A staff member, as their own screen shows them. */
export const OfficeMe = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  capabilities: z.array(z.enum(CAPABILITIES)),
  must_change_password: z.boolean(),
})

export const startOfficeSignIn = endpoint(api.startOfficeSignIn, {
  access: 'public',
  summary: 'Begin a sign-in to the office by email and password',
  opensSession: true,
  body: z.object({ email: requiredText(320), password: Password }),
  response: z.object({
    step: z.enum(['code', 'set_up']).meta({ description: '`set_up` for who has no authenticator app yet' }),
    ticket: z.string().meta({ description: 'Names this sign-in; good once, for ten minutes' }),
    secret: z.string().optional().meta({ description: 'To type into the app; only with `set_up`' }),
    otpauth_url: z.string().optional().meta({ description: 'The same as a QR code’s content' }),
  }),
  refusals: ['not_allowed', 'too_many_requests'],
})

export const finishOfficeSignIn = endpoint(api.finishOfficeSignIn, {
  access: 'public',
  summary: 'Finish it with the code of the authenticator app; sets the session cookie',
  opensSession: true,
  body: z.object({ ticket: requiredText(100), code: requiredText(20) }),
  response: OfficeMe,
  refusals: ['not_allowed', 'sign_in_required', 'too_many_requests'],
})

export const officeSignOut = endpoint(api.officeSignOut, {
  access: 'staff',
  summary: 'End this session',
  response: 'nothing',
})

export const getOfficeMe = endpoint(api.getOfficeMe, {
  access: 'staff',
  summary: 'Who is signed in to the office, and what they may do',
  response: OfficeMe,
})

export const changeOfficePassword = endpoint(api.changeOfficePassword, {
  access: 'staff',
  summary: 'Choose a new password; every other session of this person ends',
  body: z.object({ current_password: Password, new_password: Password }),
  response: 'nothing',
  refusals: ['too_many_requests'],
})
