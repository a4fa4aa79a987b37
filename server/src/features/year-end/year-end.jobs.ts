import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobDefinition, type JobHandler, job, type Sweep, sweeps } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import type { EventOf } from '../../order-events.ts'
import { findSite } from '../sites/sites.repo.ts'
import { type CountedSite, countCards } from './count-cards.ts'
import { lockYearEnd, peopleOf, removeUnused } from './people.repo.ts'

/** Once a minute: counts the cards that something happened to. */
const countYears = job({
  name: 'year-end.count',
  payload: z.unknown(),
  retries: 1,
  seconds: 300,
  cron: '* * * * *',
})

/** Counts the cards of a company again whose orders are another company's now. */
const followMerge = job({
  name: 'year-end.follow',
  payload: z.object({ siteId: z.number(), companyId: z.number() }),
  retries: 5,
  seconds: 3_600,
})

export const yearEndJobs: JobDefinition[] = [countYears, followMerge]

type CountKit = Pick<Kit, 'pool' | 'now'>

export function yearEndHandlers(kit: CountKit): JobHandler[] {
  return [
    countingYears(kit),
    handles(followMerge, ({ siteId, companyId }) => moveCards(kit, siteId, companyId)),
  ]
}

/** Events of one transaction. */
const BATCH = 1_000
/** A visit ends by then; the next one continues. */
const VISIT_MS = 60_000
/** By then, a transaction that wrote an event has ended. */
const LONGEST_TRANSACTION_MS = 15 * 60_000

export function countingYears(kit: CountKit, batch = BATCH): Sweep {
  const look: Look = (db) =>
    db
      .selectFrom('year_end_progress as p')
      .select('p.site_id')
      .where(({ eb, and, exists, or, ref, selectFrom }) =>
        or([
          exists(
            selectFrom('delivery_events as e')
              .select('e.id')
              .whereRef('e.site_id', '=', 'p.site_id')
              .whereRef('e.id', '>', 'p.read_id'),
          ),
          and([eb('p.head_id', '>', ref('p.sure_id')), eb('p.head_at', '<=', sureSince(kit))]),
        ]),
      )
  return sweeps(
    countYears,
    async () => {
      const sites = await kit.pool
        .selectFrom('sites')
        .select('id')
        .where('suspended_at', 'is', null)
        .execute()
      const due = new Set(await findDueSites(kit.pool, look))
      const begun = new Set(
        await findDueSites(kit.pool, (db) => db.selectFrom('year_end_progress').select('site_id')),
      )
      return sites.map(({ id }) => id).filter((id) => due.has(id) || !begun.has(id))
    },
    (siteId) => countSite(kit, siteId, batch),
  )
}

function sureSince({ now }: CountKit): Date {
  return new Date(now().getTime() - LONGEST_TRANSACTION_MS)
}

type Progress = { read_id: number; head_id: number; head_at: Date | null; sure_id: number }

/** Reads events that are new, then once more those that others could have committed behind in the meantime. */
async function countSite(kit: CountKit, siteId: number, batch: number): Promise<void> {
  const until = performance.now() + VISIT_MS
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  for (let isDone = false; !isDone && performance.now() < until; ) {
    isDone = await inSite(kit.pool, siteId, async (db) => {
      const progress = await lockProgress(db, siteId)
      const last = await countEvents(db, site, { after: progress.read_id, batch })
      await saveProgress(db, siteId, { read_id: last ?? progress.read_id, counted_at: kit.now() })
      return last === undefined
    })
  }
  for (let isDone = false; !isDone && performance.now() < until; ) {
    isDone = await inSite(kit.pool, siteId, async (db) => {
      const { head_at, head_id, sure_id, read_id } = await lockProgress(db, siteId)
      if (head_at !== null && head_at > sureSince(kit)) return true
      const last =
        head_id > sure_id ? await countEvents(db, site, { after: sure_id, upTo: head_id, batch }) : undefined
      if (last !== undefined) {
        await saveProgress(db, siteId, { sure_id: last })
        return false
      }
      await saveProgress(db, siteId, { sure_id: head_id, head_id: read_id, head_at: kit.now() })
      return true
    })
  }
}

async function lockProgress(db: Db, siteId: number): Promise<Progress> {
  await lockYearEnd(db, siteId)
  await db
    .insertInto('year_end_progress')
    .values({ site_id: siteId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('year_end_progress')
    .selectAll()
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
}

async function saveProgress(
  db: Db,
  siteId: number,
  change: Partial<Progress> & { counted_at?: Date },
): Promise<void> {
  await db.updateTable('year_end_progress').set(change).where('site_id', '=', siteId).execute()
}

/** Counts the cards of the next events. @returns the last event; undefined if there was none */
async function countEvents(
  db: Db,
  site: CountedSite,
  { after, upTo, batch }: { after: number; upTo?: number; batch: number },
): Promise<number | undefined> {
  const events = await db
    .selectFrom('delivery_events')
    .select(['id', 'delivery_id'])
    .where('site_id', '=', site.id)
    .where('id', '>', after)
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo!))
    .orderBy('id')
    .limit(batch)
    .execute()
  await countCards(db, site, [...new Set(events.map(({ delivery_id }) => delivery_id))])
  return events.at(-1)?.id
}

/** Staff merged two companies, or undid it: cards of either may be the other one's now. */
export function followMerges({ jobs }: Pick<Kit, 'jobs'>) {
  return async (db: Db, { siteId, event, subject }: EventOf<'company.recorded'>): Promise<void> => {
    if (!MERGES.some((one) => one === event)) return
    const companyId = Number(subject.split(':')[1])
    await jobs.enqueue(db, followMerge, { siteId, companyId })
  }
}

const MERGES = [
  'company.merged',
  'company.taken_in',
  'company.merge_undone',
  'company.taken_in_undone',
] as const

/** Deliveries of one transaction. */
const MOVED_AT_ONCE = 500

export async function moveCards(kit: CountKit, siteId: number, companyId: number): Promise<void> {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  for (let left = 1; left > 0; ) {
    left = await inSite(kit.pool, siteId, async (db) => {
      await lockYearEnd(db, siteId)
      const rows = await db
        .selectFrom('year_end_cards as c')
        .innerJoin('orders as o', (join) =>
          join.onRef('o.site_id', '=', 'c.site_id').onRef('o.id', '=', 'c.order_id'),
        )
        .select('c.delivery_id')
        .where('c.site_id', '=', siteId)
        .where('c.company_id', '=', companyId)
        .where('o.company_id', '<>', companyId)
        .limit(MOVED_AT_ONCE)
        .execute()
      await countCards(
        db,
        site,
        rows.map(({ delivery_id }) => delivery_id),
        true,
      )
      return rows.length
    })
  }
  await inSite(kit.pool, siteId, async (db) => {
    await lockYearEnd(db, siteId)
    // Leaves first: each round removes those that nothing is joined to.
    for (let removed = 1; removed > 0; ) {
      const unused = await peopleOf(db, siteId)
        .leftJoin('year_end_cards as c', (join) =>
          join.onRef('c.site_id', '=', 'p.site_id').onRef('c.identity_id', '=', 'p.id'),
        )
        .select('p.id')
        .where('p.company_id', '=', companyId)
        .where('c.delivery_id', 'is', null)
        .execute()
      removed = (
        await removeUnused(
          db,
          siteId,
          unused.map(({ id }) => id),
        )
      ).length
    }
  })
}
