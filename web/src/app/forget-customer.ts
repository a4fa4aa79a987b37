import { STORAGE_KEYS } from '@laurel/domain/timings'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { closeCartPanel } from './modal-store.ts'
import { subscribeToSession } from './session.ts'
import { siteQuery } from './site.ts'

/** When a session ends, removes the customer's data from the page and runs the guards again. */
export function forgetCustomerOnSignOut(
  queryClient: QueryClient,
  router: Pick<AnyRouter, 'invalidate'>,
): void {
  subscribeToSession((state, before) => {
    if (state !== 'signed-out' || before !== 'signed-in') return
    closeCartPanel()
    for (const key of Object.values(STORAGE_KEYS)) globalThis.localStorage?.removeItem(key)
    const [siteKey] = siteQuery.queryKey
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== siteKey && queryKey[0] !== 'landing',
    })
    router.invalidate()
  })
}
