import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { giveUpWaiting, listWaitingFor, updateImport } from './imports.repo.ts'
import type { RunKit } from './run-import.ts'

/** Files of one customer that may wait to be looked at, and what they may come to. */
const MAX_WAITING = 5
const MAX_WAITING_BYTES = 1_000_000_000

const FAILURE = {
  field: 'file',
  code: 'cancelled',
  message: 'Newer files wait in its place. Nobody was added.',
}

/** Of a customer's files that wait to be looked at the newest are kept, the latest in any case. */
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
    // Said first: whoever goes on with it at this moment keeps its file.
    if (!(await inSite(pool, siteId, (db) => giveUpWaiting(db, siteId, id, FAILURE)))) continue
    await files.remove(file_key)
    await inSite(pool, siteId, (db) => updateImport(db, siteId, id, { file_key: '' }))
  }
}
