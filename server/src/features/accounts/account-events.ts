import type { AuditEvent } from '@laurel/identity'
import type { Db, Pool } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { endWith, inOrder, ownerTransaction } from '../../database/site-transaction.ts'
import { jsonText, setLocal } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { deleteOfSubject } from '../assistants/connections.repo.ts'
import type { AuditEntry } from '../audit/audit.service.ts'
import { CLOSE_AFTER_S, closeCustomer } from '../customers/close-customer.jobs.ts'
import { enqueueNotice } from '../mail/account-notice.jobs.ts'
import { OPERATOR_POOL } from '../staff/operators.ts'
import { hearOperators } from '../staff/platform-log.ts'
import { staffEntry } from '../staff/staff-events.ts'
import { siteOfStaffPool } from '../staff/staff-pool.ts'
import { makeChaining } from './chain-account-events.ts'

/**
 * Handles events of the accounts service in the transaction of the event, so a rollback removes both.
 *
 * The audit log itself is written later (chain-account-events.ts): its writers wait for each other, which would slow
 * down sign-ins.
 */
export function hearAccounts(kit: Pick<Kit, 'jobs' | 'keys' | 'pool'>) {
  // A pool never changes its site; unknown pools aren't cached.
  const sites = new Map<string, number>()
  const chainSoon = makeChaining(kit)
  const findSite = async (db: Db | Pool, poolId: string) => {
    const siteId = await findSiteOfPool(db, poolId)
    if (siteId !== undefined) sites.set(poolId, siteId)
    return siteId
  }

  const audit = async (tx: unknown, event: AuditEvent): Promise<void> => {
    const db = tx as Db
    if (event.poolId === OPERATOR_POOL) return hearOperators(db, event)
    const staffSite = siteOfStaffPool(event.poolId)
    if (staffSite !== undefined) {
      if (await writeStaffEvent(db, staffSite, event)) chainSoon(staffSite)
      return
    }
    const siteId = sites.get(event.poolId) ?? (await findSite(db, event.poolId))
    if (siteId === undefined) return

    await inOrder(showSite(db, siteId), insertAccountEvent(db, siteId, customerEntry(event)))
    if (event.sub !== undefined && ENDS_ASSISTANTS.has(event.name)) {
      await deleteOfSubject(db, siteId, event.sub)
    }
    await enqueueNotice(db, kit, event)
    if (event.name === 'user_deleted' && event.sub !== undefined) {
      const closing = { siteId, subject: event.sub }
      await kit.jobs.enqueue(db, closeCustomer, closing, { startAfter: CLOSE_AFTER_S })
    }
    chainSoon(siteId)
  }

  /** Finds a pool's site first, so that an event's queries are sent at once. */
  const transact = async <T>(poolId: string, work: (tx: Db) => Promise<() => Promise<T>>): Promise<T> => {
    if (siteOfStaffPool(poolId) === undefined && !sites.has(poolId)) await findSite(kit.pool, poolId)
    return ownerTransaction(kit.pool, async (tx) => endWith(await work(tx)))
  }
  return { audit, transact }
}

async function findSiteOfPool(db: Db | Pool, poolId: string): Promise<number | undefined> {
  const site = await db
    .selectFrom('sites')
    .select('id')
    .where(({ eb, ref }) => eb(jsonText(ref('accounts'), 'user_pool_id'), '=', poolId))
    .executeTakeFirst()
  return site?.id
}

/** Events after which the account may be in other hands, or out of wrong ones. */
const ENDS_ASSISTANTS = new Set([
  'password_changed',
  'password_reset',
  'password_reset_required',
  'refresh_token_reused',
  'signed_out_everywhere',
  'user_deleted',
  'user_disabled',
])

/** The accounts service names its own events. */
type AccountEntry = Omit<AuditEntry, 'event'> & { event: string }

/** The accounts service works as the owner of the tables; row-level security applies to the owner too. */
async function showSite(db: Db, siteId: number): Promise<void> {
  await setLocal(db, 'app.site_id', String(siteId))
}

/** Staff get no mail about their accounts: the site's owner manages them. */
async function writeStaffEvent(db: Db, siteId: number, event: AuditEvent): Promise<boolean> {
  await showSite(db, siteId)
  const entry = await staffEntry(db, siteId, event)
  if (entry !== undefined) await insertAccountEvent(db, siteId, entry)
  return entry !== undefined
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
