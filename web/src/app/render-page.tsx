import type { OutputOf } from '@laurel/contract/wire-types'
import type { Language } from '@laurel/domain/languages'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { claimQueries } from '../features/claim/claim.queries.ts'
import { OfficeSignIn } from '../features/office/OfficeSignIn.tsx'
import { Route as rootRoute } from '../routes/__root.tsx'
import { Route as unknownRoute } from '../routes/$.tsx'
import { Route as claimRoute } from '../routes/claim.$token.tsx'
import { Route as homeRoute } from '../routes/index.tsx'
import { toCamel } from './case.ts'
import { makeQueryClient } from './query-client.ts'
import { landingQuery, siteQuery } from './site.ts'
import { loadPageTexts, showFirst } from './texts.ts'

type Given = {
  /** The path of a page below, or any path without a page. */
  path: string
  language: Language
  site: OutputOf<'getSite'>
  landing?: OutputOf<'listLandingComponents'>
  /** The card of a claim page; null if its link opens none. */
  claim?: OutputOf<'getClaim'> | null
}

const CLAIM = '/claim/$token'

/** Only what the server renders: the other screens would add megabytes to it. */
const routeTree = rootRoute.addChildren([
  homeRoute.update({ id: '/', path: '/', getParentRoute: () => rootRoute } as never),
  unknownRoute.update({ id: '/$', path: '/$', getParentRoute: () => rootRoute } as never),
  claimRoute.update({ id: CLAIM, path: CLAIM, getParentRoute: () => rootRoute } as never),
  createRoute({
    ...{ path: '/office', getParentRoute: () => rootRoute, staticData: { frame: 'office' } },
    component: () => <OfficeSignIn hasEnded={false} />,
  }),
])

/** The HTML of a page as a visitor without a session sees it. The server calls this. */
export async function renderPage({ path, language, site, landing, claim }: Given): Promise<string> {
  const queryClient = makeQueryClient()
  queryClient.setQueryData(siteQuery.queryKey, toCamel(site))
  // Only home loads it in the browser, too, and the first render has to match.
  if (path === '/') queryClient.setQueryData(landingQuery.queryKey, landing && toCamel(landing))
  if (claim !== undefined) {
    const [, token = ''] = path.split('/claim/')
    queryClient.setQueryData(claimQueries.one(token).queryKey, claim && toCamel(claim))
  }
  const router = createRouter({
    routeTree,
    context: { queryClient },
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  })
  await router.load()
  await loadPageTexts(router.state.matches, language)
  // Pages in other languages may have been rendered before.
  showFirst(language)
  return renderToString(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
