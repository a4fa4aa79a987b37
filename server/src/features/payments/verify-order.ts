import { isHostedPage } from '@laurel/domain/payment-state'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { keepRefusal } from '../audit/refusal-trail.ts'
import { type OrderWire, orderWires } from '../orders/order-view.ts'
import { readOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { PaymentKit } from './payment-kit.ts'
import { listPayments } from './payments.repo.ts'
import { verifyAttempt } from './verify-attempt.ts'

/**
 * Asks the provider about an order's last attempt, when its buyer is back from the payment page.
 *
 * @param returnedMessage what the browser brought back: it decides nothing
 * @throws {Refusal} `not_found` for somebody else's order; `payment_unknown`
 */
export async function verifyOrder(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
  returnedMessage?: string,
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
  const order = await inSite(kit.pool, site.id, async (db) => {
    const [order] = await orderWires(db, kit, site, [await readOrder(db, actor, orderId)], actor)
    return order!
  })
  if (claimsApproval(returnedMessage) && !isCarried(order)) {
    await keepRefusal(kit, {
      siteId: site.id,
      actor: `customer:${actor.customerId}`,
      event: 'payment.return_refused',
      subject: `order:${orderId}`,
      reason: 'verifyPayment: the browser brought back an approval, and no payment stands behind it',
    })
  }
  return order
}

function claimsApproval(message = ''): boolean {
  return /^\s*approv/i.test(message)
}

/** Does any payment stand, whether its money is here or on its way? */
function isCarried({ payments }: OrderWire): boolean {
  return payments.some(({ state }) => state !== 'started' && state !== 'failed' && state !== 'expired')
}

function hadPage({ token_sealed }: { token_sealed: string }): boolean {
  return token_sealed !== ''
}
