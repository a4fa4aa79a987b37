import { isHostedPage, isOpenPayment, type PaymentState } from '@laurel/domain/payment-state'
import type { Order } from '../../parts/delivery-text.ts'

export type Payment = Order['payments'][number]

/**
 * What became of an order, as its customer must be told:
 * - `ordered`: its money was verified; `money-on-its-way`: a check, a transfer or a bank debit
 * - `open`: begun on the payment page and not ended
 * - `declined`, `run-out`: nothing was charged; `unpaid`: nothing was begun
 * - `returned`: the bank took the money back after the order was placed
 * - `rejected`: the order itself was declined
 */
export type Outcome =
  | { kind: 'ordered' | 'money-on-its-way'; payment: Payment | undefined }
  | { kind: 'open' }
  | { kind: 'rejected' }
  | { kind: 'unpaid'; payment: undefined }
  | { kind: 'declined' | 'run-out' | 'returned'; payment: Payment }

/** Reads the outcome off the order as the server tells it, and off nothing else. */
export function outcomeOf(order: Pick<Order, 'status' | 'payments'>): Outcome {
  const last = order.payments.at(-1)
  switch (order.status) {
    case 'cart':
      return cartOutcome(order.payments)
    case 'pending_payment':
      return last?.state === 'failed'
        ? { kind: 'returned', payment: last }
        : { kind: 'money-on-its-way', payment: payingPayment(order.payments) }
    case 'declined':
      return { kind: 'rejected' }
    default:
      return { kind: 'ordered', payment: payingPayment(order.payments) }
  }
}

function cartOutcome(payments: readonly Payment[]): Outcome {
  if (payments.some(({ state }) => isOpenPayment(state))) return { kind: 'open' }
  const last = payments.at(-1)
  if (last?.state === 'failed') return { kind: 'declined', payment: last }
  if (last?.state === 'expired') return { kind: 'run-out', payment: last }
  return { kind: 'unpaid', payment: undefined }
}

/** The payment that carries a placed order: an earlier attempt may have failed. */
function payingPayment(payments: readonly Payment[]): Payment | undefined {
  const carries: readonly PaymentState[] = ['submitted', 'paid', 'settled', 'refunded']
  return payments.findLast(({ state }) => carries.includes(state)) ?? payments.at(-1)
}

/**
 * Must the provider be asked? While the order is still a cart its payment may have been made since,
 * also on a second card after a declined one.
 */
export function mustAskBank(order: Pick<Order, 'status' | 'payments'>): boolean {
  return order.status === 'cart' && order.payments.some(({ methodCode }) => isHostedPage(methodCode))
}
