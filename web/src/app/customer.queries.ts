import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Camelized } from './case.ts'

/** The current user profile, one of the named queries of docs/spec.md §7. */
export const customerQueries = {
  me: () => queryOptions({ queryKey: ['customer'], queryFn: () => call(api.getCustomer) }),
}

export type Address = Camelized<OutputOf<'getAddress'>>

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
