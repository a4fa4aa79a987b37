import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/call.ts'

export const receiptQueries = {
  /** The same key as at checkout, so that both share the summary. */
  summary: (orderId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'summary'],
      queryFn: () => call(api.getOrderSummary, { query: { orderId } }),
    }),
  deliveries: () =>
    queryOptions({
      queryKey: ['catalog', 'shipping-options'],
      queryFn: () => call(api.listShippingOptions, { query: {} }),
    }),
}
