import { isMoneyHere } from '@laurel/domain/payment-state'
import type { Order } from './delivery-text.ts'

/** Is all of an order's money here? Until then it is billed, and there is no receipt. */
export function hasReceipt({ payments }: Pick<Order, 'payments'>): boolean {
  return payments.some(({ methodCode, state }) => isMoneyHere(methodCode, state))
}
