import { api } from '@laurel/contract/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import type { AccountsSettings } from './site.ts'

/** Only Laurel's own accounts service has recovery codes; Amazon Cognito has none. */
export function hasRecoveryCodes({ userPoolEndpoint }: AccountsSettings): boolean {
  return userPoolEndpoint !== undefined
}

export const recoveryCodeQueries = {
  mine: () => queryOptions({ queryKey: ['recovery-codes'], queryFn: () => call(api.getRecoveryCodes) }),
}

/** Replaces the recovery codes with ten new ones, which only this answer contains. */
export function useMakeRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(api.makeRecoveryCodes)).codes,
    onSettled: () => queryClient.invalidateQueries({ queryKey: recoveryCodeQueries.mine().queryKey }),
    gcTime: 0,
  })
}
