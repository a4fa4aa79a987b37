import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { handles, type JobHandler, job, Unfinished } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { findLastAttempt, findLastBackup } from './backup-runs.repo.ts'

const HOUR_MS = 3_600_000
/** A failed attempt is repeated after this long. */
const AGAIN_MS = HOUR_MS
/** The job runs at full minutes, and the last backup began a moment after one. */
const SLACK_MS = 60_000

/** Takes a backup when one is due, or `now` when an operator asked for it, on one of the servers. */
export const backupJob = job({
  name: 'backup',
  payload: z.object({ now: z.literal(true).optional() }).nullish(),
  retries: 0,
  seconds: 24 * 3_600,
  heartbeatSeconds: 60,
  cron: '*/10 * * * *',
})

export function backupHandler(kit: Pick<Kit, 'pool' | 'config' | 'now'>, stopped: AbortSignal): JobHandler {
  return handles(backupJob, async (asked) => {
    if (asked?.now || (await isBackupDue(kit))) await backUp(stopped)
  })
}

export async function isBackupDue({
  pool,
  config,
  now,
}: Pick<Kit, 'pool' | 'config' | 'now'>): Promise<boolean> {
  const { everyHours } = config.backup
  if (everyHours === undefined) return false
  const [backup, attempt] = await Promise.all([findLastBackup(pool), findLastAttempt(pool)])
  const age = (run: { started_at: Date } | undefined) =>
    run === undefined ? Number.POSITIVE_INFINITY : now().getTime() - run.started_at.getTime() + SLACK_MS
  return age(backup) >= everyHours * HOUR_MS && age(attempt) >= AGAIN_MS
}

/** In a process of its own: compressing and encrypting would delay this one's requests. */
async function backUp(stopped: AbortSignal): Promise<void> {
  const command = fileURLToPath(new URL('../../commands/backup.ts', import.meta.url))
  const child = spawn(process.execPath, [command], { stdio: ['ignore', 'ignore', 'pipe'], signal: stopped })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const code = await new Promise<number | null>((done, fail) => {
    child.once('close', done)
    child.once('error', (cause) => fail(stopped.aborted ? new Unfinished('stopped', { cause }) : cause))
  })
  if (code !== 0) throw new Error(`the backup failed: ${said.trim()}`)
}
