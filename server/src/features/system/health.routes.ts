import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { RETRY_AFTER_SECONDS } from '../../http/problem-answer.ts'
import type { Kit } from '../../kit.ts'
import { check } from './health.ts'

/** It costs a file and a query, and has no limit on requests; asked more often, it answers as it did. */
const KEEP_MS = 1_000
/** As much as a full disk surely refuses. */
const PROBE_BYTES = 64 * 1024

/**
 * `GET /health`, for whatever watches the server: 200 while it can do its work, 503 while the database does not answer or the
 * disk takes no file.
 */
export function healthRoute(app: FastifyInstance, kit: Pick<Kit, 'pool' | 'config'>) {
  let kept: { checks: ReturnType<typeof look>; until: number } | undefined
  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    if (kept === undefined || kept.until <= Date.now()) {
      kept = { checks: look(kit), until: Date.now() + KEEP_MS }
    }
    const checks = await kept.checks
    const ok = checks.every(({ state }) => state === 'up')
    reply.header('cache-control', 'no-store')
    if (!ok) reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
    return { ok, ...Object.fromEntries(checks.map(({ name, state }) => [name, state])) }
  })
}

function look({ pool, config }: Pick<Kit, 'pool' | 'config'>) {
  return Promise.all([
    check('database', async () => {
      await pool.selectNoFrom(({ lit }) => lit(1).as('answer')).execute()
      return ''
    }),
    check('files', async () => {
      const path = join(config.dataDir, `.health-${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(path, randomBytes(PROBE_BYTES), { flush: true })
      } finally {
        await rm(path, { force: true })
      }
      return ''
    }),
  ])
}
