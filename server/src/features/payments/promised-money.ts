import { isCash } from '@laurel/domain/ledger'
import { type ByHandMethod, isByHand, isHostedPage } from '@laurel/domain/payment-method'
import { coversOrder, isOpenPayment } from '@laurel/domain/payment-state'
import type { Db } from '../../database/database.ts'
import { ledgerOf } from '../ledger/ledger.repo.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { changePayment, type PaymentRow } from './payments.repo.ts'

/**
 * Has nothing been received for an order, with nothing pending except a promised check or transfer? The order
 * must be locked.
 */
export async function isWithoutMoney(
  db: Db,
  siteId: number,
  order: Pick<OrderRow, 'id'>,
  payments: readonly PaymentRow[],
): Promise<boolean> {
  const isUnderWay = payments.some(
    ({ method_code: method, state }) => coversOrder(state) || (isHostedPage(method) && isOpenPayment(state)),
  )
  if (isUnderWay) return false
  const cash = (await ledgerOf(db, siteId, order.id)).filter(isCash)
  return cash.reduce((sum, { cents }) => sum + cents, 0) === 0
}

/** Is it a check or transfer that hasn't arrived, or only in part? */
export function isPromised(payment: PaymentRow): payment is PaymentRow & { method_code: ByHandMethod } {
  return isByHand(payment.method_code) && payment.state === 'submitted'
}

/** The check or transfer an order waits for. */
export function findPromise(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(isPromised)
}

/** The check or transfer is no longer expected. If it arrives anyway, staff handle it. */
export async function withdrawPromise(
  db: Db,
  payments: readonly PaymentRow[],
  message: string,
  at: Date,
): Promise<void> {
  const promise = findPromise(payments)
  if (promise !== undefined) await changePayment(db, promise, { state: 'failed', message }, at)
}
