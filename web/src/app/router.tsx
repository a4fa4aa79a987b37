import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { NotFoundScreen } from './shell/NotFoundScreen.tsx'
import { ScreenError } from './shell/ScreenError.tsx'
import type { CatalogName } from './texts.ts'

/** docs/spec.md §2: links preload on intent, scroll position is restored. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache holds preloaded data; the router keeps no copy.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ScreenError,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** Shown before the site's name in the browser tab. */
    title?: string
    /** The catalogs of the page's texts. A page without any is in English. */
    texts?: readonly CatalogName[]
    /** `flow` and `bare` screens render their own header and no footer, `office` screens their whole frame; `installation` has no site. */
    frame?: 'site' | 'flow' | 'bare' | 'office' | 'installation'
  }
}
