import { isMoneyHere } from '@laurel/domain/payment-state'
import type { Order } from './delivery-text.ts'

/** Is all of an order's money here? Until then it is billed, and there is no receipt. */
export function hasReceipt({ payments, refundState }: Pick<Order, 'payments' | 'refundState'>): boolean {
  // A receipt of refunded money says so.
  return refundState === 'full' || payments.some(({ methodCode, state }) => isMoneyHere(methodCode, state))
}
