import type { AuditEvent } from '@laurel/identity'
import type { Db, Pool } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { ago } from '../../database/sql.ts'

const KEPT_FOR = '400 days'

type PlatformEntry = {
  actor: string
  event: string
  subject?: string
  facts?: Record<string, string | number | boolean>
  at: Date
}

/** Adds to the operators' log, in the transaction of the logged action. */
export async function logPlatform(db: Pool | Db, entry: PlatformEntry): Promise<void> {
  await insertEntry(db, entry).execute()
}

function insertEntry(db: Pool | Db, { facts = {}, ...entry }: PlatformEntry & { folded?: string }) {
  return db.insertInto('platform_log').values({ ...entry, facts: json(facts) })
}

/** Counts what strangers can repeat in one entry for each hour, so that they can't flood the log. */
async function countPlatform(db: Pool | Db, entry: PlatformEntry): Promise<void> {
  const folded = [entry.event, entry.actor, entry.at.toISOString().slice(0, 13)].join(' ')
  await insertEntry(db, { ...entry, folded })
    .onConflict((conflict) =>
      conflict.column('folded').doUpdateSet(({ eb, ref }) => ({
        count: eb('platform_log.count', '+', 1),
        facts: ref('excluded.facts'),
      })),
    )
    .execute()
}

export async function deleteOldEntries(pool: Pool): Promise<void> {
  await pool.deleteFrom('platform_log').where('at', '<', ago(KEPT_FOR)).execute()
}

const COUNTED = new Set(['sign_in_failed', 'second_factor_failed'])
const LOGGED = new Set(['authenticator_set_up', 'signed_in', 'signed_out', 'password_changed'])

/** The accounts service's events about operators. A stranger's typed email isn't kept: it may be a password. */
export async function hearOperators(db: Db, { name, sub, ip = '', at }: AuditEvent): Promise<void> {
  const isCounted = COUNTED.has(name)
  if (!isCounted && !LOGGED.has(name)) return
  const row =
    sub === undefined
      ? undefined
      : await db.selectFrom('operators').select('id').where('identity_subject', '=', sub).executeTakeFirst()
  const actor = row === undefined ? 'visitor' : `operator:${row.id}`
  const entry = { actor, event: `operator.${name}`, subject: actor, facts: { ip }, at }
  await (isCounted ? countPlatform(db, entry) : logPlatform(db, entry))
}
