import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import type { BatchKind } from '@laurel/domain/batch-status'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import { PAGE_SIZE } from '../office.queries.ts'

export type WaitingOrder = Camelized<OutputOf<'listWaitingOrders'>>['results'][number]
export type Batch = Camelized<OutputOf<'getBatch'>>
export type Letter = Camelized<OutputOf<'listBatchDeliveries'>>['results'][number]
export type CarrierAccount = Camelized<OutputOf<'listCarrierAccounts'>>[number]

type Asked = { kind?: BatchKind | undefined; page?: number | undefined }

const FRESH = { staleTime: 0, refetchOnMount: true } as const
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
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        isWatched && data?.results.some(({ uncheckedCount }) => uncheckedCount > 0) ? WATCH_MS : false,
      ...FRESH,
    }),
  waitingLetters: (query: { orderId: number; only?: 'warned' | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'waiting-letters', query],
      queryFn: () => call(api.listWaitingDeliveries, { query: { pageSize: PAGE_SIZE, ...query } }),
      placeholderData: keepPreviousData,
      ...FRESH,
    }),
  batches: (query: Asked) =>
    queryOptions({
      queryKey: ['office', 'fulfillment', 'batches', query],
      queryFn: () => call(api.listBatches, { query: { pageSize: PAGE_SIZE, ...query } }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.results.some(({ status }) => status === 'making') ? WATCH_MS : false,
      ...FRESH,
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
      placeholderData: keepPreviousData,
      refetchInterval: isWatched ? WATCH_MS : LOOK_AGAIN_MS,
      ...FRESH,
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
