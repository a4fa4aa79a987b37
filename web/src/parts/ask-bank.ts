import { api } from '@laurel/contract/routes'
import { call } from '../app/call.ts'
import type { Order } from './delivery-text.ts'
import { forgetVisit, isBackFromPage } from './hosted-page.ts'

/**
 * Asks the provider what became of an order's payment. A tab that went to the payment page and is back
 * without a result has left it: if nothing was paid there, the order is free at once.
 *
 * @param returnedMessage what the page sent along; a result may reach the provider's books a moment later
 */
export async function askBank(orderId: number, returnedMessage = ''): Promise<Order> {
  const hasLeft = isBackFromPage(orderId) && returnedMessage === ''
  const body = returnedMessage === '' ? {} : { returnedMessage }
  const verified = await call(api.verifyPayment, { params: { id: orderId }, body })
  const order = isOnPage(verified) && hasLeft ? await leavePaymentPage(orderId) : verified
  forgetVisit(orderId)
  return order
}

/** Is a payment page open, as far as anybody can tell? */
export function isOnPage({ payments }: Pick<Order, 'payments'>): boolean {
  return payments.some(({ state }) => state === 'started')
}

/** Gives up the payment page. The order is still frozen after it while nobody can tell what was paid. */
export function leavePaymentPage(orderId: number): Promise<Order> {
  return call(api.leavePayment, { params: { id: orderId } })
}
