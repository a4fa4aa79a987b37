import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { lineText, listOf, Moment, requiredText } from './fields.ts'
import { api } from './routes.ts'

/** The part of the setup link after its `#`. */
const SetupToken = z.string().min(1).max(200)
const filled = (max: number) => lineText(max).min(1, 'This field is required')

export const openSetupLink = endpoint(api.openSetupLink, {
  access: 'anyone',
  summary: 'Check a setup link',
  opensSession: true,
  body: z.object({ token: SetupToken }),
  response: z.object({ expires_at: Moment }),
  refusals: ['not_allowed', 'setup_link_over', 'already_set_up', 'too_many_requests'],
})

export const checkServer = endpoint(api.checkServer, {
  access: 'anyone',
  summary: 'The server’s connections, for the holder of a setup link. Optional ones only if set',
  opensSession: true,
  body: z.object({ token: SetupToken }),
  response: listOf(
    z.object({
      name: z.string(),
      state: z.enum(['ready', 'off', 'wrong']),
      means: z.string().meta({ description: 'What is connected, missing, or wrong' }),
    }),
  ),
  refusals: ['not_allowed', 'setup_link_over', 'already_set_up', 'too_many_requests'],
})

export const createInstallation = endpoint(api.createInstallation, {
  access: 'anyone',
  summary: 'Create the organization, its first site, and the owner. The link works once',
  opensSession: true,
  body: z.object({
    token: SetupToken,
    organization_name: filled(80),
    time_zone: requiredText(60).meta({ description: 'An IANA name, such as America/Chicago' }),
    site_name: filled(80),
    host: requiredText(300).meta({ description: 'Where customers reach the site' }),
    owner_name: filled(80),
    owner_email: requiredText(320),
    password: z.string().min(1, 'This field is required').max(256),
  }),
  response: z.object({
    host: z.string(),
    office_url: z.string().meta({ description: 'Where the owner signs in' }),
  }),
  refusals: ['not_allowed', 'setup_link_over', 'already_set_up', 'too_many_requests'],
})
