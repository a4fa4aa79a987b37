import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Database, Db, Pool } from '../../database/database.ts'
import { anyOf, now as databaseNow, jsonText, literals } from '../../database/sql.ts'
import type { QueueTables } from '../../jobs/queue-tables.ts'
import type { Kit } from '../../kit.ts'

/** Whose work it is, as its payload says: the queue's tables are shared by every site. */
export type Owner = { siteId: number; poolId: string }

/** Tenant isolation of the shared queue: only jobs that name this site are counted, shown, or retried. */
export function isWorkOf({ siteId, poolId }: Owner): Expression<SqlBool> {
  const { eb, or, ref } = expressionBuilder<QueueTables, 'pgboss.job'>()
  const data = ref('data')
  return or([
    eb(jsonText(data, 'siteId'), '=', String(siteId)),
    eb(jsonText(data, 'site_id'), '=', String(siteId)),
    eb(jsonText(data, 'poolId'), '=', poolId),
  ])
}

export type QueueRow = {
  name: string
  waiting: number
  running: number
  failed: number
  oldest_waiting_at: Date | null
}

/** Digital cards aren't separate jobs, so their queue is listed under this name. */
const CARD_MAILS = 'mail.cards'

/** Cards due by email that have not left; those tried before wait for their next try. */
export function cardsToMail(siteId: number, now: Date) {
  return expressionBuilder<Database & QueueTables, never>()
    .selectFrom('deliveries as d')
    .where('d.site_id', '=', siteId)
    .where('d.reward_type', '=', 'digital')
    .where(({ eb, and, or, exists, selectFrom }) => {
      const approved = selectFrom('orders as o')
        .select('o.id')
        .whereRef('o.site_id', '=', 'd.site_id')
        .whereRef('o.id', '=', 'd.order_id')
        .where('o.status', 'in', ['approved', 'fulfilled'])
        .where('o.held_at', 'is', null)
      const isDue = or([eb('d.tries', '>', 0), eb('d.due_at', '<=', now)])
      return and([eb('d.status', '=', 'queued'), isDue, exists(approved)])
    })
}

/**
 * Mails that have not left, each with since when: cards, and what jobs write.
 *
 * @param which `tried`: only jobs that were tried and wait for a retry. Without a mail server, no mail job is tried
 */
export function mailsWaiting(owner: Owner, now: Date, which: 'all' | 'tried' | 'untried too') {
  const cards = cardsToMail(owner.siteId, now).select('d.updated_at as since')
  return (which === 'tried' ? cards.where('d.tries', '>', 0) : cards).unionAll(({ selectFrom }) =>
    selectFrom('pgboss.job')
      .select('created_on as since')
      .where('state', 'in', which === 'untried too' ? ['created', 'retry'] : ['retry'])
      .where('name', 'like', 'mail.%')
      .where(isWorkOf(owner)),
  )
}

/** Jobs of all sites, by queue. */
export function queueRows(db: Pool | Db) {
  return db
    .withTables<QueueTables>()
    .selectFrom('pgboss.job')
    .select(({ fn }) => {
      const count = () => fn.countAll<number>()
      return [
        'name',
        count().filterWhere('state', 'in', ['created', 'retry']).as('waiting'),
        count().filterWhere('state', '=', 'active').as('running'),
        count().filterWhere('state', '=', 'failed').as('failed'),
        fn
          .min<Date | null>('created_on')
          .filterWhere('state', 'in', ['created', 'retry'])
          .filterWhere('start_after', '<=', databaseNow)
          .as('oldest_waiting_at'),
      ]
    })
    .where('state', 'in', ['created', 'retry', 'active', 'failed'])
    .groupBy('name')
    .orderBy('name')
}

export function listQueueRows(db: Db, owner: Owner, now: Date): Promise<QueueRow[]> {
  return queueRows(db)
    .where(isWorkOf(owner))
    .clearOrderBy()
    .unionAll(cardRow(owner.siteId, now))
    .orderBy('name')
    .execute()
}

/** All queues, by the site or the pool that their jobs name. */
export function listQueueRowsBySite(pool: Pool) {
  return queueRows(pool)
    .select(({ fn, ref }) => [
      fn.coalesce(jsonText(ref('data'), 'siteId'), jsonText(ref('data'), 'site_id')).as('site_id'),
      jsonText(ref('data'), 'poolId').as('pool_id'),
    ])
    .groupBy(['site_id', 'pool_id'])
    .execute()
}

function cardRow(siteId: number, now: Date) {
  const sending = expressionBuilder<Database & QueueTables, never>()
    .selectFrom('deliveries as d')
    .where('d.site_id', '=', siteId)
    .where('d.reward_type', '=', 'digital')
    .where('d.status', '=', 'sending')
  const cards = [cardsToMail(siteId, now), sending] as const
  return expressionBuilder<Database & QueueTables, never>()
    .selectFrom(
      cards[0]
        .select(['d.status', 'd.updated_at'])
        .unionAll(cards[1].select(['d.status', 'd.updated_at']))
        .as('cards'),
    )
    .select(({ fn, cast, val, lit }) => [
      cast<string>(val(CARD_MAILS), 'text').as('name'),
      fn.countAll<number>().filterWhere('status', '=', 'queued').as('waiting'),
      fn.countAll<number>().filterWhere('status', '=', 'sending').as('running'),
      lit<number>(0).as('failed'),
      fn.min<Date | null>('updated_at').filterWhere('status', '=', 'queued').as('oldest_waiting_at'),
    ])
    .having(({ fn }) => fn.countAll(), '>', 0)
}

/** How long the oldest job of any site has been due, except those that wait for a connection; 0 without one. */
export async function oldestDueSeconds({
  pool,
  unconnectedQueues,
}: Pick<Kit, 'pool' | 'unconnectedQueues'>): Promise<number> {
  const { oldest } = await pool
    .withTables<QueueTables>()
    .selectFrom('pgboss.job')
    .select(({ fn }) => fn.min<Date | null>('start_after').as('oldest'))
    .where('state', '<', literals('active')[0]!)
    .where('blocked', '=', expressionBuilder().lit(false))
    .where(({ eb, not }) => not(eb('name', '=', anyOf(unconnectedQueues))))
    .executeTakeFirstOrThrow()
  return oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1_000)
}

export type FailedRow = {
  id: string
  name: string
  data: Record<string, unknown>
  reason: string | null
  attempts: number
  failed_at: Date
}

/** Jobs that failed for good, the latest first, and how many there are. */
export async function listFailedRows(
  db: Db,
  owner: Owner,
  queue: string | undefined,
  limit: number,
): Promise<{ count: number; rows: FailedRow[] }> {
  let failed = db
    .withTables<QueueTables>()
    .selectFrom('pgboss.job')
    .where('state', '=', 'failed')
    .where(isWorkOf(owner))
  if (queue) failed = failed.where('name', '=', queue)
  const [rows, { count }] = await Promise.all([
    failed
      .select(({ eb, fn, ref }) => [
        ...(['id', 'name', 'data'] as const),
        jsonText(ref('output'), 'message').as('reason'),
        eb('retry_count', '+', 1).as('attempts'),
        fn.coalesce('completed_on', 'created_on').as('failed_at'),
      ])
      .orderBy('failed_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
    failed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

/**
 * Retries failed jobs.
 *
 * @returns the IDs of the failed jobs of this site
 */
export async function retryFailed(
  db: Db,
  owner: Owner,
  queue: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await putBack(db, queue)
    .where('id', '=', anyOf(ids))
    .where(isWorkOf(owner))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Puts failed jobs back in their queue, as pg-boss would. */
export function putBack(db: Db, queue: string) {
  return db
    .withTables<QueueTables>()
    .updateTable('pgboss.job')
    .set(({ eb }) => ({
      state: 'retry',
      retry_limit: eb('retry_limit', '+', 1),
      completed_on: null,
      start_after: databaseNow,
    }))
    .where('name', '=', queue)
    .where('state', '=', 'failed')
}
