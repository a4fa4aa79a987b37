import type { BACKUP_PROBLEMS } from '@laurel/contract/platform'
import { Refusal } from '@laurel/domain/refusal'
import { lastMigration } from '../../database/migrate.ts'
import { listServers } from '../../database/running-servers.ts'
import { anyOf, jsonText } from '../../database/sql.ts'
import type { Operator } from '../../http/actor.ts'
import type { QueueTables } from '../../jobs/queue-tables.ts'
import { placeOf } from '../../settings-report.ts'
import { logPlatform } from '../staff/platform-log.ts'
import { findLastBackup, findLastVerified, listRuns } from '../system/backup-runs.repo.ts'
import { backupJob } from '../system/backups.jobs.ts'
import { LAUREL_VERSION } from '../system/health.ts'
import { putBack, queueRows } from '../system/queue.repo.ts'
import type { PlatformKit } from './sites.service.ts'

const HOUR_MS = 3_600_000
const RETRIED_AT_ONCE = 1_000
const RUNS_SHOWN = 50
const MIGRATIONS_SHOWN = 10
const LOG_PAGE = 50
/** A backup that takes longer has been killed. */
const RUNS_AT_MOST_MS = 24 * HOUR_MS
const VERIFY_EVERY_MS = 35 * 24 * HOUR_MS

export async function listQueues({ pool }: PlatformKit) {
  const rows = await queueRows(pool).execute()
  return rows.map((row) => ({ ...row, oldest_waiting_at: row.oldest_waiting_at?.toISOString() ?? null }))
}

/** Jobs are idempotent, so retrying them is safe. */
export function retryQueue(
  { pool, now }: PlatformKit,
  { by }: Operator,
  queue: string,
): Promise<{ retried: number }> {
  return pool.transaction().execute(async (db) => {
    const { numUpdatedRows } = await putBack(db, queue)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('pgboss.job')
          .select('id')
          .where('name', '=', queue)
          .where('state', '=', 'failed')
          // The queue takes one visit of a site at a time, and the next sweep repeats those that failed.
          .where('policy', 'is distinct from', 'exclusive')
          .limit(RETRIED_AT_ONCE),
      )
      .executeTakeFirst()
    const retried = Number(numUpdatedRows)
    await logPlatform(db, { actor: by, event: 'jobs.retried', facts: { queue, retried }, at: now() })
    return { retried }
  })
}

/** @param before the entry that the page before ended with */
export async function listLog({ pool }: PlatformKit, before: number | undefined) {
  const rows = await pool
    .selectFrom('platform_log')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(LOG_PAGE + 1)
    .execute()
  const shown = rows.slice(0, LOG_PAGE)
  const nameOf = await readNames(
    pool,
    shown.flatMap(({ actor, subject }) => [actor, subject]),
  )
  return {
    entries: shown.map(({ id, at, actor, event, subject, facts, count }) => ({
      id,
      at: at.toISOString(),
      actor,
      actor_name: nameOf(actor),
      event,
      subject,
      subject_name: nameOf(subject),
      facts: facts as Record<string, string | number | boolean>,
      count,
    })),
    older: rows.length > LOG_PAGE ? shown.at(-1)!.id : null,
  }
}

const NAMED = { operator: 'operators', site: 'sites', organization: 'organizations' } as const

/** Names of what a log's entries are about, such as `site:7`, if it still exists. */
async function readNames(pool: PlatformKit['pool'], keys: readonly string[]) {
  const names = new Map<string, string>()
  for (const [kind, table] of Object.entries(NAMED)) {
    const prefix = `${kind}:`
    const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)))
    if (ids.length === 0) continue
    const rows = await pool.selectFrom(table).select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
    for (const { id, name } of rows) names.set(`${prefix}${id}`, name)
  }
  return (key: string) => names.get(key) ?? null
}

export async function listBackups({ pool, config, now }: PlatformKit) {
  const { everyHours, url, keep, passphrase } = config.backup
  const [rows, last, verified, isAsked] = await Promise.all([
    listRuns(pool, RUNS_SHOWN),
    findLastBackup(pool),
    findLastVerified(pool),
    isBackupAsked(pool),
  ])
  const age = (at: Date | null | undefined) =>
    at ? now().getTime() - at.getTime() : Number.POSITIVE_INFINITY
  const runs = rows.map(({ started_at, finished_at, verified_at, bytes, address, error, id }) => {
    const isKilled = finished_at === null && age(started_at) > RUNS_AT_MOST_MS
    const state: 'running' | 'failed' | 'complete' =
      error !== '' || isKilled ? 'failed' : finished_at === null ? 'running' : 'complete'
    return {
      id,
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
      state,
      address,
      bytes,
      error: isKilled ? 'It was interrupted.' : error,
      verified_at: verified_at?.toISOString() ?? null,
    }
  })
  const problems: (typeof BACKUP_PROBLEMS)[number][] = []
  if (runs.find(({ state }) => state !== 'running')?.state === 'failed') problems.push('failed')
  if (last === undefined) problems.push('none')
  else if (everyHours !== undefined && age(last.started_at) > (2 * everyHours + 1) * HOUR_MS)
    problems.push('late')
  if (everyHours === undefined) problems.push('off')
  if (verified === undefined) problems.push('never_verified')
  else if (age(verified.verified_at) > VERIFY_EVERY_MS) problems.push('verified_long_ago')
  return {
    every_hours: everyHours ?? null,
    keep,
    place: placeOf(url),
    has_passphrase: passphrase !== undefined,
    is_running: isAsked || runs.some(({ state }) => state === 'running'),
    problems,
    last_backup_at: last?.started_at.toISOString() ?? null,
    last_verified_at: verified?.verified_at?.toISOString() ?? null,
    runs,
  }
}

async function isBackupAsked(pool: PlatformKit['pool']): Promise<boolean> {
  const job = await pool
    .withTables<QueueTables>()
    .selectFrom('pgboss.job')
    .select('id')
    .where('name', '=', backupJob.name)
    .where('state', 'in', ['created', 'retry', 'active'])
    .where(({ eb, ref }) => eb(jsonText(ref('data'), 'now'), '=', 'true'))
    .executeTakeFirst()
  return job !== undefined
}

/** @throws {Refusal} `not_allowed` without a passphrase in the settings */
export async function startBackup(kit: PlatformKit, { by: actor }: Operator): Promise<void> {
  if (kit.config.backup.passphrase === undefined) throw new Refusal('not_allowed')
  const { is_running } = await listBackups(kit)
  if (is_running) return
  await kit.pool.transaction().execute(async (db) => {
    await kit.jobs.enqueue(db, backupJob, { now: true })
    await logPlatform(db, { actor, event: 'backup.started', at: kit.now() })
  })
}

export async function readVersions({ pool, config }: PlatformKit) {
  const [servers, migrations, knows, { database }] = await Promise.all([
    listServers(pool),
    pool
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .selectFrom('kysely_migration')
      .selectAll()
      .orderBy('name', 'desc')
      .execute(),
    lastMigration(),
    pool
      .selectNoFrom(({ fn, val }) => fn<string>('current_setting', [val('server_version')]).as('database'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    version: LAUREL_VERSION,
    database,
    is_embedded: config.databaseUrl === undefined,
    migration_count: migrations.length,
    migrations: migrations
      .slice(0, MIGRATIONS_SHOWN)
      .map(({ name, timestamp }) => ({ name, applied_at: new Date(timestamp).toISOString() })),
    servers: servers.map((one) => ({
      id: one.id,
      version: one.version,
      state: one.must_stop
        ? ('stopping' as const)
        : one.is_silent
          ? ('silent' as const)
          : one.knows === knows
            ? ('current' as const)
            : one.knows < knows
              ? ('earlier' as const)
              : ('later' as const),
      started_at: one.started_at.toISOString(),
    })),
  }
}
