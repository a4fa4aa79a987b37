import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { type Camelized, toCamel } from './case.ts'
import { readEmbedded } from './embedded.ts'

export type Site = Camelized<OutputOf<'getSite'>>
export type AccountsSettings = Site['accounts']

async function loadSite(): Promise<Site> {
  const embedded = readEmbedded<OutputOf<'getSite'>>('site-data')
  return embedded ? toCamel(embedded) : call(api.getSite)
}

/** Site data come first: brand, limits, accounts settings (docs/spec.md §2). They last as long as the page. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: loadSite,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The site this page belongs to. The root has loaded it before anything is drawn. */
export function useSite(): Site {
  return useSuspenseQuery(siteQuery).data
}
