import { isHostedPage } from '@laurel/domain/payment-state'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { type OrderWire, orderWires } from '../orders/order-view.ts'
import { readOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { PaymentKit } from './payment-kit.ts'
import { listPayments } from './payments.repo.ts'
import { verifyAttempt } from './verify-attempt.ts'

/**
 * Asks the provider about an order's last attempt, when its buyer is back from the payment page.
 *
 * @throws {Refusal} `not_found` for somebody else's order; `payment_unknown`
 */
export async function verifyOrder(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
): Promise<OrderWire> {
  const last = await inSite(kit.pool, site.id, async (db) => {
    const order = await readOrder(db, actor, orderId)
    const isWaiting = order.status === 'cart' || order.status === 'pending_payment'
    const payments = isWaiting ? await listPayments(db, site.id, [orderId]) : []
    return payments.findLast(
      (payment) => isHostedPage(payment.method_code) && (payment.state !== 'failed' || hadPage(payment)),
    )
  })
  if (last !== undefined) await verifyAttempt(kit, site, last.id, `customer:${actor.customerId}`)
  return inSite(kit.pool, site.id, async (db) => {
    const [order] = await orderWires(db, kit, site, [await readOrder(db, actor, orderId)], actor)
    return order!
  })
}

function hadPage({ token_sealed }: { token_sealed: string }): boolean {
  return token_sealed !== ''
}
