import { isHostedPage, isMoneyHere } from '@laurel/domain/payment-state'
import { holdsMoney } from '@laurel/domain/refund-rules'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { findPayment, listPayments } from '../payments/payments.repo.ts'
import { listFundsOf } from './funds.repo.ts'
import { changeRefund, listRefundsOf, type RefundRow } from './refunds.repo.ts'

export const WENT_BACK = 'The money went back.'

/**
 * Is the money of a refund still here, beside what is promised or given back of it otherwise? A check may
 * have bounced, and a debit been returned, since somebody asked. The order must be held.
 */
export async function isMoneyStillHere(db: Db, siteId: number, refund: RefundRow): Promise<boolean> {
  // A doubt's money is no payment's: it stands in the books by itself.
  if (refund.doubt_id !== null) return true
  const payment = (await findPayment(db, siteId, refund.payment_id))!
  const others = (await listRefundsOf(db, siteId, refund.order_id)).filter(
    (one) => one.id !== refund.id && one.doubt_id === null && holdsMoney(one.state),
  )
  if (isHostedPage(payment.method_code)) {
    if (!isMoneyHere(payment.method_code, payment.state)) return false
    const promised = sum(others.filter((one) => one.payment_id === payment.id))
    return payment.amount_cents - promised >= refund.amount_cents
  }
  // What came by mail or wire belongs to the order, whichever promise it was for.
  const byHand = await byHandOf(db, siteId, refund.order_id)
  const received = (await listFundsOf(db, siteId, refund.order_id)).filter((one) => one.reversed_at === null)
  return sum(received) - sum(others.filter((one) => byHand.includes(one.payment_id))) >= refund.amount_cents
}

/**
 * Stops what was to be given back of money that went back by itself. One the provider has already is left:
 * it tells what became of it. The order must be held.
 *
 * @returns how many were stopped
 */
export async function stopRefundsOf(
  db: Db,
  siteId: number,
  orderId: number,
  { paymentIds, actor, at }: { paymentIds: readonly number[]; actor: string; at: Date },
): Promise<number> {
  const open = (await listRefundsOf(db, siteId, orderId)).filter(
    ({ state, doubt_id, payment_id }) =>
      (state === 'asked' || state === 'approved') && doubt_id === null && paymentIds.includes(payment_id),
  )
  for (const refund of open) {
    await changeRefund(db, refund, { state: 'failed', message: WENT_BACK }, at)
    const facts = { amount_cents: refund.amount_cents, kind: refund.kind, message: WENT_BACK }
    record(db, siteId, { actor, event: 'refund.failed', subject: `refund:${refund.id}`, facts, at })
  }
  return open.length
}

/** The promises of checks and transfers of an order, oldest first. */
export async function byHandOf(db: Db, siteId: number, orderId: number): Promise<number[]> {
  const payments = await listPayments(db, siteId, [orderId])
  return payments.filter((one) => !isHostedPage(one.method_code)).map(({ id }) => id)
}

function sum(parts: readonly { amount_cents: number }[]): number {
  return parts.reduce((all, { amount_cents }) => all + amount_cents, 0)
}
