import { api } from '@laurel/contract/routes'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/**
 * The current order and an order by id, two of the named queries of docs/spec.md §7.
 * Keys: ['orders'] is all of them, ['orders', 'current'] the cart, ['orders', 7] is one.
 */
export const orderQueries = {
  /** The order being put together, or null before the first card. */
  current: () =>
    queryOptions({
      queryKey: ['orders', 'current'],
      queryFn: async () => {
        const page = await call(api.listOrders, { query: { status: ['cart'], pageSize: 1 } })
        return page.results[0] ?? null
      },
    }),
  one: (id: number) =>
    queryOptions({ queryKey: ['orders', id], queryFn: () => call(api.getOrder, { params: { id } }) }),
}

/**
 * After a write that changes orders: what is on screen is read again, and what isn't is dropped, so that no
 * screen opens with counts and sums of before. A read that is under way may answer with them: it is read again.
 */
export async function refreshOrders(queryClient: QueryClient): Promise<void> {
  const orders = { queryKey: ['orders'] }
  queryClient.removeQueries({ ...orders, type: 'inactive', fetchStatus: 'idle' })
  const underWay = queryClient.getQueryCache().findAll({ ...orders, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.map(({ promise }) => promise))
  await queryClient.invalidateQueries(orders)
}
