import { SITE_STATES } from '@laurel/domain/site-state'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, lineText, listOf, Moment, requiredText } from './fields.ts'
import { finishOfficeSignIn, startOfficeSignIn } from './office-access.ts'
import { api } from './routes.ts'

const Password = z.string().min(1, 'This field is required').max(256)
const filled = (max: number) => lineText(max).min(1, 'This field is required')

/** A person who runs the installation. */
export const Operator = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  must_change_password: z.boolean(),
})

export const startPlatformSignIn = endpoint(api.startPlatformSignIn, {
  access: 'anyone',
  summary: 'Begin an operator’s sign-in by email and password',
  opensSession: true,
  body: startOfficeSignIn.body,
  response: startOfficeSignIn.response,
  refusals: ['not_allowed', 'not_found', 'too_many_requests'],
})

export const finishPlatformSignIn = endpoint(api.finishPlatformSignIn, {
  access: 'anyone',
  summary: 'Finish an operator’s sign-in with the authenticator app’s code; sets the session cookie',
  opensSession: true,
  body: finishOfficeSignIn.body,
  response: Operator,
  refusals: ['not_allowed', 'not_found', 'sign_in_required', 'too_many_requests'],
})

export const getOperator = endpoint(api.getOperator, {
  access: 'operator',
  withTemporaryPassword: true,
  summary: 'Who is signed in to the platform area',
  response: Operator,
})

export const platformSignOut = endpoint(api.platformSignOut, {
  access: 'operator',
  withTemporaryPassword: true,
  summary: 'End this session',
  response: 'nothing',
})

export const changePlatformPassword = endpoint(api.changePlatformPassword, {
  access: 'operator',
  withTemporaryPassword: true,
  summary: 'Choose a new password; every other session of this operator ends',
  body: z.object({ current_password: Password, new_password: Password }),
  response: 'nothing',
  refusals: ['too_many_requests'],
})

const PlatformSite = z.object({
  id: Id,
  name: z.string(),
  hosts: z.array(z.string()),
  state: z.enum(SITE_STATES),
  orders_30_days: z.number().int(),
  storage_bytes: z.number().int().meta({ description: 'Files that customers uploaded' }),
  waiting_jobs: z.number().int(),
  oldest_waiting_at: Moment.nullable(),
})

const Organization = z.object({
  id: Id,
  name: z.string(),
  sites: listOf(PlatformSite),
})

export const listOrganizations = endpoint(api.listOrganizations, {
  access: 'operator',
  summary: 'Organizations by name with their sites; the first 50 that match',
  query: z.object({ search: z.string().max(100).default('') }),
  response: z.object({
    organizations: listOf(Organization),
    organization_count: z.number().int(),
    site_counts: z.object({
      setting_up: z.number().int(),
      live: z.number().int(),
      suspended: z.number().int(),
    }),
    version: z.string(),
  }),
})

export const createOrganization = endpoint(api.createOrganization, {
  access: 'operator',
  summary: 'Add an organization without sites',
  body: z.object({ name: filled(80) }),
  response: z.object({ id: Id }),
})

export const createPlatformSite = endpoint(api.createPlatformSite, {
  access: 'operator',
  summary: 'Add a site with a starter catalog, and its first owner with a one-time password',
  body: z.object({
    organization_id: Id,
    site_name: filled(80),
    host: requiredText(300),
    time_zone: requiredText(60),
    owner_name: filled(80),
    owner_email: requiredText(320),
  }),
  response: z.object({
    id: Id,
    office_url: z.string(),
    owner_password: z.string().meta({ description: 'Shown only in this answer; works for seven days' }),
  }),
})

export const suspendSite = endpoint(api.suspendSite, {
  access: 'operator',
  summary: 'Close a site to customers; staff can only read, and its recurring work waits',
  params: IdParams,
  body: z.object({ reason: filled(200) }),
  response: 'nothing',
})

export const resumeSite = endpoint(api.resumeSite, {
  access: 'operator',
  summary: 'Open a suspended site again',
  params: IdParams,
  response: 'nothing',
})

export const putSiteHosts = endpoint(api.putSiteHosts, {
  access: 'operator',
  summary: 'Change the addresses at which customers reach a site',
  params: IdParams,
  body: z.object({ hosts: z.array(z.string().max(300)).min(1, 'A site needs an address.').max(20) }),
  response: z.object({ hosts: z.array(z.string()) }),
})

export const checkHost = endpoint(api.checkHost, {
  access: 'operator',
  summary: 'Look up where a host name points, and whether a site has it',
  body: z.object({ host: requiredText(300) }),
  response: z.object({
    host: z.string(),
    points: z
      .enum(['here', 'elsewhere', 'nowhere'])
      .meta({ description: 'Compared with the addresses of the installation’s own host' }),
    addresses: z.array(z.string()),
    site_name: z.string().nullable(),
  }),
})

export const listPlatformLog = endpoint(api.listPlatformLog, {
  access: 'operator',
  summary: 'The latest 200 actions of operators, newest first',
  response: listOf(
    z.object({
      id: Id,
      at: Moment,
      actor: z.string(),
      event: z.string(),
      subject: z.string(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
})

const PlatformQueue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
  oldest_waiting_at: Moment.nullable(),
})

export const listPlatformQueues = endpoint(api.listPlatformQueues, {
  access: 'operator',
  summary: 'The queues of all sites together',
  response: listOf(PlatformQueue),
})

export const retryPlatformJobs = endpoint(api.retryPlatformJobs, {
  access: 'operator',
  summary: 'Retry a queue’s failed jobs, up to 1,000 at a time',
  body: z.object({ queue: requiredText(100) }),
  response: z.object({ retried: z.number().int() }),
})
