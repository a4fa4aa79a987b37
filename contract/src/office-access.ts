import { CAPABILITIES, STAFF_ROLES } from '@laurel/domain/staff-roles'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, listOf, requiredText, text } from './fields.ts'
import { api } from './routes.ts'
import { CardLogo } from './site.ts'

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

/** Another site of the organization where the caller works. */
export const LinkedSite = z.object({
  name: z.string(),
  url: z.string().meta({ description: 'The site’s address, as `https://host`' }),
  host: z.string(),
  site_primary_color: z.string(),
  site_secondary_color: z.string(),
  card_mark: CardLogo,
  is_connected: z.boolean().meta({ description: 'Opens without a sign-in' }),
})

/** What a browser brings from another site: the ticket from there, and what this site gave it when it asked. */
const Arrival = z.object({ ticket: requiredText(100), verifier: requiredText(100) })

export const startOfficeSignIn = endpoint(api.startOfficeSignIn, {
  access: 'public',
  summary: 'Start signing in to the office with email and password',
  opensSession: true,
  body: z.object({ email: requiredText(320), password: Password }),
  response: z.object({
    step: z
      .enum(['code', 'set_up'])
      .meta({ description: '`set_up` for people without an authenticator app' }),
    ticket: z.string().meta({ description: 'Identifies this sign-in. Works once, for ten minutes' }),
    secret: z.string().optional().meta({ description: 'The key to enter in the app; only with `set_up`' }),
    otpauth_url: z.string().optional().meta({ description: 'The same as a QR code’s content' }),
  }),
  refusals: ['not_allowed', 'too_many_requests'],
})

export const finishOfficeSignIn = endpoint(api.finishOfficeSignIn, {
  access: 'public',
  summary: 'Finish signing in with the authenticator app’s code. Sets the session cookie',
  opensSession: true,
  body: z.object({
    ticket: requiredText(100),
    code: requiredText(20),
    switch_ticket: text(100)
      .optional()
      .meta({ description: 'From another site: later switches between the two need no sign-in' }),
    switch_verifier: text(100).optional(),
  }),
  response: OfficeMe,
  refusals: ['not_allowed', 'sign_in_required', 'too_many_requests'],
})

export const listOfficeSites = endpoint(api.listOfficeSites, {
  access: 'staff',
  summary: 'The organization’s other sites that the caller can access, by name',
  response: listOf(LinkedSite),
})

export const startOfficeArrival = endpoint(api.startOfficeArrival, {
  access: 'public',
  summary: 'Start switching to this site from another site of its organization',
  opensSession: true,
  body: z.object({ from: requiredText(253).meta({ description: 'A host of the other site' }) }),
  response: z.object({
    verifier: z.string().meta({ description: 'Kept only by the browser that asked' }),
    url: z.string().meta({ description: 'A page of the other site, which creates the ticket' }),
  }),
  refusals: ['not_allowed', 'not_found', 'too_many_requests'],
})

export const switchOfficeSite = endpoint(api.switchOfficeSite, {
  access: 'staff',
  summary: 'Create a ticket for another site of the organization',
  body: z.object({
    to: requiredText(253).meta({ description: 'A host of the other site' }),
    challenge: z.string().regex(/^[\w-]{43}$/),
  }),
  response: z.object({
    url: z
      .string()
      .meta({ description: 'A page of the other site; the ticket follows `#`, if there is one' }),
  }),
  refusals: ['not_found'],
})

export const finishOfficeArrival = endpoint(api.finishOfficeArrival, {
  access: 'public',
  summary: 'Start a session with a ticket from another site. Sets the session cookie',
  opensSession: true,
  body: Arrival,
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
  summary: 'The signed-in staff member and their permissions',
  response: OfficeMe,
})

export const changeOfficePassword = endpoint(api.changeOfficePassword, {
  access: 'staff',
  summary: 'Change your password. All your other sessions end',
  body: z.object({ current_password: Password, new_password: Password }),
  response: 'nothing',
  refusals: ['too_many_requests'],
})
