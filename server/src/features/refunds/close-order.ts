import { postDeclinedOrder } from '@laurel/domain/ledger'
import { isCanceledByCustomer } from '@laurel/domain/order-status'
import { PAYMENT_MESSAGES } from '@laurel/domain/payment-messages'
import { refundableCents } from '@laurel/domain/refund-rules'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { raise } from '../../order-events.ts'
import { followBudgets } from '../budgets/order-budgets.ts'
import { ledgerOf, post } from '../ledger/ledger.repo.ts'
import { moveOrder } from '../orders/order-moves.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { followTerms } from '../payments/follow-terms.ts'
import { listPayments } from '../payments/payments.repo.ts'
import { withdrawPromise } from '../payments/promised-money.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { openRefund, refundableOf } from './refunds.service.ts'

type Closing = { reason: string; by: string; at: Date }

/**
 * Closes an order that won't be made: nothing is owed for it, its payments are refunded to their sources, and a
 * check or transfer is no longer expected, also for its invoice. The order must be locked.
 *
 * @throws {Refusal} `order_move_not_allowed`
 */
export async function closeOrder(
  db: Db,
  kit: Pick<Kit, 'jobs' | 'now'>,
  site: SiteRow,
  order: OrderRow,
  closing: Closing,
): Promise<void> {
  const { reason, by, at } = closing
  const move = { orderId: order.id, from: order.status, to: 'declined', note: reason, actor: by, at } as const
  const { id: orderId, status } = order
  await raise(db, { type: 'order.closing', siteId: site.id, orderId, status, actor: by, at })
  await moveOrder(db, site.id, move)
  await db
    .updateTable('orders')
    .set({ decline_reason: reason })
    .where('site_id', '=', site.id)
    .where('id', '=', order.id)
    .execute()
  await post(db, site.id, {
    orderId: order.id,
    event: 'order.declined',
    source: `order:${order.id}`,
    posting: postDeclinedOrder(await ledgerOf(db, site.id, order.id)),
    at,
  })
  const why = isCanceledByCustomer(reason) ? PAYMENT_MESSAGES.orderCanceled : PAYMENT_MESSAGES.orderDeclined
  await followTerms(db, order, at, { isOver: true, why })
  const payments = await listPayments(db, site.id, [order.id])
  for (const payment of payments) {
    const amountCents = refundableCents(await refundableOf(db, site.id, payment))
    if (amountCents > 0) await openRefund(db, kit, site, payment, { amountCents, reason, by })
  }
  // An outstanding check is no longer expected. A pending debit still is: it may yet settle.
  await withdrawPromise(db, payments, why, at)
  if (order.is_budgeted) await followBudgets(db, site.id, order.id, `order:${order.id}`, at)
}
