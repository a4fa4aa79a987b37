import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE } from '../office.queries.ts'

export type FoundPerson = AnswerOf<'findPeople'>['results'][number]
export type Erasure = AnswerOf<'listErasures'>['results'][number]

/** What the server needs to search. */
export const MIN_SEARCH = 3

export const privacyQueries = {
  people: (search: string) =>
    queryOptions({
      queryKey: ['office', 'privacy', 'people', search],
      queryFn: () => call(api.findPeople, { body: { search } }),
      enabled: search.length >= MIN_SEARCH,
      ...FRESH_PAGE,
    }),
  erasures: () =>
    queryOptions({
      queryKey: ['office', 'privacy', 'erasures'],
      queryFn: () => call(api.listErasures),
      ...FRESH,
    }),
}
