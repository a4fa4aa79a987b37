import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { NotFoundScreen } from './shell/NotFoundScreen.tsx'
import { ScreenError } from './shell/ScreenError.tsx'

/** docs/spec.md §2: links preload on intent, scroll position is restored. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // What is preloaded lives in the query cache; the router keeps no second one.
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
    /** Stands before the site's name in the browser's tab. */
    title?: string
    /** `flow` and `bare` screens bring their own header and no footer; the `office` its whole frame. */
    frame?: 'site' | 'flow' | 'bare' | 'office'
  }
}
