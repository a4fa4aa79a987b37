import type { AuditEvent } from '@laurel/identity'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { jsonText, setLocal } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import type { AuditEntry } from '../audit/audit.service.ts'
import { CLOSE_AFTER_S, closeCustomer } from '../customers/close-customer.jobs.ts'
import { enqueueNotice } from '../mail/account-notice.jobs.ts'
import { staffEntry } from '../staff/staff-events.ts'
import { siteOfStaffPool } from '../staff/staff-pool.ts'
import { CHAIN_AFTER_S, chainEvents } from './chain-account-events.ts'

/**
 * Handles events of the accounts service in the transaction of the event, so a rollback removes both.
 *
 * The audit log itself is written later (chain-account-events.ts): its writers wait for each other, which would slow
 * down sign-ins.
 */
export function hearAccounts(kit: Pick<Kit, 'jobs' | 'keys'>) {
  // A pool never changes its site; unknown pools aren't cached.
  const sites = new Map<string, number>()

  return async (tx: unknown, event: AuditEvent): Promise<void> => {
    const db = tx as Db
    const staffSite = siteOfStaffPool(event.poolId)
    if (staffSite !== undefined) return hearStaff(db, kit, staffSite, event)
    const siteId = sites.get(event.poolId) ?? (await findSiteOfPool(db, event.poolId))
    if (siteId === undefined) return
    sites.set(event.poolId, siteId)

    await showSite(db, siteId)
    await insertAccountEvent(db, siteId, customerEntry(event))
    await enqueueNotice(db, kit, event)
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
    .where(({ eb, ref }) => eb(jsonText(ref('accounts'), 'user_pool_id'), '=', poolId))
    .executeTakeFirst()
  return site?.id
}

/** The accounts service names its own events. */
type AccountEntry = Omit<AuditEntry, 'event'> & { event: string }

/** The accounts service works as the owner of the tables; row-level security applies to the owner too. */
async function showSite(db: Db, siteId: number): Promise<void> {
  await setLocal(db, 'app.site_id', String(siteId))
}

/** Staff get no mail about their accounts: the site's owner manages them. */
async function hearStaff(db: Db, { jobs }: Pick<Kit, 'jobs'>, siteId: number, event: AuditEvent) {
  await showSite(db, siteId)
  const entry = await staffEntry(db, siteId, event)
  if (entry === undefined) return
  await insertAccountEvent(db, siteId, entry)
  await jobs.enqueue(db, chainEvents, { siteId }, { startAfter: CHAIN_AFTER_S })
}

async function insertAccountEvent(db: Db, siteId: number, { facts, ...entry }: AccountEntry): Promise<void> {
  await db
    .insertInto('account_events')
    .values({ ...entry, site_id: siteId, facts: json(facts) })
    .execute()
}

function customerEntry(event: AuditEvent): AccountEntry {
  const { name, username = '', sub, ip = '', about, accessKeyId, at } = event
  return {
    actor: actorOf(event),
    event: `account.${name}`,
    subject: sub === undefined ? '' : `account:${sub}`,
    facts: {
      username,
      ip,
      ...(about !== undefined && { about }),
      ...(accessKeyId !== undefined && { access_key: accessKeyId }),
    },
    at,
  }
}

/** API credentials act on other people's accounts. */
function actorOf({ accessKeyId, sub, by }: AuditEvent): string {
  if (by !== undefined) return by
  if (accessKeyId !== undefined) return `key:${accessKeyId}`
  return sub === undefined ? 'visitor' : `account:${sub}`
}
