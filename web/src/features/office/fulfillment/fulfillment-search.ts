import { BATCH_KINDS, type BatchKind } from '@laurel/domain/batch-status'
import { oneOf, page, searchParams } from '../../../app/search-params.ts'

export type FulfillmentSearch = { show?: 'batches'; kind?: BatchKind; page?: number }

/** What waits comes first: it needs no word in the address. */
export const readFulfillmentSearch = searchParams<FulfillmentSearch>({
  show: oneOf('batches'),
  kind: oneOf(...BATCH_KINDS),
  page,
})
