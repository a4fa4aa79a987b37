import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/**
 * What is here of an order's money after all that went back, in cents; below nothing when more went back
 * than came. Money that fits no order, and only passes through its books, is not its own.
 */
export async function keptCents(db: Db, siteId: number, orderId: number): Promise<number> {
  const { rows } = await sql<{ kept: string }>`
    select coalesce(sum(l.cents), 0) as kept from ledger_entries l
    where l.site_id = ${siteId} and l.order_id = ${orderId} and l.account like 'cash%'
      and l.source not like 'doubt:%'
      and not exists (select from refunds r where r.site_id = l.site_id and r.order_id = l.order_id
        and r.doubt_id is not null and l.source = 'refund:' || r.id)`.execute(db)
  return Number(rows[0]!.kept)
}
