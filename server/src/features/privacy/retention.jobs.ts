import { INVITATION_DAYS } from '@laurel/domain/company-roles'
import { KEEP_CONVERSATIONS_DAYS } from '@laurel/domain/conversations'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import { job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { liveSiteOf } from '../../test-site.ts'
import { record, removeDetails } from '../audit/audit.service.ts'
import type { RetentionRecord } from '../sites/site-records.ts'
import { continueErasures } from './erasures.service.ts'
import { listOldFiles } from './old-files.repo.ts'
import { removeFile, removeNamedFiles } from './remove-files.ts'
import {
  keptBefore,
  listClosedOrders,
  listEntriesWithDetails,
  listOverDeliveries,
  type RetireTo,
  retireDeliveries,
  retireOrder,
  retireRecipientsOf,
} from './retire.repo.ts'
import { addToCounter, COUNTED, count, readCounters } from './retired-counters.repo.ts'

/** Removes what a site has kept about people for as long as its settings say (docs/decisions/0057). */
export const retirePeople = job({
  name: 'privacy.retire',
  payload: z.unknown(),
  retries: 2,
  seconds: 3_600,
  cron: '27 2 * * *',
  siteBySite: true,
  inTestMode: 'runs',
})

export type RetentionKit = Pick<Kit, 'pool' | 'files' | 'now' | 'keys'>

const DAY_MS = 86_400_000
/** Rows that every site removes a number of days after a time in them. */
const AGING = [
  // An address that waits for longer is checked again.
  { table: 'address_checks', key: 'digest', at: 'checked_at', days: 30 },
  // An admin can send an expired invitation again. With the days it was open, an address is kept for 30.
  { table: 'company_invitations', key: 'id', at: 'expires_at', days: 30 - INVITATION_DAYS },
  { table: 'conversations', key: 'id', at: 'updated_at', days: KEEP_CONVERSATIONS_DAYS },
  { table: 'assistant_connections', key: 'id', at: 'expires_at', days: 0 },
] as const
/** Rows of one transaction: none holds locks for long, and a killed run loses none that was committed. */
const BATCH = 500
/** A visit ends by then; the next one continues. */
const VISIT_MS = 30 * 60_000

/**
 * On every site, suspended or not: what people were promised doesn't depend on whether the site is open. What programs
 * sent in test mode is kept as long as what they send otherwise.
 */
export function retiringPeople(kit: RetentionKit, batch = BATCH): Sweep {
  return sweeps(
    retirePeople,
    async () => {
      const sites = await kit.pool.selectFrom('sites').select('id').orderBy('id').execute()
      return sites.map(({ id }) => id)
    },
    (siteId) => retireOnSite(kit, siteId, batch),
  )
}

async function retireOnSite(kit: RetentionKit, siteId: number, batch: number): Promise<void> {
  const until = performance.now() + VISIT_MS
  const { retention } = await kit.pool
    .selectFrom('sites')
    .select('retention')
    .where('id', '=', liveSiteOf(siteId))
    .$narrowType<{ retention: RetentionRecord }>()
    .executeTakeFirstOrThrow()
  const since = (days: number) => new Date(kit.now().getTime() - days * DAY_MS)
  const { address_days, name_days, file_days, audit_days } = retention
  const steps = [
    // The later stage first: it removes the address too.
    ...(name_days > 0
      ? peopleSteps(kit, siteId, { to: 'nothing', since: since(name_days), limit: batch })
      : []),
    ...(address_days > 0
      ? peopleSteps(kit, siteId, { to: 'name', since: since(address_days), limit: batch })
      : []),
    // Labels and prints show names: they go with them, however long files are kept.
    () => removeNamedFiles(kit, siteId, { limit: batch, isRetention: true }),
    ...AGING.map((aging) => () => removeAged(kit.pool, siteId, aging, since(aging.days), batch)),
    ...(file_days > 0 ? [() => removeFiles(kit, siteId, since(file_days), batch)] : []),
    ...(audit_days > 0 ? [() => removeOldDetails(kit, siteId, since(audit_days), batch)] : []),
  ]
  for (const step of steps) {
    while (performance.now() < until && (await step()));
  }
  await inSite(kit.pool, siteId, (db) => recordRun(db, siteId, kit.now()))
  await continueErasures(kit, siteId)
}

type Stage = { to: RetireTo; since: Date; limit: number }
/** Does a batch. @returns whether there may be more */
type Step = () => Promise<boolean>

function peopleSteps({ pool }: RetentionKit, siteId: number, stage: Stage): Step[] {
  const counter = stage.to === 'name' ? 'addresses' : 'names'
  const kept = keptBefore(stage.to)
  return [
    ...kept.map(
      (keeps) => () =>
        inSite(pool, siteId, async (db) => {
          const due = await listOverDeliveries(db, siteId, { ...stage, keeps })
          if (due.length === 0) return false
          await count(db, siteId, counter, await retireDeliveries(db, siteId, due, stage.to))
          return due.length === stage.limit
        }),
    ),
    ...kept.map(
      (keeps) => () =>
        inSite(pool, siteId, async (db) => {
          const orderIds = await listClosedOrders(db, siteId, { ...stage, keeps, limit: 20 })
          for (const orderId of orderIds) {
            const retired = await retireRecipientsOf(db, siteId, orderId, stage.to, stage.limit)
            await count(db, siteId, counter, retired)
            // The next step continues with this order.
            if (retired === stage.limit) return true
            await retireOrder(db, siteId, orderId, stage.to)
          }
          return orderIds.length > 0
        }),
    ),
  ]
}

function removeAged(
  pool: RetentionKit['pool'],
  siteId: number,
  { table, key, at }: (typeof AGING)[number],
  since: Date,
  limit: number,
): Promise<boolean> {
  return inSite(pool, siteId, async (db) => {
    const old = await db
      .selectFrom(table)
      .select(({ ref }) => ref(key).as('key'))
      .where('site_id', '=', siteId)
      .where(at, '<', since)
      .limit(limit)
      .execute()
    await db
      .deleteFrom(table)
      .where('site_id', '=', siteId)
      .where(key, '=', anyOf(old.map((row) => row.key)))
      // One that was renewed in the meantime stays.
      .where(at, '<', since)
      .execute()
    return old.length === limit
  })
}

async function removeFiles(kit: RetentionKit, siteId: number, since: Date, limit: number): Promise<boolean> {
  const old = await inSite(kit.pool, siteId, (db) =>
    listOldFiles(db, siteId, { since, now: kit.now() }, limit),
  )
  for (const file of old) await removeFile(kit, siteId, file, true)
  return old.length === limit
}

/** From the oldest entry on. A counter has the time up to which all are done, so that none is read twice. */
function removeOldDetails(
  { pool }: RetentionKit,
  siteId: number,
  since: Date,
  limit: number,
): Promise<boolean> {
  return inSite(pool, siteId, async (db) => {
    const doneMs = (await readCounters(db, siteId, ['audit_details_until_ms'])).audit_details_until_ms ?? 0
    const old = await listEntriesWithDetails(db, siteId, { from: new Date(doneMs), since, limit })
    const last = old.at(-1)
    if (last === undefined) return false
    const ids = old.map(({ id }) => id)
    await count(db, siteId, 'details', await removeDetails(db, siteId, ids))
    await addToCounter(db, siteId, 'audit_details_until_ms', last.at.getTime() - doneMs)
    return old.length === limit
  })
}

async function recordRun(db: Db, siteId: number, at: Date): Promise<void> {
  const names = COUNTED.map((what) => `retired_${what}`)
  const counters = await readCounters(db, siteId, names)
  const facts = Object.fromEntries(
    COUNTED.flatMap((what) => {
      const counted = counters[`retired_${what}`] ?? 0
      return counted > 0 ? [[what, counted]] : []
    }),
  )
  if (Object.keys(facts).length === 0) return
  await db
    .deleteFrom('site_counters')
    .where('site_id', '=', siteId)
    .where('name', '=', anyOf(names))
    .execute()
  record(db, siteId, { actor: 'system', event: 'privacy.retired', subject: `site:${siteId}`, facts, at })
}
