import { api } from '@laurel/contract/routes'
import type { BatchKind } from '@laurel/domain/batch-status'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE, PAGE_SIZE } from '../office.queries.ts'

export type WaitingOrder = AnswerOf<'listWaitingOrders'>['results'][number]
export type Batch = AnswerOf<'getBatch'>
export type Letter = AnswerOf<'listBatchDeliveries'>['results'][number]
export type CarrierAccount = AnswerOf<'listCarrierAccounts'>[number]

type Asked = { kind?: BatchKind | undefined; page?: number | undefined }

/** While files or labels are being created. */
const WATCH_MS = 2_000
/** Otherwise, because colleagues work on the same batch and carriers answer late. */
const LOOK_AGAIN_MS = 10_000

/** True while the batch's files or labels are being created. */
export function isBusy({ status, buyingLabels, unknownLabelCount }: Batch): boolean {
  return status === 'making' || buyingLabels || unknownLabelCount > 0
}

export const fulfillmentQueries = {
  /** @param isWatched true while address checks are coming in */
  waiting: (query: Asked, isWatched = false) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'waiting', query],
      queryFn: () => call(api.listWaitingOrders, { query: { pageSize: PAGE_SIZE, ...query } }),
      refetchInterval: ({ state: { data } }) =>
        isWatched && data?.results.some(({ uncheckedCount }) => uncheckedCount > 0) ? WATCH_MS : false,
      ...FRESH_PAGE,
    }),
  waitingLetters: (query: { orderId: number; only?: 'warned' | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'waiting-letters', query],
      queryFn: () => call(api.listWaitingDeliveries, { query: { pageSize: PAGE_SIZE, ...query } }),
      ...FRESH_PAGE,
    }),
  batches: (query: Asked) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'batches', query],
      queryFn: () => call(api.listBatches, { query: { pageSize: PAGE_SIZE, ...query } }),
      refetchInterval: ({ state: { data } }) =>
        data?.results.some(({ status }) => status === 'making') ? WATCH_MS : false,
      ...FRESH_PAGE,
    }),
  batch: (id: number) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'batch', id],
      queryFn: () => call(api.getBatch, { params: { id } }),
      refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? WATCH_MS : LOOK_AGAIN_MS),
      ...FRESH,
    }),
  allLetters: (id: number) => ['office', 'fulfillment', 'batch', id, 'letters'] as const,
  letters: (
    id: number,
    query: { only?: 'without_tracking' | 'warned' | undefined; page?: number | undefined },
    isWatched = false,
  ) =>
    queryOptions({
      queryKey: [...fulfillmentQueries.allLetters(id), query],
      queryFn: () =>
        call(api.listBatchDeliveries, { params: { id }, query: { pageSize: PAGE_SIZE, ...query } }),
      refetchInterval: isWatched ? WATCH_MS : LOOK_AGAIN_MS,
      ...FRESH_PAGE,
    }),
  rates: (id: number) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'batch', id, 'rates'],
      queryFn: () => call(api.listParcelRates, { params: { id } }),
    }),
  carriers: () =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'carriers'],
      queryFn: () => call(api.listCarrierAccounts),
      ...FRESH,
    }),
}
