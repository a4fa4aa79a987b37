import { isRecorded } from '@laurel/domain/payment-method'
import { isMoneyHere } from '@laurel/domain/payment-state'
import { holdsMoney } from '@laurel/domain/refund-rules'
import type { Db } from '../../database/database.ts'
import { record } from '../audit/audit.service.ts'
import { findPayment, listPayments } from '../payments/payments.repo.ts'
import { receivedCents } from './received-payments.repo.ts'
import { changeRefund, listRefundsOf, type RefundRow } from './refunds.repo.ts'

export const WENT_BACK = 'The payment was returned.'

/**
 * Is a refund's money still here, besides other refunds? A check may have bounced, or a debit been returned,
 * since the request. The order must be locked.
 */
export async function isMoneyStillHere(db: Db, siteId: number, refund: RefundRow): Promise<boolean> {
  // A discrepancy's money belongs to no payment and is recorded separately.
  if (refund.doubt_id !== null) return true
  const payment = (await findPayment(db, siteId, refund.payment_id))!
  const others = (await listRefundsOf(db, siteId, refund.order_id)).filter(
    (one) => one.id !== refund.id && one.doubt_id === null && holdsMoney(one.state),
  )
  if (refund.kind === 'credit') {
    const asked = others.filter(({ kind, state }) => kind === 'credit' && state !== 'done')
    return (await readOpenCents(db, siteId, refund.order_id)) - sum(asked) >= refund.amount_cents
  }
  if (!isRecorded(payment.method_code)) {
    if (!isMoneyHere(payment.method_code, payment.state)) return false
    const promised = sum(others.filter((one) => one.payment_id === payment.id))
    return payment.amount_cents - promised >= refund.amount_cents
  }
  // Checks and transfers belong to the order, whichever payment they were for.
  const byHand = await byHandOf(db, siteId, refund.order_id)
  const received = await receivedCents(db, siteId, refund.order_id)
  const sent = others.filter((one) => byHand.includes(one.payment_id) && one.kind !== 'credit')
  return received - sum(sent) >= refund.amount_cents
}

/**
 * Stops refunds of money that the bank reversed. A refund that the provider already has continues, and the
 * provider reports its outcome. The order must be locked.
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

/** An order's payments that checks and transfers count for, oldest first. */
export async function byHandOf(db: Db, siteId: number, orderId: number): Promise<number[]> {
  const payments = await listPayments(db, siteId, [orderId])
  return payments.filter((one) => isRecorded(one.method_code)).map(({ id }) => id)
}

/** What is open of an order on invoice. */
export async function readOpenCents(db: Db, siteId: number, orderId: number): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select('terms_open_cents')
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.terms_open_cents ?? 0
}

function sum(parts: readonly { amount_cents: number }[]): number {
  return parts.reduce((all, { amount_cents }) => all + amount_cents, 0)
}
