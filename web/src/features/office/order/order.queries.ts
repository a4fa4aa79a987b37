import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import { PAGE_SIZE } from '../office.queries.ts'

export type OrderHistory = Camelized<OutputOf<'getOrderHistory'>>
export type Happening = OrderHistory['happened'][number]
export type OrderNote = OrderHistory['notes'][number]
export type OrderArtwork = Camelized<OutputOf<'getOrderArtwork'>>
export type OrderRecipient = Camelized<OutputOf<'listOrderRecipients'>>['results'][number]

const FRESH = { staleTime: 0, refetchOnMount: true } as const

/** Polls while on screen, because others work on the same order. */
export const WATCHED = { refetchInterval: 30_000 } as const

export const officeOrderQueries = {
  history: (id: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'history'],
      queryFn: () => call(api.getOrderHistory, { params: { id } }),
      ...FRESH,
      ...WATCHED,
    }),
  artwork: (id: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'artwork'],
      queryFn: () => call(api.getOrderArtwork, { params: { id } }),
      ...FRESH,
    }),
  recipients: (id: number, { search, page }: { search?: string | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'recipients', { search, page }],
      queryFn: () =>
        call(api.listOrderRecipients, {
          params: { id },
          query: { ...(search && { search }), ...(page && { page }), pageSize: PAGE_SIZE },
        }),
      placeholderData: keepPreviousData,
      ...FRESH,
      ...WATCHED,
    }),
}
