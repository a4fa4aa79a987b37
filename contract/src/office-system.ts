import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listOf, Moment, requiredText, text } from './fields.ts'
import { api } from './routes.ts'

/** How many jobs of one kind wait, run, and failed, for this site only. */
export const Queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
  oldest_waiting_at: Moment.nullable(),
})

export const FailedJob = z.object({
  id: z.string(),
  queue: z.string(),
  about: z.string().meta({ description: '`order:7`, or empty' }),
  reason: z.string(),
  attempts: z.number().int(),
  failed_at: Moment,
})

export const HealthCheck = z.object({
  name: z.enum(['database', 'mail', 'payments', 'ups', 'usps', 'files']),
  state: z.enum(['up', 'down', 'not_set_up']),
  detail: z.string(),
  took_ms: z.number().int(),
})

const reading = { access: 'staff', needs: 'system.read' } as const
const MAX_RETRIED = 200

export const listQueues = endpoint(api.listQueues, {
  ...reading,
  summary: 'Jobs by kind',
  response: listOf(Queue),
})

export const listFailedJobs = endpoint(api.listFailedJobs, {
  ...reading,
  summary: 'Failed jobs, newest first, with the reason',
  query: z.object({
    queue: text(100).optional(),
    page_size: z.number().int().min(1).max(MAX_RETRIED).default(50),
  }),
  response: z.object({ count: z.number().int(), results: z.array(FailedJob) }),
})

export const retryJobs = endpoint(api.retryJobs, {
  access: 'staff',
  needs: 'system.retry',
  summary: 'Retry failed jobs',
  body: z.object({
    queue: requiredText(100),
    ids: z.array(z.uuid()).min(1).max(MAX_RETRIED),
  }),
  response: z.object({ retried: z.number().int() }),
})

export const getHealth = endpoint(api.getHealth, {
  ...reading,
  summary: 'The status of the systems the site depends on, and their versions',
  response: z.object({
    checked_at: Moment,
    checks: z.array(HealthCheck),
    versions: z.array(z.object({ name: z.string(), version: z.string() })),
    direct_uploads: z
      .object({
        is_allowed: z.boolean(),
        storage: z.string().meta({ description: 'The origin of the object storage' }),
        cors_rule: z
          .string()
          .meta({ description: 'What allows it, as JSON for the bucket’s CORS configuration' }),
      })
      .nullable()
      .meta({
        description:
          'Whether browsers send customers’ files to the object storage directly, by its CORS rule for this site; null if files are in a folder. If not, they send them to the server',
      }),
  }),
})
