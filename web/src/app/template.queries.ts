import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The site's card templates: a card item names its own by id. They change seldom: read once per visit. */
export const templatesQuery = queryOptions({
  queryKey: ['catalog', 'templates'],
  queryFn: () => call(api.listTemplates),
  staleTime: Number.POSITIVE_INFINITY,
})
