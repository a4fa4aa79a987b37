import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/call.ts'

export const claimQueries = {
  /** Forgotten with its screen: a shared computer keeps no card. */
  one: (token: string) =>
    queryOptions({
      queryKey: ['claim', token],
      queryFn: () => call(api.getClaim, { params: { token } }),
      gcTime: 0,
    }),
}
