import { api } from '@laurel/contract/routes'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { type AnswerOf, call } from './call.ts'

/** The current user profile, one of the named queries of docs/spec.md §7. */
export const customerQueries = {
  me: () => queryOptions({ queryKey: ['customer'], queryFn: () => call(api.getCustomer) }),
}

export type Address = AnswerOf<'getAddress'>

/** The address book, the default first. One key: ['addresses']. */
export const addressQueries = {
  list: () => queryOptions({ queryKey: ['addresses'], queryFn: () => call(api.listAddresses) }),
}

/** The site's answers to "How did you hear about us?" */
export const heardAboutQuery = queryOptions({
  queryKey: ['heard-about'],
  queryFn: () => call(api.listHeardAboutOptions),
  staleTime: Number.POSITIVE_INFINITY,
})

/** States and territories we can mail to. They don't change while a page is open. */
export const usStatesQuery = queryOptions({
  queryKey: ['us-states'],
  queryFn: () => call(api.listUsStates),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The city and state of a ZIP code. */
export const zipPlaceQuery = (zip: string) =>
  queryOptions({
    queryKey: ['zip-code', zip],
    queryFn: () => call(api.getZipCode, { params: { zip } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/**
 * For loaders of screens that need a complete profile: lets a customer with all eleven fields
 * pass, and sends others to complete them and come back.
 *
 * @param wanted the path to come back to, with its search: `location.href` of the loader
 * @returns the customer
 * @throws a redirect to /complete-registration, or the error of loading the profile
 * @see docs/spec.md §6, "Users with incomplete registration cannot reach my-rewards"
 */
export async function requireRegistration(queryClient: QueryClient, wanted: string) {
  const customer = await queryClient.fetchQuery(customerQueries.me())
  if (customer.registrationComplete) return customer
  throw redirect({ to: '/complete-registration', search: { redirect: wanted } })
}

export type RecipientList = AnswerOf<'listRecipientLists'>[number]
export type SavedPerson = AnswerOf<'listSavedPeople'>['results'][number]

export type ListFile = NonNullable<AnswerOf<'getListFile'>['file']>
export type ListFileRun = AnswerOf<'listListFileRuns'>[number]
export type ListFileCheck = AnswerOf<'checkListFile'>

/** How long a sync under way is left alone. */
const SYNC_WAIT_MS = 1_500

/** Keys: ['list-file', 7] is the file of a list, ['list-file', 7, 'runs'] are its syncs. */
export const listFileQueries = {
  file: (id: number) =>
    queryOptions({
      queryKey: ['list-file', id],
      queryFn: () => call(api.getListFile, { params: { id } }),
      refetchInterval: ({ state }) => (isUnderWay(state.data?.file) ? SYNC_WAIT_MS : false),
    }),
  runs: (id: number) =>
    queryOptions({
      queryKey: ['list-file', id, 'runs'],
      queryFn: () => call(api.listListFileRuns, { params: { id } }),
    }),
}

/** Whether a sync runs, or was asked for and begins any moment. */
export function isUnderWay(file: ListFile | null | undefined): boolean {
  if (!file?.isOn) return false
  return file.isSyncing || (file.nextSyncAt !== null && Date.parse(file.nextSyncAt) <= Date.now())
}

export const SAVED_PAGE_SIZE = 50

/** Which people the address book shows: all, or one list's. */
type BookView = { listId: number | null; search: string; page: number }

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
