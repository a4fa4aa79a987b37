import { api } from '@laurel/contract/routes'
import { type Reopened, reopenedText, type SearchKind } from '@laurel/domain/office-search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'

export type Found = AnswerOf<'searchOffice'>
export type FoundLine<Kind extends keyof Found> = NonNullable<Found[Kind]>['results'][number]

/** Repeating a recent search doesn't ask the server again. */
const STALE_MS = 5_000

export const searchQueries = {
  /** Keeps the previous results until the answer arrives, with the text they're for. A late answer is dropped. */
  found: (text: string, only: readonly SearchKind[] | undefined) =>
    queryOptions({
      queryKey: ['office', 'search', text, only],
      queryFn: async ({ signal }) => ({
        text,
        only,
        found: await call(api.searchOffice, { query: { q: text, ...(only && { only: [...only] }) }, signal }),
      }),
      staleTime: STALE_MS,
      placeholderData: keepPreviousData,
    }),
  recent: (things: readonly Reopened[]) =>
    queryOptions({
      queryKey: ['office', 'search', 'recent', things],
      queryFn: ({ signal }) =>
        call(api.searchOffice, { query: { recent: things.map(reopenedText) }, signal }),
      staleTime: STALE_MS,
    }),
}
