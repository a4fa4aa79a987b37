import type { Db } from '../../database/database.ts'
import { literal } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

/**
 * A person has one cart. While a program orders for them, theirs isn't one, which no one else can see: the transaction
 * ends with {@link restoreCart}, or is rolled back. Their own requests wait for it.
 *
 * @returns the ID of their cart; undefined without one
 */
export async function setCartAside(
  db: Db,
  { siteId, customerId }: Pick<Customer, 'siteId' | 'customerId'>,
): Promise<number | undefined> {
  const row = await db
    .updateTable('orders')
    .set({ status: 'declined' })
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where('status', '=', literal('cart'))
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Makes it their cart again, once the program's order is placed. */
export async function restoreCart(
  db: Db,
  { siteId }: Pick<Customer, 'siteId'>,
  cartId: number | undefined,
): Promise<void> {
  if (cartId === undefined) return
  await db
    .updateTable('orders')
    .set({ status: 'cart' })
    .where('site_id', '=', siteId)
    .where('id', '=', cartId)
    .execute()
}
