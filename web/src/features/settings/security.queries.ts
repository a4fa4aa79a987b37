import { queryOptions } from '@tanstack/react-query'
import { loadAccountCalls } from '../../app/load-account-calls.ts'

/** The signed-in account, as the accounts service knows it. */
export const securityQueries = {
  mine: () =>
    queryOptions({
      queryKey: ['security'],
      queryFn: async () => (await loadAccountCalls()).readSecurity(),
    }),
}
