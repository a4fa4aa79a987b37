import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** Whose work it is, as its payload says: the queue's tables are shared by every site. */
export type Owner = { siteId: number; poolId: string }

/** Tenant isolation of the shared queue: only jobs that name this site are counted, shown, or retried. */
export function isWorkOf({ siteId, poolId }: Owner): RawBuilder<boolean> {
  return sql<boolean>`(data ->> 'siteId' = ${String(siteId)} or data ->> 'site_id' = ${String(siteId)}
    or data ->> 'poolId' = ${poolId})`
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

/** Cards due by email that have not left, over a delivery `d`; those tried before wait for their next try. */
function isCardToMail(siteId: number, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(d.site_id = ${siteId} and d.reward_type = 'digital' and d.status = 'queued'
    and (d.tries > 0 or d.due_at <= ${now})
    and exists (select from orders o where o.site_id = d.site_id and o.id = d.order_id
      and o.status in ('approved', 'fulfilled') and o.held_at is null))`
}

/**
 * Mails that have not left, each with since when: cards, and what jobs write.
 *
 * @param which `tried`: only those that were tried and wait for another try
 */
export function mailsWaiting(owner: Owner, now: Date, which: 'all' | 'tried'): RawBuilder<unknown> {
  const isTried = which === 'tried' ? sql`d.tries > 0` : sql`true`
  return sql`(
    select d.updated_at as since from deliveries d where ${isCardToMail(owner.siteId, now)} and ${isTried}
    union all
    select created_on from pgboss.job where state = 'retry' and name like 'mail.%' and ${isWorkOf(owner)}) w`
}

export async function listQueueRows(db: Db, owner: Owner, now: Date): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select name,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      min(created_on) filter (where state in ('created', 'retry') and start_after <= now()) as oldest_waiting_at
    from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and ${isWorkOf(owner)}
    group by name
    union all
    select ${sql.lit(CARD_MAILS)}, count(*) filter (where d.status = 'queued')::int,
      count(*) filter (where d.status = 'sending')::int, 0,
      min(d.updated_at) filter (where d.status = 'queued')
    from deliveries d
    where ${isCardToMail(owner.siteId, now)}
      or (d.site_id = ${owner.siteId} and d.reward_type = 'digital' and d.status = 'sending')
    having count(*) > 0
    order by name`.execute(db)
  return rows
}

export type FailedRow = {
  id: string
  name: string
  data: Record<string, unknown>
  reason: string | null
  attempts: number
  failed_at: Date
}

/** What failed for good, the latest first, and how many there are. */
export async function listFailedRows(
  db: Db,
  owner: Owner,
  queue: string | undefined,
  limit: number,
): Promise<{ count: number; rows: FailedRow[] }> {
  const ofQueue = queue === undefined || queue === '' ? sql`true` : sql`name = ${queue}`
  const failed = sql`from pgboss.job where state = 'failed' and ${isWorkOf(owner)} and ${ofQueue}`
  const [found, counted] = await Promise.all([
    sql<FailedRow>`
      select id::text as id, name, data, output ->> 'message' as reason,
        retry_count + 1 as attempts, coalesce(completed_on, created_on) as failed_at
      ${failed} order by coalesce(completed_on, created_on) desc, id limit ${limit}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${failed}`.execute(db),
  ])
  return { rows: found.rows, count: counted.rows[0]?.count ?? 0 }
}

/**
 * Puts failed work back in its queue, as the queue itself would.
 *
 * @returns the ids that were there, failed, and this site's
 */
export async function retryFailed(
  db: Db,
  owner: Owner,
  queue: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
    where name = ${queue} and id = any(${[...ids]}::uuid[]) and state = 'failed' and ${isWorkOf(owner)}
    returning id::text as id`.execute(db)
  return rows.map(({ id }) => id)
}
