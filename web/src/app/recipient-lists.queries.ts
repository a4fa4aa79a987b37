import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Camelized } from './case.ts'

export type RecipientList = Camelized<OutputOf<'listRecipientLists'>>[number]
export type SavedPerson = Camelized<OutputOf<'listSavedPeople'>>['results'][number]

export const SAVED_PAGE_SIZE = 50

/** Whom the book shows: everybody saved, or the people of one list. */
export type BookView = { listId: number | null; search: string; page: number }

/** Keys: ['saved-lists'] are the lists, ['saved-people', …] people of the address book. */
export const savedQueries = {
  lists: () => queryOptions({ queryKey: ['saved-lists'], queryFn: () => call(api.listRecipientLists) }),
  people: ({ listId, search, page }: BookView) =>
    queryOptions({
      queryKey: ['saved-people', listId, search, page],
      queryFn: ({ signal }) => {
        const query = { page, pageSize: SAVED_PAGE_SIZE, ...(search !== '' && { search }) }
        return listId === null
          ? call(api.listSavedPeople, { query, signal })
          : call(api.listListPeople, { params: { id: listId }, query, signal })
      },
      placeholderData: keepPreviousData,
    }),
}
