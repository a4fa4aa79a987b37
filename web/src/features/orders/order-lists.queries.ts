import { api } from '@laurel/contract/routes'
import { COMPLETED_STATUSES, type OrderGroup, PENDING_STATUSES } from '@laurel/domain/order-status'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'
import type { Order } from '../../parts/delivery-text.ts'

const ORDERS_PER_PAGE = 20
const PEOPLE_PER_PAGE = 25

const STATUSES = { pending: PENDING_STATUSES, completed: COMPLETED_STATUSES }

/** All under ['orders'], so that any change to an order invalidates them. */
export const orderListQueries = {
  /** One tab of My rewards, newest first. */
  group: (group: OrderGroup, search = '') =>
    infiniteQueryOptions({
      queryKey: ['orders', 'list', group, search],
      queryFn: ({ pageParam }) => listOrders(group, search, pageParam),
      initialPageParam: 1,
      getNextPageParam: (last, _, page) => (last.next === null ? undefined : page + 1),
    }),
  /** Card items that aren't in the cart yet. */
  drafts: () =>
    queryOptions({
      queryKey: ['orders', 'drafts'],
      queryFn: () => call(api.listCardItems, { query: { state: 'draft' } }),
    }),
  /** The drafts that the company shares. Refetched while the page is visible, to see who edits which. */
  sharedDrafts: () =>
    queryOptions({
      queryKey: ['orders', 'shared-drafts'],
      queryFn: () => call(api.listSharedDrafts),
      staleTime: 0,
      refetchInterval: 10_000,
      refetchIntervalInBackground: false,
    }),
  summary: (orderId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'summary'],
      queryFn: () => call(api.getOrderSummary, { query: { orderId } }),
    }),
  activity: (orderId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'activity'],
      queryFn: () => call(api.getOrderActivity, { params: { id: orderId } }),
    }),
  recipients: (orderId: number, cardItemId: number, search: string) =>
    infiniteQueryOptions({
      queryKey: ['orders', orderId, 'recipients', cardItemId, search],
      queryFn: ({ pageParam, signal }) =>
        call(api.listRecipients, {
          query: { cardItemId, search: search || undefined, page: pageParam, pageSize: PEOPLE_PER_PAGE },
          signal,
        }),
      initialPageParam: 1,
      getNextPageParam: (last, _, page) => (last.next === null ? undefined : page + 1),
    }),
}

/** An order that a list has already loaded, to show while the latest version is fetched. */
export function findListedOrder(queryClient: QueryClient, id: number): Order | undefined {
  const lists = [orderListQueries.group('pending'), orderListQueries.group('completed')]
  return lists
    .flatMap(({ queryKey }) => queryClient.getQueryData(queryKey)?.pages ?? [])
    .flatMap(({ results }) => results)
    .find((order) => order.id === id)
}

function listOrders(group: OrderGroup, search: string, page: number) {
  return call(api.listOrders, {
    query: {
      status: [...STATUSES[group]],
      search: search || undefined,
      page,
      pageSize: ORDERS_PER_PAGE,
    },
  })
}

export type Overview = AnswerOf<'getOrdersOverview'>

/** Always stale, because cards move without the customer: shows the last result and fetches again. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['orders', 'overview'],
    queryFn: () => call(api.getOrdersOverview),
    staleTime: 0,
  })
