import type { FastifyBaseLogger } from 'fastify'
import type { Kit } from '../../kit.ts'

/** What batches, labels and tracking are made with. */
export type BatchKit = Pick<
  Kit,
  'pool' | 'jobs' | 'files' | 'keys' | 'now' | 'config' | 'issuing' | 'carriers'
> & {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}
