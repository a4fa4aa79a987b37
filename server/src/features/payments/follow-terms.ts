import { PAYMENT_MESSAGES, partReceived } from '@laurel/domain/payment-messages'
import type { Db } from '../../database/database.ts'
import { settleTerms } from '../ledger/company-terms.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import { changePayment, listPayments, type PaymentRow } from './payments.repo.ts'

type Order = Pick<OrderRow, 'site_id' | 'id' | 'company_id'>

/** The invoice of an order that is paid on invoice. */
export function findInvoice(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.findLast(({ method_code }) => method_code === 'company_terms')
}

/**
 * Makes an order on invoice and its payment agree with the money that came in or was refunded. Repeating it changes
 * nothing. The order must be locked; one that isn't on invoice has nothing to change.
 *
 * @param isOver whether the order is declined
 * @param why what its payment then says
 * @returns what is open now; undefined if it isn't on invoice
 */
export async function followTerms(
  db: Db,
  order: Order,
  at: Date,
  { isOver, why = PAYMENT_MESSAGES.orderDeclined }: { isOver: boolean; why?: string },
): Promise<number | undefined> {
  const invoice = findInvoice(await listPayments(db, order.site_id, [order.id]))
  if (invoice === undefined) return undefined
  const { openCents, receivedCents } = await settleTerms(db, order, at, { isOver })
  const isWaiting = invoice.state === 'submitted'
  if (isOver) {
    if (isWaiting) await changePayment(db, invoice, { state: 'failed', message: why }, at)
    return openCents
  }
  if (openCents === 0) {
    if (isWaiting) await changePayment(db, invoice, { state: 'paid', message: '' }, at)
    return openCents
  }
  const message = receivedCents > 0 ? partReceived(receivedCents, openCents) : ''
  if (!isWaiting || invoice.message !== message) {
    await changePayment(db, invoice, { state: 'submitted', message }, at)
  }
  return openCents
}
