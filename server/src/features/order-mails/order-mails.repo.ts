import type { Db } from '../../database/database.ts'
import { NOT_REFUNDED, type OrderRefundFacts, refundsByOrder } from '../ledger/refunded.ts'

export type OrderToTell = {
  id: number
  number: string
  status: string
  total_cents: number
  decline_reason: string
  email: string
  first_name: string
  invoice_emails: string[]
} & OrderRefundFacts

/**
 * What the mails about an order need to know.
 *
 * @returns undefined for a cart that was deleted since: a mail about it isn't sent
 */
export async function readOrderToTell(
  db: Db,
  siteId: number,
  orderId: number,
): Promise<OrderToTell | undefined> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .select([
      'o.id',
      'o.number',
      'o.status',
      'o.total_cents',
      'o.decline_reason',
      'c.email',
      'c.first_name',
      'o.invoice_emails',
    ])
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const refund = (await refundsByOrder(db, siteId, [orderId])).get(orderId) ?? NOT_REFUNDED
  return { ...row, ...refund, number: row.number ?? '', invoice_emails: row.invoice_emails as string[] }
}
