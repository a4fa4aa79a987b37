import { crashPoint } from '../../crash-points.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { readOrder } from '../orders/orders.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { listPayments } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { type OrderWire, readOrderWire } from './order-view.ts'
import { verifyAttempt } from './verify-attempt.ts'

/**
 * Leaves the open payment page. The provider is asked first: if it knows of nothing, nothing was paid, and an
 * authorized charge is voided. Leaving an ended attempt changes nothing.
 *
 * @throws {Refusal} `not_found` for another customer's order; `payment_unknown` without an answer, and then the
 * attempt stays open
 * @see docs/decisions/0029
 */
export async function leavePayment(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
): Promise<OrderWire> {
  const open = await inSite(kit.pool, site.id, async (db) => {
    await readOrder(db, actor, orderId)
    const payments = await listPayments(db, site.id, [orderId])
    return payments.find(({ state }) => state === 'started')
  })
  if (open !== undefined) {
    await verifyAttempt(kit, site, open.id, `customer:${actor.customerId}`, { leaves: true })
    crashPoint('payment.left')
  }
  return inSite(kit.pool, site.id, (db) => readOrderWire(db, kit, site, actor, orderId))
}
