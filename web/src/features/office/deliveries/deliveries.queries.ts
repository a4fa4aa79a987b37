import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE, PAGE_SIZE } from '../office.queries.ts'
import { type DeliveriesSearch, groupOf } from '../screen-searches.ts'

export type OfficeDeliveries = AnswerOf<'listOfficeDeliveries'>
export type DeliveryLine = OfficeDeliveries['results'][number]
export type OfficeDelivery = AnswerOf<'getOfficeDelivery'>

/** A job cancels the cards of a replaced or canceled delivery right afterwards. */
function isSettling({ status, cards }: OfficeDelivery): boolean {
  const isOver = status === 'replaced' || status === 'cancelled'
  return isOver && cards.some((card) => card.status !== 'cancelled')
}
const SETTLING_MS = 2_000
const LOOK_AGAIN_MS = 30_000

const MOST_AT_ONCE = 200
export const deliveriesQueries = {
  list: (asked: DeliveriesSearch) =>
    queryOptions({
      queryKey: ['office', 'deliveries', 'list', asked],
      queryFn: () => {
        const { search, order, sort, page } = asked
        const group = groupOf(asked)
        return call(api.listOfficeDeliveries, {
          query: {
            ...(group !== 'all' && { group }),
            search,
            orderId: order,
            sort,
            page,
            pageSize: PAGE_SIZE,
          },
        })
      },
      ...FRESH_PAGE,
    }),
  /** An order's bounced and returned deliveries. */
  toResend: (orderId: number) =>
    queryOptions({
      queryKey: ['office', 'deliveries', 'to-resend', orderId],
      queryFn: () =>
        call(api.listOfficeDeliveries, { query: { orderId, group: 'needs_a_hand', pageSize: MOST_AT_ONCE } }),
      ...FRESH,
    }),
  /** The number of an order's deliveries by state. */
  ofOrder: (orderId: number) =>
    queryOptions({
      queryKey: ['office', 'deliveries', 'order', orderId],
      queryFn: () => call(api.listOfficeDeliveries, { query: { orderId, pageSize: 1 } }),
      ...FRESH,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['office', 'deliveries', id],
      queryFn: () => call(api.getOfficeDelivery, { params: { id } }),
      refetchInterval: ({ state: { data } }) => (data && isSettling(data) ? SETTLING_MS : LOOK_AGAIN_MS),
      ...FRESH,
    }),
}
