import { postMoneyReturned } from '@laurel/domain/ledger'
import { PAYMENT_MESSAGES } from '@laurel/domain/payment-messages'
import { isHostedPage } from '@laurel/domain/payment-method'
import { isOpenPayment } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { isApproved, needsApproval } from '../approvals/assert-approved.ts'
import { record } from '../audit/audit.service.ts'
import { ledgerOf, post } from '../ledger/ledger.repo.ts'
import { freezeOrder } from '../orders/freeze-order.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { changeDiscrepancy, type DiscrepancyRow } from '../payments/discrepancies.repo.ts'
import { listPayments, type PaymentRow } from '../payments/payments.repo.ts'
import { isWithoutMoney, withdrawPromise } from '../payments/promised-money.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readWhole } from './whole-order.repo.ts'

/**
 * Prepares an order for a late payment of exactly its cost: a cart is priced as it is now, and an outstanding
 * check is no longer expected. The order must be locked.
 *
 * @returns the order to place; undefined if it costs something else, or is paid or declined
 */
export async function takeLateMoney(
  db: Db,
  site: SiteRow,
  order: OrderRow,
  payment: PaymentRow,
  at: Date,
): Promise<OrderRow | undefined> {
  const payments = await listPayments(db, site.id, [order.id])
  if (order.status === 'awaiting_approval') {
    const isOpen = payments.some(({ state }) => isOpenPayment(state))
    if (isOpen || order.total_cents !== payment.amount_cents) return undefined
    return (await isApproved(db, order)) ? order : undefined
  }
  if (order.status === 'cart') {
    if (payments.some(({ state }) => isOpenPayment(state))) return undefined
    const [whole] = await readWhole(db, site.id, [order])
    const frozen = await freezeOrder(db, site, whole!, {
      poNumber: order.po_number,
      companyId: order.company_id,
      isBudgeted: order.is_budgeted,
      at,
    }).catch((cause) => {
      // Checkout needs something still: it is no order yet.
      throw cause instanceof Refusal ? new Refusal('discrepancy_not_acceptable') : cause
    })
    if (frozen.total_cents !== payment.amount_cents) throw new Refusal('discrepancy_not_acceptable')
    if (await needsApproval(db, site, frozen, at)) throw new Refusal('discrepancy_not_acceptable')
    return frozen
  }
  const isOpen = payments.some((one) => isHostedPage(one.method_code) && isOpenPayment(one.state))
  const isFree = order.status === 'pending_payment' && !isOpen
  if (!isFree || order.total_cents !== payment.amount_cents) return undefined
  if (!(await isWithoutMoney(db, site.id, order, payments))) return undefined
  await withdrawPromise(db, payments, PAYMENT_MESSAGES.paidOtherwise, at)
  return order
}

/** Late money that staff let pay its order after all. */
export type AcceptedDiscrepancy = { discrepancyId: number; note: string }

/** Records that staff accepted it, and reverses what was posted while it belonged to no payment. */
export async function saveAcceptedDiscrepancy(
  db: Db,
  discrepancy: DiscrepancyRow,
  payment: PaymentRow,
  { actor, accepts }: { actor: string; accepts?: AcceptedDiscrepancy },
  at: Date,
): Promise<void> {
  const { site_id: siteId, order_id: orderId } = discrepancy
  const note = accepts?.note ?? ''
  const isChanged = await changeDiscrepancy(
    db,
    discrepancy,
    { state: 'accepted', decided_by: actor, note },
    at,
  )
  if (!isChanged) throw new Refusal('discrepancy_changed')
  const source = `doubt:${discrepancy.id}`
  const isPosted = (await ledgerOf(db, siteId, orderId)).some((line) => line.source === source)
  if (isPosted) {
    const posting = postMoneyReturned(payment.method_code, payment.amount_cents)
    await post(db, siteId, { orderId, event: 'stray.accepted', source, posting, at })
  }
  record(db, siteId, { actor, event: 'doubt.accepted', subject: source, facts: { note }, at })
}
