import { api } from '@laurel/contract/routes'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/**
 * The current order and an order by id, two of the named queries of docs/spec.md §7.
 * Keys: ['orders'] is all of them, ['orders', 'current'] the cart, ['orders', 7] is one.
 */
export const orderQueries = {
  /** The cart, or null before the first card. */
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
 * After a write that changes orders: reloads what is on screen and drops the rest, so that no
 * screen opens with old counts and sums. Reads in progress may return them, so they are repeated.
 */
export async function refreshOrders(queryClient: QueryClient): Promise<void> {
  const orders = { queryKey: ['orders'] }
  queryClient.removeQueries({ ...orders, type: 'inactive', fetchStatus: 'idle' })
  const underWay = queryClient.getQueryCache().findAll({ ...orders, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.map(({ promise }) => promise))
  await queryClient.invalidateQueries(orders)
}

const EVERY_MINUTE_MS = 60_000
const SHOWN_AT_ONCE = 20
const UNSEEN = ['notices', 'unseen'] as const

/** Keys: ['notices'] is all of them, ['notices', 'unseen'] the number at the bell, ['notices', 'list'] the list. */
export const noticeQueries = {
  /** Refetched every minute while the page is visible. */
  unseen: () =>
    queryOptions({
      queryKey: UNSEEN,
      queryFn: () => call(api.countUnseenNotices),
      refetchInterval: EVERY_MINUTE_MS,
      refetchIntervalInBackground: false,
    }),
  /** Always fresh when opened; the number at the bell is updated with it. */
  list: () =>
    infiniteQueryOptions({
      queryKey: ['notices', 'list'],
      queryFn: async ({ client, pageParam }) => {
        const page = await call(api.listNotices, { query: { page: pageParam, pageSize: SHOWN_AT_ONCE } })
        client.setQueryData(UNSEEN, { unseenCount: page.unseenCount })
        return page
      },
      initialPageParam: 1,
      getNextPageParam: (last, _, page) => (last.next === null ? null : page + 1),
      staleTime: 0,
      refetchOnMount: true,
    }),
}
