import { BATCH_KINDS, type BatchKind } from '@laurel/domain/batch-status'

export type FulfillmentSearch = { show?: 'batches'; kind?: BatchKind; page?: number }

/** What waits comes first: it needs no word in the address. */
export function readFulfillmentSearch({ show, kind, page }: Record<string, unknown>): FulfillmentSearch {
  const known = BATCH_KINDS.find((one) => one === kind)
  return {
    ...(show === 'batches' && { show }),
    ...(known && { kind: known }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}
