import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { orderQueries } from '../app/orders.queries.ts'
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
    mutationFn: () => call(api.verifyPayment, { params: { id: orderId }, body: {} }),
    onSuccess: async (order) => {
      queryClient.setQueryData(orderQueries.one(orderId).queryKey, order)
      await onAnswer?.(order)
      await queryClient.invalidateQueries({ queryKey: orderQueries.current().queryKey })
    },
    onError: (cause) => console.error('Failed to ask what became of the payment', cause),
  })
}
