import { QueryClient } from '@tanstack/react-query'

const STALE_AFTER_MS = 30_000

/** docs/spec.md §9, "Shared data-fetching defaults". Writes invalidate what they change. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnMount: false,
        refetchOnWindowFocus: false,
        retry: false,
      },
      // Without a network, a write fails at once instead of waiting silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
