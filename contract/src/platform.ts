import { SITE_STATES } from '@laurel/domain/site-state'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, lineText, listOf, Moment, requiredText, text } from './fields.ts'
import { finishOfficeSignIn, startOfficeSignIn } from './office-access.ts'
import { api } from './routes.ts'
import { SiteLimits } from './site.ts'

const Password = z.string().min(1, 'This field is required').max(256)
const Count = z.number().int().nonnegative()
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
  summary: 'Start an operator’s sign-in with email and password',
  opensSession: true,
  body: startOfficeSignIn.body,
  response: startOfficeSignIn.response,
  refusals: ['not_allowed', 'not_found', 'too_many_requests'],
})

export const finishPlatformSignIn = endpoint(api.finishPlatformSignIn, {
  access: 'anyone',
  summary: 'Finish an operator’s sign-in with the authenticator app’s code. Sets the session cookie',
  opensSession: true,
  body: finishOfficeSignIn.body,
  response: Operator,
  refusals: ['not_allowed', 'not_found', 'sign_in_required', 'too_many_requests'],
})

export const getOperator = endpoint(api.getOperator, {
  access: 'operator',
  withTemporaryPassword: true,
  summary: 'The signed-in operator',
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
  summary: 'Change your password. All your other sessions end',
  body: z.object({ current_password: Password, new_password: Password }),
  response: 'nothing',
  refusals: ['too_many_requests'],
})

export const PlatformSite = z.object({
  id: Id,
  name: z.string(),
  hosts: z.array(z.string()),
  state: z.enum(SITE_STATES),
  suspended_at: Moment.nullable(),
  orders_30_days: Count,
  last_order_at: Moment.nullable(),
  storage_bytes: Count.meta({ description: 'Files that customers uploaded' }),
  waiting_jobs: Count,
  failed_jobs: Count,
  mails_waiting: Count.meta({ description: 'Including digital cards' }),
  oldest_waiting_at: Moment.nullable(),
})

export const Organization = z.object({
  id: Id,
  name: z.string(),
  sites: listOf(PlatformSite),
})

export const listOrganizations = endpoint(api.listOrganizations, {
  access: 'operator',
  summary: 'Organizations by name with their sites; the first 50 that match',
  query: z.object({ search: text(100).default('') }),
  response: z.object({
    organizations: listOf(Organization),
    organization_count: Count,
    site_counts: z.object({ setting_up: Count, live: Count, suspended: Count }),
    last_backup_at: Moment.nullable(),
    last_verified_at: Moment.nullable().meta({ description: 'When a backup was last restored and verified' }),
    version: z.string(),
  }),
})

export const getPlatformSite = endpoint(api.getPlatformSite, {
  access: 'operator',
  summary: 'A site’s use and limits',
  params: IdParams,
  response: PlatformSite.extend({
    organization_name: z.string(),
    orders: Count,
    cards: Count.meta({ description: 'From approved orders, without canceled ones' }),
    customers: Count,
    recipients: Count,
    staff: Count,
    limits: SiteLimits,
    requests_per_minute: Count.meta({ description: 'Per person or network, the same on all sites' }),
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
  summary: 'Suspend a site. Customers can’t use it, staff can only read, and its recurring jobs wait',
  params: IdParams,
  body: z.object({ reason: filled(200) }),
  response: 'nothing',
})

export const resumeSite = endpoint(api.resumeSite, {
  access: 'operator',
  summary: 'Reopen a suspended site',
  params: IdParams,
  response: 'nothing',
})

export const putSiteHosts = endpoint(api.putSiteHosts, {
  access: 'operator',
  summary: 'Change a site’s addresses',
  params: IdParams,
  body: z.object({ hosts: z.array(z.string().max(300)).min(1, 'A site needs an address.').max(20) }),
  response: z.object({ hosts: z.array(z.string()) }),
})

export const checkHost = endpoint(api.checkHost, {
  access: 'operator',
  summary: 'Check where a host name points, and whether a site uses it',
  body: z.object({ host: requiredText(300) }),
  response: z.object({
    host: z.string(),
    points: z.enum(['here', 'elsewhere', 'nowhere', 'unknown']).meta({
      description: 'Compared with the addresses of the installation’s own host. `unknown`: DNS didn’t answer',
    }),
    addresses: z.array(z.string()),
    site_name: z.string().nullable(),
  }),
})

export const listPlatformLog = endpoint(api.listPlatformLog, {
  access: 'operator',
  summary: 'The operator log, newest first, 50 entries at a time',
  query: z.object({ before: Id.optional().meta({ description: 'The `older` of the previous page' }) }),
  response: z.object({
    entries: listOf(
      z.object({
        id: Id,
        at: Moment,
        actor: z.string(),
        actor_name: z.string().nullable(),
        event: z.string(),
        subject: z.string(),
        subject_name: z.string().nullable(),
        facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        count: Count.meta({ description: 'Failed sign-ins within an hour share an entry' }),
      }),
    ),
    older: Id.nullable().meta({ description: 'Pass this to get the next page; null on the last page' }),
  }),
})

const PlatformQueue = z.object({
  name: z.string(),
  waiting: Count,
  running: Count,
  failed: Count,
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

export const listOperators = endpoint(api.listOperators, {
  access: 'operator',
  summary: 'Everyone who can sign in to the platform area',
  response: listOf(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      has_authenticator: z.boolean(),
      password_expires_at: Moment.nullable().meta({ description: 'Of a temporary password' }),
      session_count: Count,
      last_signed_in_at: Moment.nullable(),
    }),
  ),
})

const OneTimePassword = z.object({
  password: z.string().meta({ description: 'Shown only in this answer; works for seven days' }),
})

export const addOperator = endpoint(api.addOperator, {
  access: 'operator',
  summary: 'Add an operator with a one-time password',
  body: z.object({ name: filled(80), email: requiredText(320) }),
  response: OneTimePassword,
})

export const resetOperator = endpoint(api.resetOperator, {
  access: 'operator',
  summary: 'Reset an operator’s password and authenticator app, and end all their sessions',
  params: IdParams,
  response: OneTimePassword,
})

export const removeOperator = endpoint(api.removeOperator, {
  access: 'operator',
  summary: 'Delete an operator’s account and end its sessions',
  params: IdParams,
  response: 'nothing',
  refusals: ['last_operator'],
})

/** What an operator should look at, worst first. */
export const BACKUP_PROBLEMS = [
  'failed',
  'none',
  'late',
  'off',
  'never_verified',
  'verified_long_ago',
] as const

export const listBackups = endpoint(api.listBackups, {
  access: 'operator',
  summary: 'The last 50 backups, newest first, and whether they’re healthy',
  response: z.object({
    every_hours: Count.nullable().meta({ description: 'Null without automatic backups' }),
    keep: Count,
    place: z.string(),
    has_passphrase: z.boolean().meta({ description: 'If empty, backups are only taken manually' }),
    is_running: z.boolean(),
    problems: z.array(z.enum(BACKUP_PROBLEMS)),
    last_backup_at: Moment.nullable(),
    last_verified_at: Moment.nullable(),
    runs: listOf(
      z.object({
        id: z.string(),
        started_at: Moment,
        finished_at: Moment.nullable(),
        state: z.enum(['running', 'complete', 'failed']),
        address: z.string(),
        bytes: Count,
        error: z.string(),
        verified_at: Moment.nullable(),
      }),
    ),
  }),
})

export const startBackup = endpoint(api.startBackup, {
  access: 'operator',
  summary: 'Take a backup now, unless one is running',
  response: 'nothing',
  refusals: ['not_allowed'],
})

export const getVersions = endpoint(api.getVersions, {
  access: 'operator',
  summary: 'This version, its migrations, and the processes that run',
  response: z.object({
    version: z.string(),
    database: z.string().meta({ description: 'PostgreSQL’s version' }),
    is_embedded: z.boolean().meta({ description: 'One process, with the embedded database' }),
    migration_count: Count,
    migrations: z
      .array(z.object({ name: z.string(), applied_at: Moment }))
      .meta({ description: 'The last ten, newest first' }),
    servers: listOf(
      z.object({
        id: z.string(),
        version: z.string(),
        state: z.enum(['current', 'earlier', 'later', 'stopping', 'silent']),
        started_at: Moment,
      }),
    ),
  }),
})
