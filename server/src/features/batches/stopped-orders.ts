import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { isStopped } from '../ledger/coverage.ts'

type Stopped = { number: string; is_held: boolean; refund_cents: number }

/** Orders of some deliveries that may not be printed, and why; as many as a sentence names. */
async function listStopped(db: Db, siteId: number, which: RawBuilder<unknown>): Promise<Stopped[]> {
  const { rows } = await sql<Stopped>`
    select o.number, o.held_at is not null as is_held,
      (select coalesce(sum(r.amount_cents), 0)::float8 from refunds r where r.site_id = o.site_id
        and r.order_id = o.id and r.state in ('asked', 'approved', 'sent', 'unknown')) as refund_cents
    from orders o where o.site_id = ${siteId} and ${isStopped}
      and o.id in (select d.order_id from deliveries d where d.site_id = ${siteId} and ${which})
    order by o.id limit 3`.execute(db)
  return rows
}

/**
 * Why deliveries can't be printed or mailed.
 *
 * @param which of them, as SQL over a delivery `d`
 * @returns undefined if nothing stops them
 */
export async function stopRefusal(
  db: Db,
  siteId: number,
  which: RawBuilder<unknown>,
): Promise<Refusal | undefined> {
  const [first] = await listStopped(db, siteId, which)
  if (first === undefined) return undefined
  if (first.is_held) return new Refusal('order_is_held')
  return new Refusal('refund_is_open', { amount: formatCents(first.refund_cents), order: first.number })
}

/** `Order 10012 is on hold. A refund of order 10013 is open.`; empty if nothing stops them. */
export async function stopWords(db: Db, siteId: number, ids: readonly number[]): Promise<string> {
  const stopped = await listStopped(db, siteId, sql`d.id = any(${[...ids]}::bigint[])`)
  return stopped
    .map(({ number, is_held }) =>
      is_held ? `Order ${number} is on hold.` : `A refund of order ${number} is open.`,
    )
    .join(' ')
}
