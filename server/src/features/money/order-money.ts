import type { OrderMoney } from '@laurel/contract/office-money'
import { isCash, owedCents } from '@laurel/domain/ledger'
import { formatCents } from '@laurel/domain/money'
import { isRecorded } from '@laurel/domain/payment-method'
import { isMoneyHere } from '@laurel/domain/payment-state'
import { type Refundable, refundableCents } from '@laurel/domain/refund-rules'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { namesOfStaff } from '../audit/audit-log.repo.ts'
import { coverageOf } from '../ledger/coverage.ts'
import { type LedgerRow, ledgerOf } from '../ledger/ledger.repo.ts'
import { lockOrderOfSite } from '../orders/orders.repo.ts'
import { listPayments, type PaymentRow } from '../payments/payments.repo.ts'
import { listReceivedPaymentsOf } from '../refunds/received-payments.repo.ts'
import { listRefundsOf } from '../refunds/refunds.repo.ts'
import { refundableOf, refundWire } from '../refunds/refunds.service.ts'
import { refundLimit } from '../refunds/stop-uncovered.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { twoPeopleAbove } from '../sites/two-people-above.ts'
import { receivedPaymentWire } from './received-payments.service.ts'

/** Everything about an order's money. @throws {Refusal} `not_found` */
export function readOrderMoney(
  { pool, now }: Pick<Kit, 'pool' | 'now'>,
  site: SiteRow,
  orderId: number,
): Promise<z.input<typeof OrderMoney>> {
  return inSite(pool, site.id, async (db) => {
    const order = await lockOrderOfSite(db, site.id, orderId)
    const number = order.number ?? ''
    const [payments, receivedPayments, refunds, ledger, names] = await Promise.all([
      listPayments(db, site.id, [orderId]),
      listReceivedPaymentsOf(db, site.id, orderId),
      listRefundsOf(db, site.id, orderId),
      ledgerOf(db, site.id, orderId),
      namesOfStaff(db, site.id),
    ])
    const refundable = await Promise.all(payments.map((payment) => refundableOf(db, site.id, payment)))
    const limit = refundLimit(await coverageOf(db, site.id, orderId))
    const cash = ledger.filter(isCash)
    return {
      order_id: orderId,
      total_cents: order.total_cents,
      value_cents: order.priced?.price.value.cents ?? 0,
      fees_cents: order.priced?.price.fees.cents ?? 0,
      delivery_cents: order.priced?.price.delivery.cents ?? 0,
      refunded_cents: refunds
        .filter(({ state, doubt_id }) => state === 'done' && doubt_id === null)
        .reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      received_cents: cash.reduce((sum, { cents }) => sum + cents, 0),
      owed_cents: owedCents(ledger),
      two_people_above_cents: await twoPeopleAbove(db, site, now()),
      refund_limit:
        limit === undefined ? '' : `${limit.what}: at most ${formatCents(limit.leftCents)} can be refunded.`,
      payments: payments.map((payment, index) => ({
        id: payment.id,
        method_code: payment.method_code,
        state: payment.state,
        amount_cents: payment.amount_cents,
        received_cents: isMoneyHere(payment.method_code, payment.state)
          ? refundable[index]!.receivedCents
          : 0,
        refundable_cents: Math.min(refundableCents(refundable[index]!), limit?.leftCents ?? Infinity),
        masked_account: payment.masked_account,
        message: payment.message,
        created_at: payment.created_at.toISOString(),
        paid_at: paidAtOf(payment, refundable[index]!, ledger)?.toISOString() ?? null,
      })),
      received_payments: receivedPayments.map((one) => receivedPaymentWire(one, order)),
      refunds: refunds.map((one) =>
        refundWire(one, payments.find(({ id }) => id === one.payment_id)!, number, names),
      ),
      ledger: ledger.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })),
    }
  })
}

/** Checks and transfers are recorded for the order, so theirs is the time of the latest one. */
function paidAtOf(
  { id, method_code: method, state }: PaymentRow,
  { receivedCents }: Refundable,
  ledger: readonly LedgerRow[],
): Date | undefined {
  if (!isMoneyHere(method, state) || receivedCents === 0) return undefined
  const isOwn = ({ source }: LedgerRow) =>
    isRecorded(method) ? source.startsWith('funds:') : source === `payment:${id}`
  return ledger.findLast((line) => line.event.startsWith('money.received') && isOwn(line))?.at
}
