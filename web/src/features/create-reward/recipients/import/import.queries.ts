import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../app/call.ts'
import type { Camelized } from '../../../../app/case.ts'

export type RecipientImport = Camelized<OutputOf<'getImport'>>
export type ImportSummary = Camelized<OutputOf<'listImports'>>[number]
export type ImportColumn = RecipientImport['columns'][number]
export type ColumnMeaning = ImportColumn['meaning']
export type ImportMode = RecipientImport['mode']

/** How often a list that is being read is asked how far it is. */
const ASK_EVERY_MS = 700

/** Keys: ['imports', 7] are card item 7's, ['imports', 'one', 3] is one. */
export const importQueries = {
  of: (itemId: number) =>
    queryOptions({
      queryKey: ['imports', itemId],
      queryFn: () => call(api.listImports, { query: { cardItemId: itemId } }),
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['imports', 'one', id],
      queryFn: ({ signal }) => call(api.getImport, { params: { id }, signal }),
      refetchInterval: ({ state }) => (isRunning(state.data?.state) ? ASK_EVERY_MS : false),
    }),
}

/** A job works on it. */
export function isRunning(state: RecipientImport['state'] | undefined): boolean {
  return state === 'queued' || state === 'reading'
}

/** It is not over: it runs, or waits for an answer. */
export function isOpen(state: RecipientImport['state']): boolean {
  return isRunning(state) || state === 'mapping'
}
