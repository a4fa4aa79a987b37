import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE, type OfficeOrder, PAGE_SIZE } from '../office.queries.ts'

export type Item = OfficeOrder['order']['cardItems'][number]
export type OrderHistory = AnswerOf<'getOrderHistory'>
export type Happening = OrderHistory['happened'][number]
export type OrderNote = OrderHistory['notes'][number]
export type OrderArtwork = AnswerOf<'getOrderArtwork'>
export type OrderRecipient = AnswerOf<'listOrderRecipients'>['results'][number]

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
  reviewQueue: (id: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'review-queue'],
      queryFn: () => call(api.getReviewQueue, { params: { id } }),
      ...FRESH,
      ...WATCHED,
    }),
  artwork: (id: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'artwork'],
      queryFn: () => call(api.getOrderArtwork, { params: { id } }),
      ...FRESH,
    }),
  /** The people who get one of the order's cards, and which page of them it is: the last one stays while another loads. */
  proofs: (id: number, cardItemId: number, page: number) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'recipients', { cardItemId, page }],
      queryFn: async () => {
        const query = { cardItemId, page, pageSize: PAGE_SIZE }
        return { ...(await call(api.listOrderRecipients, { params: { id }, query })), page }
      },
      ...FRESH_PAGE,
    }),
  recipients: (id: number, { search, page }: { search?: string | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'orders', id, 'recipients', { search, page }],
      queryFn: () =>
        call(api.listOrderRecipients, {
          params: { id },
          query: { ...(search && { search }), ...(page && { page }), pageSize: PAGE_SIZE },
        }),
      ...FRESH_PAGE,
      ...WATCHED,
    }),
}
