import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The site's answers to "How did you hear about us?" */
export const heardAboutQuery = queryOptions({
  queryKey: ['heard-about'],
  queryFn: () => call(api.listHeardAboutOptions),
  staleTime: Number.POSITIVE_INFINITY,
})
