import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
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
