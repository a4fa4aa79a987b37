import { useMutation, useQueryClient } from '@tanstack/react-query'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { FactorChange } from '../../app/security-calls.ts'
import { securityQueries } from './security.queries.ts'

/** Changes which second steps are asked for; shows what the service then says is so. */
export function useFactors() {
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: async (change: FactorChange) => (await loadAccountCalls()).setFactors(change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey }),
  })
  /** Begins with a key of its own each time: one that was shown before and not proved is worth nothing. */
  const starting = useMutation({
    mutationFn: async () => (await loadAccountCalls()).startAuthenticator(),
    onMutate: () => saving.reset(),
  })
  return { saving, starting }
}
