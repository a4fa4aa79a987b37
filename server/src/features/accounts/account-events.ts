import type { AuditEvent } from '@laurel/identity'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { Kit } from '../../kit.ts'
import { CLOSE_AFTER_S, closeCustomer } from '../customers/close-customer.jobs.ts'
import { promiseNotice } from '../mail/account-notice.jobs.ts'
import { CHAIN_AFTER_S, chainEvents } from './account-trail.ts'

/**
 * Hears what happens in the accounts service, inside the transaction of the event: what is written
 * and promised here is taken back with it.
 *
 * The trail's chain is not written here: its writers take turns, and sign-ins would queue behind one
 * another (see account-trail.ts).
 */
export function hearAccounts(kit: Pick<Kit, 'jobs' | 'keys'>) {
  // Only what was found is kept: a pool never changes its site.
  const sites = new Map<string, number>()

  return async (tx: unknown, event: AuditEvent): Promise<void> => {
    const db = tx as Db
    const siteId = sites.get(event.poolId) ?? (await findSiteOfPool(db, event.poolId))
    if (siteId === undefined) return
    sites.set(event.poolId, siteId)

    await keepEvent(db, siteId, event)
    await promiseNotice(db, kit, event)
    if (event.name === 'user_deleted' && event.sub !== undefined) {
      const closing = { siteId, subject: event.sub }
      await kit.jobs.enqueue(db, closeCustomer, closing, { startAfter: CLOSE_AFTER_S })
    }
    await kit.jobs.enqueue(db, chainEvents, { siteId }, { startAfter: CHAIN_AFTER_S })
  }
}

async function findSiteOfPool(db: Db, poolId: string): Promise<number | undefined> {
  const site = await db
    .selectFrom('sites')
    .select('id')
    .where(sql<boolean>`accounts ->> 'user_pool_id' = ${poolId}`)
    .executeTakeFirst()
  return site?.id
}

async function keepEvent(db: Db, siteId: number, event: AuditEvent): Promise<void> {
  const { name, username = '', sub, ip = '', about, accessKeyId, at } = event
  // The accounts service works as the owner of the tables, whom the wall binds too.
  await sql`select set_config('app.site_id', ${String(siteId)}, true)`.execute(db)
  await db
    .insertInto('account_events')
    .values({
      site_id: siteId,
      actor: actorOf(event),
      event: `account.${name}`,
      subject: sub === undefined ? '' : `account:${sub}`,
      facts: json({
        username,
        ip,
        ...(about !== undefined && { about }),
        ...(accessKeyId !== undefined && { access_key: accessKeyId }),
      }),
      at,
    })
    .execute()
}

/** Staff's programs act on accounts that are not theirs. */
function actorOf({ accessKeyId, sub, by }: AuditEvent): string {
  if (by !== undefined) return by
  if (accessKeyId !== undefined) return `key:${accessKeyId}`
  return sub === undefined ? 'visitor' : `account:${sub}`
}
