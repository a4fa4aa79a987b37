import { api } from '@laurel/contract/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import type { AccountsSettings } from './site.ts'

/** Amazon Cognito has no recovery codes; only the site's own accounts service does. */
export function hasRecoveryCodes({ userPoolEndpoint }: AccountsSettings): boolean {
  return userPoolEndpoint !== undefined
}

export const recoveryCodeQueries = {
  mine: () => queryOptions({ queryKey: ['recovery-codes'], queryFn: () => call(api.getRecoveryCodes) }),
}

/** Creates ten recovery codes in place of the earlier ones. The answer is the only time they're known. */
export function useMakeRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(api.makeRecoveryCodes)).codes,
    onSettled: () => queryClient.invalidateQueries({ queryKey: recoveryCodeQueries.mine().queryKey }),
    gcTime: 0,
  })
}
