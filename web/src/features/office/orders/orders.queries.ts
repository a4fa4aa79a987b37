import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import { PAGE_SIZE } from '../office.queries.ts'
import { askedOf, type OrdersSearch } from './orders-search.ts'

export type OrderView = Camelized<OutputOf<'listOrderViews'>>[number]

/** Always stale, because others work on the same list: shows the last result and fetches again. */
const FRESH = { staleTime: 0, refetchOnMount: true } as const

export const ordersQueries = {
  list: ({ page, ...search }: OrdersSearch) =>
    queryOptions({
      queryKey: ['office', 'orders', 'list', 'found', { ...search, page }],
      queryFn: () => {
        const query = { ...askedOf(search), ...(page && { page }), pageSize: PAGE_SIZE }
        return call(api.listOfficeOrders, { query })
      },
      placeholderData: keepPreviousData,
      ...FRESH,
    }),
  views: () =>
    queryOptions({ queryKey: ['office', 'order-views'], queryFn: () => call(api.listOrderViews), ...FRESH }),
}
