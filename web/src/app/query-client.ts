import { QueryClient } from '@tanstack/react-query'

const STALE_AFTER_MS = 30_000

/** docs/spec.md §9, "Shared data-fetching defaults". Writes say themselves what they made stale. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnMount: false,
        refetchOnWindowFocus: false,
        retry: false,
      },
      // A write without a network fails at once and is told; otherwise it would wait without a word.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
