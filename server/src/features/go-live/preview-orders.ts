import { asOwner } from '../../database/as-owner.ts'
import type { Database, Db } from '../../database/database.ts'
import { jsonText } from '../../database/sql.ts'
import type { QueueTables } from '../../jobs/queue-tables.ts'

/** What orders leave behind, in an order that foreign keys allow. Card items, recipients, and the like go with them. */
const OF_ORDERS = [
  'webhook_messages',
  'site_events',
  'notices',
  'shipments',
  'issued_cards',
  'issuer_cards',
  'refunds',
  'payment_doubts',
  'payments',
  'funds_received',
  'ledger_entries',
  'budget_entries',
  'budget_periods',
  'deliveries',
  'batches',
  'orders',
] as const satisfies readonly (keyof Database)[]

/** What jobs about an order or a part of it name besides the site. */
const ABOUT = ['orderId', 'paymentId', 'refundId', 'batchId', 'importId']

/** Orders that were placed; carts don't count. */
export async function countOrders(db: Db, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('placed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes all orders and carts of a site, in the transaction in which it goes live. As the database's owner, because
 * requests can't delete what the books and logs are made of.
 *
 * @returns how many were placed, and the files to remove once it's committed
 */
export async function deletePreviewOrders(db: Db, siteId: number) {
  const placed = await countOrders(db, siteId)
  const imported = await db
    .selectFrom('csv_card_item_imports')
    .select('file_key as key')
    .where('site_id', '=', siteId)
    .execute()
  const printed = await db.selectFrom('batch_files').select('key').where('site_id', '=', siteId).execute()
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', siteId)
    .limit(1)
    .execute()
  const isTried = placed > 0 || payment.length > 0
  await asOwner(db, async () => {
    await db
      .withTables<QueueTables>()
      .deleteFrom('pgboss.job')
      .where(({ eb, ref }) => eb(jsonText(ref('data'), 'siteId'), '=', String(siteId)))
      .where(({ eb, or, ref }) => or(ABOUT.map((key) => eb(jsonText(ref('data'), key), 'is not', null))))
      .execute()
    if (isTried) {
      for (const table of OF_ORDERS) await db.deleteFrom(table).where('site_id', '=', siteId).execute()
    }
  })
  // A cluster lets an owner delete nothing that the request has read, and a request can delete carts itself.
  if (!isTried) await db.deleteFrom('orders').where('site_id', '=', siteId).execute()
  return { placed, files: [...imported, ...printed].flatMap(({ key }) => key || []) }
}
