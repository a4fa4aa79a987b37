import type { Order } from './delivery-text.ts'

/** Is a bank debit under way? Its customer has done everything, and waits for the bank. */
export function isClearing({ status, payments }: Pick<Order, 'status' | 'payments'>): boolean {
  return (
    status === 'pending_payment' &&
    payments.some(
      ({ methodCode, state }) =>
        methodCode === 'elavon_ach' && (state === 'submitted' || state === 'paid' || state === 'settled'),
    )
  )
}
