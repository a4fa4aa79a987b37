import { postAllowance, postMoneyPaidBack, postPaidBackByHand } from '@laurel/domain/ledger'
import { PAYMENT_MESSAGES } from '@laurel/domain/payment-messages'
import { isByHand, isRecorded, type PaymentMethod } from '@laurel/domain/payment-method'
import { coversOrder } from '@laurel/domain/payment-state'
import type { Db } from '../../database/database.ts'
import { raise } from '../../order-events.ts'
import { followBudgets } from '../budgets/order-budgets.ts'
import { ledgerOf, post } from '../ledger/ledger.repo.ts'
import { NOT_REFUNDED, refundsByOrder } from '../ledger/refunded.ts'
import { followTerms } from '../payments/follow-terms.ts'
import { changePayment, findPayment } from '../payments/payments.repo.ts'
import { listRefundsOf, type RefundRow } from './refunds.repo.ts'
import { holdUncovered } from './stop-uncovered.ts'

/**
 * Posts a paid refund, once. A continuing order is credited that much; a declined one already owed it. A fully
 * refunded payment is marked as refunded, and an order it no longer covers is put on hold. The order must be
 * locked.
 */
export async function refundIsDone(
  db: Db,
  siteId: number,
  refund: RefundRow,
  actor: string,
  at: Date,
): Promise<void> {
  const payment = (await findPayment(db, siteId, refund.payment_id))!
  const order = await db
    .selectFrom('orders')
    .select(['site_id', 'id', 'status', 'number', 'company_id', 'is_budgeted'])
    .where('site_id', '=', siteId)
    .where('id', '=', refund.order_id)
    .executeTakeFirstOrThrow()
  const about = { orderId: refund.order_id, source: `refund:${refund.id}`, at }
  const cents = refund.amount_cents
  // A discrepancy's money was never the order's: it has been owed since its refund was decided.
  if (order.status !== 'declined' && refund.doubt_id === null) {
    const isOverpaid = await isOwedAlready(db, siteId, refund.order_id, cents)
    if (!isOverpaid)
      await post(db, siteId, { ...about, event: 'refund.allowed', posting: postAllowance(cents) })
  }
  // A credit moves no money: it lowers what is open of the invoice.
  if (refund.kind !== 'credit') {
    const posting = await paidBack(db, refund, payment.method_code)
    await post(db, siteId, { ...about, event: 'refund.paid', posting, companyId: order.company_id })
  }
  await followTerms(db, order, at, { isOver: order.status === 'declined' })
  if (order.is_budgeted) await followBudgets(db, siteId, order.id, about.source, at)
  const refunds = await refundsByOrder(db, siteId, [order.id])
  await raise(db, {
    type: 'refund.done',
    siteId,
    orderId: order.id,
    refundId: refund.id,
    orderNumber: order.number,
    amountCents: cents,
    refundState: (refunds.get(order.id) ?? NOT_REFUNDED).refund_state,
    // An automatic refund is announced when its money comes in.
    isKnownToCustomer: refund.doubt_id !== null && refund.asked_by === 'system',
    at,
  })

  const all = await listRefundsOf(db, siteId, refund.order_id)
  const refunded = all
    .filter((one) => one.payment_id === payment.id && one.doubt_id === null && one.state === 'done')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const isWhole = refunded >= payment.amount_cents
  // What pays an invoice followed its refund above.
  const paid = refund.kind === 'credit' ? (await findPayment(db, siteId, payment.id))! : payment
  if (isWhole && coversOrder(paid.state)) {
    await changePayment(db, paid, { state: 'refunded', message: PAYMENT_MESSAGES.refunded }, at)
  }
  if (refund.doubt_id === null) await holdUncovered(db, siteId, order.id, { actor, at })
}

async function paidBack(db: Db, { site_id, order_id, amount_cents }: RefundRow, method: PaymentMethod) {
  if (!isRecorded(method)) return postMoneyPaidBack(method, amount_cents)
  // An invoice was paid by check unless there was no check.
  const promised = isByHand(method) ? method : 'self_hosted_check'
  return postPaidBackByHand(await ledgerOf(db, site_id, order_id), promised, amount_cents)
}

/** An overpayment: refunding it credits the customer nothing. */
async function isOwedAlready(db: Db, siteId: number, orderId: number, cents: number): Promise<boolean> {
  const { owed } = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.sum<string>('cents').as('owed'))
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('account', '=', 'receivable')
    .executeTakeFirstOrThrow()
  return -Number(owed ?? 0) >= cents
}
