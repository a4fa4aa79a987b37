import { isUnplaced } from '@laurel/domain/order-status'
import { isHostedPage } from '@laurel/domain/payment-method'
import type { PaymentState } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import { endWith, inOrder } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { recordRefusal } from '../audit/audited-refusals.ts'
import { readOrder } from '../orders/orders.repo.ts'
import { hasStrays } from '../payments/discrepancies.repo.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { listPayments, providersOf } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { hasLapsed } from './apply-answer.ts'
import { type OrderWire, showOrder } from './order-view.ts'
import { verifyPayment } from './verify-attempt.ts'

/**
 * Asks the provider about an order's last attempt, when its buyer is back from the payment page.
 *
 * @param returnedMessage what the browser brought back; it decides nothing
 * @throws {Refusal} `not_found` for another customer's order; `payment_unknown`
 */
export async function verifyOrder(
  kit: PaymentKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
  returnedMessage?: string,
): Promise<OrderWire> {
  const [{ status }, [payments, providers]] = await inSite(kit.pool, site.id, (db) =>
    endWith(() =>
      inOrder(
        readOrder(db, actor, orderId),
        Promise.all([listPayments(db, site.id, [orderId]), providersOf(db, site.id).execute()]),
      ),
    ),
  )
  const isWaiting = isUnplaced(status) || status === 'pending_payment'
  const asked = payments.filter(
    (payment) =>
      isHostedPage(payment.method_code) &&
      payment.state !== 'abandoned' &&
      (payment.state !== 'failed' || hadPage(payment)),
  )
  const last = isWaiting ? asked.at(-1) : undefined
  const abandoned = payments.filter(
    (payment) => payment.state === 'abandoned' && !hasLapsed(payment, kit.now()),
  )
  const by = `customer:${actor.customerId}`
  if (last !== undefined) await verifyPayment(kit, site, { payment: last, providers }, by)
  for (const payment of abandoned) {
    // A page that was left may have been paid on. Without an answer the next sweep asks.
    await verifyPayment(kit, site, { payment, providers }, by).catch((cause) => {
      if (!(cause instanceof Refusal)) throw cause
    })
  }
  const order = await showOrder(kit, site, actor, orderId)
  if (claimsApproval(returnedMessage) && !(await isCarried(kit, site, order))) {
    await recordRefusal(kit, {
      siteId: site.id,
      actor: `customer:${actor.customerId}`,
      event: 'payment.return_refused',
      subject: `order:${orderId}`,
      reason: 'verifyPayment: the browser brought back an approval, and there is no such payment',
    })
  }
  return order
}

function claimsApproval(message = ''): boolean {
  return /^\s*approv/i.test(message)
}

const NEVER_PAID: readonly PaymentState[] = ['started', 'failed', 'expired', 'abandoned']

/** Was anything charged, even on a page the customer left? */
async function isCarried(
  { pool }: PaymentKit,
  { id: siteId }: SiteRow,
  { id, payments }: OrderWire,
): Promise<boolean> {
  if (payments.some(({ state }) => !NEVER_PAID.includes(state))) return true
  return inSite(pool, siteId, (db) => hasStrays(db, siteId, id))
}

function hadPage({ token_sealed }: { token_sealed: string }): boolean {
  return token_sealed !== ''
}
