import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { type OrderRefundFacts, refundFacts, refundSumsOf } from '../ledger/refunded.ts'
import { type OrderRow, orderRow } from '../orders/orders.repo.ts'

/** An order with all its columns, what of it was refunded, and its customer's `email`, `first_name`, and `language`. */
export type OrderToTell = Omit<OrderRow, 'number' | 'invoice_emails'> & {
  number: string
  invoice_emails: string[]
  email: string
  first_name: string
  language: string
} & OrderRefundFacts

/**
 * Reads an order for its mails.
 *
 * @returns undefined for a cart that was deleted since: a mail about it isn't sent
 */
export async function readOrderToTell(
  db: Db,
  siteId: number,
  orderId: number,
): Promise<OrderToTell | undefined> {
  const [found] = await orderAndCustomer(db, { siteId, orderId })
  if (found === undefined) return undefined
  const { refund, ...row } = found
  return {
    ...row,
    ...orderRow(row),
    ...refundFacts(row, refund),
    number: row.number ?? '',
    invoice_emails: row.invoice_emails as string[],
  }
}

const orderAndCustomer = prepared((db: Db, { siteId, orderId }: { siteId: number; orderId: number }) =>
  db
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .selectAll('o')
    .select(['c.email', 'c.first_name', 'c.language', refundSumsOf.as('refund')])
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', orderId),
)

/** @returns what staff wrote to the customer; undefined if it's gone: it named a person who was erased */
export async function readMessage(
  db: Db,
  { siteId, orderId, noteId }: { siteId: number; orderId: number; noteId: number },
): Promise<string | undefined> {
  const note = await db
    .selectFrom('order_notes')
    .select('text')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('id', '=', noteId)
    .where('is_mailed', '=', true)
    .executeTakeFirst()
  return note?.text
}
