import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { type Camelized, toCamel } from './case.ts'
import { readEmbedded } from './embedded.ts'

export type LandingComponent = Camelized<OutputOf<'listLandingComponents'>>[number]

/** What the home page says. The server may have written it into the page beside the site's data. */
export const landingQuery = queryOptions({
  queryKey: ['landing'],
  queryFn: async () => {
    const embedded = readEmbedded<OutputOf<'listLandingComponents'>>('landing-data')
    return embedded ? toCamel(embedded) : call(api.listLandingComponents)
  },
  staleTime: Number.POSITIVE_INFINITY,
})
