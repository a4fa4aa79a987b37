import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The places the mail reaches. They do not change while a page is open. */
export const usStatesQuery = queryOptions({
  queryKey: ['us-states'],
  queryFn: () => call(api.listUsStates),
  staleTime: Number.POSITIVE_INFINITY,
})
