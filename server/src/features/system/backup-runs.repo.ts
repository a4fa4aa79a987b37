import * as z from 'zod'
import type { FolderCaller, FolderCalls } from '../../database/data-dir-lock.ts'
import type { Pool } from '../../database/database.ts'
import { now } from '../../database/sql.ts'

/** Where and how large an archive is, or why there's none. */
const Outcome = z.union([
  z.object({ address: z.string(), bytes: z.number() }),
  z.object({ error: z.string() }),
])
export type Outcome = z.infer<typeof Outcome>

/** Records backups in the database that is backed up. */
export type RunLog = {
  begin(id: string): Promise<void>
  end(id: string, outcome: Outcome): Promise<void>
  /** @param createdAt of a backup that this database doesn't know, because it was restored from an earlier one */
  verify(id: string, createdAt: string): Promise<void>
  lastVerified(): Promise<Date | undefined>
}

export function runLogOf(pool: Pool): RunLog {
  return {
    async begin(id) {
      await pool.insertInto('backup_runs').values({ id, started_at: now }).execute()
    },
    async end(id, outcome) {
      await pool
        .updateTable('backup_runs')
        .set({ finished_at: now, ...outcome })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute()
    },
    async verify(id, createdAt) {
      await pool
        .insertInto('backup_runs')
        .values({ id, started_at: createdAt, finished_at: createdAt, verified_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ verified_at: now }))
        .execute()
    },
    lastVerified: async () => (await findLastVerified(pool))?.verified_at ?? undefined,
  }
}

const Run = z.object({ id: z.string() })

/** Lets commands record their backups while this process has the embedded database. */
export function answerBackups(calls: FolderCalls, pool: Pool): void {
  const log = runLogOf(pool)
  calls.set('backup.begin', async (asked, gone) => {
    const { id } = Run.parse(asked)
    await log.begin(id)
    gone.addEventListener('abort', () => void log.end(id, { error: 'It was interrupted.' }).catch(() => {}))
  })
  calls.set('backup.end', (asked) => {
    const { id, outcome } = Run.extend({ outcome: Outcome }).parse(asked)
    return log.end(id, outcome)
  })
  calls.set('backup.verify', (asked) => {
    const { id, createdAt } = Run.extend({ createdAt: z.string() }).parse(asked)
    return log.verify(id, createdAt)
  })
  calls.set('backup.last-verified', log.lastVerified)
}

export function remoteRunLog(caller: FolderCaller): RunLog {
  return {
    begin: async (id) => void (await caller.call('backup.begin', { id })),
    end: async (id, outcome) => void (await caller.call('backup.end', { id, outcome })),
    verify: async (id, createdAt) => void (await caller.call('backup.verify', { id, createdAt })),
    async lastVerified() {
      const told = await caller.call('backup.last-verified')
      return typeof told === 'string' ? new Date(told) : undefined
    },
  }
}

/** The last backup that is whole. */
export function findLastBackup(pool: Pool) {
  return pool
    .selectFrom('backup_runs')
    .select(['started_at', 'finished_at', 'address', 'bytes', 'verified_at'])
    .where('finished_at', 'is not', null)
    .where('error', '=', '')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The last backup that was restored and found to be complete. */
export function findLastVerified(pool: Pool) {
  return pool
    .selectFrom('backup_runs')
    .select(['started_at', 'address', 'verified_at'])
    .where('verified_at', 'is not', null)
    .orderBy('verified_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When the last attempt began, whole or not. */
export function findLastAttempt(pool: Pool) {
  return pool
    .selectFrom('backup_runs')
    .select('started_at')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The latest attempts, newest first. */
export function listRuns(pool: Pool, limit: number) {
  return pool.selectFrom('backup_runs').selectAll().orderBy('started_at', 'desc').limit(limit).execute()
}
