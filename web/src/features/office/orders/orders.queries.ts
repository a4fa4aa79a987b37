import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE, PAGE_SIZE } from '../office.queries.ts'
import { askedOf, type OrdersSearch } from './orders-search.ts'

export type OrderView = AnswerOf<'listOrderViews'>[number]

export const ordersQueries = {
  list: ({ page, ...search }: OrdersSearch) =>
    queryOptions({
      queryKey: ['office', 'orders', 'list', 'found', { ...search, page }],
      queryFn: () => {
        const { sort } = search
        const query = {
          ...askedOf(search),
          ...(sort && { sort }),
          ...(page && { page }),
          pageSize: PAGE_SIZE,
        }
        return call(api.listOfficeOrders, { query })
      },
      ...FRESH_PAGE,
    }),
  views: () =>
    queryOptions({ queryKey: ['office', 'order-views'], queryFn: () => call(api.listOrderViews), ...FRESH }),
}
