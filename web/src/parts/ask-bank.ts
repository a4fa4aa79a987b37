import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { orderQueries } from '../app/orders.queries.ts'
import type { Order } from './delivery-text.ts'

/**
 * Asks the provider for the state of an order's payment. A tab that came back from the payment page
 * without a result has left it: if nothing was paid, the order is released at once.
 *
 * @param returnedMessage the page's result, which the provider may record a moment later
 */
export async function askBank(orderId: number, returnedMessage = ''): Promise<Order> {
  const hasLeft = isBackFromPage(orderId) && returnedMessage === ''
  const body = returnedMessage === '' ? {} : { returnedMessage }
  const verified = await call(api.verifyPayment, { params: { id: orderId }, body })
  const order = isOnPage(verified) && hasLeft ? await leavePaymentPage(orderId) : verified
  forgetVisit(orderId)
  return order
}

/** Whether a payment page may still be open. */
export function isOnPage({ payments }: Pick<Order, 'payments'>): boolean {
  return payments.some(({ state }) => state === 'started')
}

/** Leaves the payment page. The order stays frozen while the payment's state is unknown. */
function leavePaymentPage(orderId: number): Promise<Order> {
  return call(api.leavePayment, { params: { id: orderId } })
}

/**
 * Asks the payment provider for the state of an order's payment. Parameters that the browser
 * brings back are never trusted.
 *
 * @param onAnswer runs before screens with orders are refreshed
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
 * Leaves an order's payment page, so that the cart can be changed or paid another way.
 *
 * @param onLeft runs when the order is released, or placed because it was paid after all
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

/** In session storage, because another tab may still be on the page. */
const visitOf = (orderId: number) => `payment-page:${orderId}`

/**
 * Opens the provider's payment page. A form post keeps the single-use token out of addresses,
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

/** Whether this tab has come back from an order's payment page. */
function isBackFromPage(orderId: number): boolean {
  try {
    return sessionStorage.getItem(visitOf(orderId)) !== null
  } catch {
    return false
  }
}

function forgetVisit(orderId: number): void {
  try {
    sessionStorage.removeItem(visitOf(orderId))
  } catch {
    // Without storage, nothing was remembered.
  }
}

function remember(orderId: number) {
  try {
    sessionStorage.setItem(visitOf(orderId), '1')
  } catch {
    // Without storage, the customer has a button for it.
  }
}
