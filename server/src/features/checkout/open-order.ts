import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import { lockOrder } from '../orders/orders.repo.ts'
import { readWhole, type WholeOrder } from './order-view.ts'

/**
 * Reads a cart to change it, and locks it until the transaction ends.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's; `order_is_frozen` if it was placed, or
 * while a payment is open
 */
export async function lockOpenOrder(db: Db, actor: Customer, id: number): Promise<WholeOrder> {
  const row = await lockOrder(db, actor, id)
  const [order] = await readWhole(db, actor.siteId, [row])
  if (row.status !== 'cart' || order!.priced !== null) throw new Refusal('order_is_frozen')
  return order!
}
