import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'

/** A payment in one of these states holds the order as it was priced. */
const LIVE_PAYMENT_STATES = ['started', 'submitted', 'paid', 'settled']

/** The customer's current order, if they have begun one. */
export async function findCartId(db: Db, actor: Customer): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('status', '=', 'cart')
    .executeTakeFirst()
  return row?.id
}

/** Finds or begins the customer's one current order: two requests at once get the same. */
export async function readCart(db: Db, actor: Customer): Promise<number> {
  const existing = await findCartId(db, actor)
  if (existing !== undefined) return existing

  await db
    .insertInto('orders')
    .values({ site_id: actor.siteId, customer_id: actor.customerId })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'customer_id']).where('status', '=', 'cart').doNothing(),
    )
    .execute()
  // Read anew: on a conflict the insert returns nothing.
  const made = await findCartId(db, actor)
  if (made === undefined) throw new Refusal('order_changed_meanwhile')
  return made
}

/**
 * Holds an order until the transaction ends, so that what is under it changes one request at a time
 * and never while it is being paid. Every change of cards or recipients begins here.
 *
 * @throws {Refusal} `not_found` when absent or somebody else's, `card_item_not_editable` when it has
 *   been placed, `order_is_frozen` while a payment is open
 */
export async function lockOpenCart(db: Db, actor: Customer, orderId: number): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  if (order.status !== 'cart') throw new Refusal('card_item_not_editable')

  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', actor.siteId)
    .where('order_id', '=', orderId)
    .where('state', 'in', LIVE_PAYMENT_STATES)
    .executeTakeFirst()
  if (payment !== undefined) throw new Refusal('order_is_frozen')
}
