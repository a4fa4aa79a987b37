import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { giveUpWaiting, listWaitingFor, updateImport } from './imports.repo.ts'
import type { RunKit } from './run-import.ts'

/** How many of a customer's files can wait for a check, and their total size. */
const MAX_WAITING = 5
const MAX_WAITING_BYTES = 1_000_000_000

const FAILURE = {
  field: 'file',
  code: 'cancelled',
  message: 'A newer file replaced this one. No one was added.',
}

/** Keeps the newest of a customer's waiting files, and always the latest one. */
export async function dropOldestWaiting(
  { pool, files }: Pick<RunKit, 'pool' | 'files'>,
  actor: Customer,
): Promise<void> {
  const { siteId } = actor
  const waiting = await inSite(pool, siteId, (db) => listWaitingFor(db, actor))
  let bytes = 0
  for (const [index, { id, file_key, file_bytes }] of waiting.entries()) {
    bytes += file_bytes
    if (index === 0 || (index < MAX_WAITING && bytes <= MAX_WAITING_BYTES)) continue
    // Recorded first, so that a request that continues it right now keeps its file.
    if (!(await inSite(pool, siteId, (db) => giveUpWaiting(db, siteId, id, FAILURE)))) continue
    await files.remove(file_key)
    await inSite(pool, siteId, (db) => updateImport(db, siteId, id, { file_key: '' }))
  }
}
