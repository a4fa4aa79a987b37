import { api } from '@laurel/contract/routes'
import type { DeliveryGroup } from '@laurel/domain/delivery-status'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'

export type DeliveryPage = AnswerOf<'listDeliveries'>
export type Delivery = DeliveryPage['results'][number]

export type DeliveryFilter = {
  group?: DeliveryGroup | 'thanked' | undefined
  search: string
  page: number
}
export const DELIVERIES_PER_PAGE = 25
const MOST_AT_ONCE = 200

/** Under ['orders', id], so that any change to the order invalidates them. */
export const deliveryQueries = {
  page: (orderId: number, { group, search, page }: DeliveryFilter) =>
    queryOptions({
      queryKey: ['orders', orderId, 'deliveries', group ?? 'all', search, page],
      queryFn: ({ signal }) =>
        call(api.listDeliveries, {
          params: { id: orderId },
          query: {
            ...(group === 'thanked' ? { isThanked: true } : { group }),
            ...{ search: search || undefined, page, pageSize: DELIVERIES_PER_PAGE },
          },
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
  /** Failed deliveries, always fetched again. */
  toResend: (orderId: number, search: string) =>
    queryOptions({
      queryKey: ['orders', orderId, 'deliveries', 'to-resend', search],
      queryFn: ({ signal }) =>
        call(api.listDeliveries, {
          params: { id: orderId },
          query: { group: 'needs_a_hand', search: search || undefined, pageSize: MOST_AT_ONCE },
          signal,
        }),
      staleTime: 0,
      refetchOnMount: true,
    }),
}
