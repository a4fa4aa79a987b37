import { queryOptions } from '@tanstack/react-query'
import { loadAccountCalls } from '../../app/load-account-calls.ts'

/** What the accounts service knows of whoever is signed in. */
export const securityQueries = {
  mine: () =>
    queryOptions({
      queryKey: ['security'],
      queryFn: async () => (await loadAccountCalls()).readSecurity(),
    }),
}
