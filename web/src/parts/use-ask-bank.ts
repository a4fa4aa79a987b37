import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderQueries } from '../app/orders.queries.ts'
import { askBank, isOnPage, leavePaymentPage } from './ask-bank.ts'
import type { Order } from './delivery-text.ts'

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
