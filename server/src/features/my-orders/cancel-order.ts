import { CANCELED_BY_CUSTOMER } from '@laurel/domain/order-status'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { type OrderKit, type OrderWire, readOrderWire } from '../checkout/order-view.ts'
import { lockOrder } from '../orders/orders.repo.ts'
import { listPayments } from '../payments/payments.repo.ts'
import { isWithoutMoney } from '../payments/promised-money.ts'
import { closeOrder } from '../refunds/close-order.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/**
 * Its customer cancels an order that waits for a check or transfer.
 *
 * @throws {Refusal} `not_found`; `order_not_cancelable` once money has come, or is under way
 */
export function cancelOrder(kit: OrderKit, site: SiteRow, actor: Customer, id: number): Promise<OrderWire> {
  return inSite(kit.pool, site.id, async (db) => {
    const order = await lockOrder(db, actor, id)
    const payments = await listPayments(db, site.id, [id])
    const isIdle = order.status === 'pending_payment' && (await isWithoutMoney(db, site.id, order, payments))
    if (!isIdle) throw new Refusal('order_not_cancelable')
    const by = `customer:${actor.customerId}`
    await closeOrder(db, kit, site, order, { reason: CANCELED_BY_CUSTOMER, by, at: kit.now() })
    return readOrderWire(db, kit, site, actor, id)
  })
}
