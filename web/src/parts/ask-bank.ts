import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { orderQueries } from '../app/orders.queries.ts'
import type { Order } from './delivery-text.ts'

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
function leavePaymentPage(orderId: number): Promise<Order> {
  return call(api.leavePayment, { params: { id: orderId } })
}

/**
 * Asks the payment provider what became of an order's payment. Only this tells; what the browser
 * brought back does not.
 *
 * @param onAnswer runs before the screens that show orders are read anew
 */
export function useAskBank(orderId: number, onAnswer?: (order: Order) => Promise<void> | void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['ask-bank', orderId],
    scope: { id: `ask-bank-${orderId}` },
    mutationFn: () => askBank(orderId),
    onSuccess: async (order) => {
      queryClient.setQueryData(orderQueries.one(orderId).queryKey, order)
      await onAnswer?.(order)
      await queryClient.invalidateQueries({ queryKey: orderQueries.current().queryKey })
    },
    onError: (cause) => console.error('Failed to ask what became of the payment', cause),
  })
}

/**
 * Gives up an order's payment page, so that the cart can change or be paid another way.
 *
 * @param onLeft runs when the order is free, or placed by a payment that counts after all
 */
export function useLeavePayment(orderId: number, onLeft?: (order: Order) => Promise<void> | void) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `ask-bank-${orderId}` },
    mutationFn: () => leavePaymentPage(orderId),
    onSuccess: async (order) => {
      queryClient.setQueryData(orderQueries.one(orderId).queryKey, order)
      if (!isOnPage(order)) await onLeft?.(order)
      await queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
    onError: (cause) => console.error('Failed to leave the payment page', cause),
  })
}

type HostedPage = { url: string; fields: { sslTxnAuthToken: string } }

/** This tab's own: another one may still be on the page. */
const visitOf = (orderId: number) => `payment-page:${orderId}`

/**
 * Sends the browser to the provider's payment page. A form post keeps the single-use token out of addresses,
 * history and logs.
 */
export function goToHostedPage(page: HostedPage, orderId: number): void {
  remember(orderId)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = page.url
  form.hidden = true
  const token = document.createElement('input')
  token.type = 'hidden'
  token.name = 'ssl_txn_auth_token'
  token.value = page.fields.sslTxnAuthToken
  form.append(token)
  document.body.append(form)
  form.submit()
}

/** Was this tab on an order's payment page, and is it back? */
function isBackFromPage(orderId: number): boolean {
  try {
    return sessionStorage.getItem(visitOf(orderId)) !== null
  } catch {
    return false
  }
}

/** The visit is over, whatever came of it. */
function forgetVisit(orderId: number): void {
  try {
    sessionStorage.removeItem(visitOf(orderId))
  } catch {
    // Without storage nothing was remembered.
  }
}

function remember(orderId: number) {
  try {
    sessionStorage.setItem(visitOf(orderId), '1')
  } catch {
    // Without storage the customer says so with a button.
  }
}
