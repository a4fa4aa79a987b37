import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { usernameOf } from '../../app/username.ts'
import { useKit } from './use-kit.ts'

/**
 * Sends the code of a sign-up once more. Asked directly: the accounts library keeps an earlier refusal
 * while it asks, so that nobody could tell whether this one went well.
 *
 * @param refused what the library refused last; a new code takes it away
 */
export function useSignUpResend(username: string, refused: Error | undefined) {
  const site = useSite()
  const { toSignIn } = useKit()
  const [sent, setSent] = useState(1)
  const [forgotten, setForgotten] = useState<Error>()
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).resendConfirmation(usernameOf(site, username)),
    onMutate: () => setForgotten(refused),
    onSuccess: (outcome) => {
      if (outcome === 'confirmed') {
        showToast({ title: 'Your account is confirmed', text: 'Sign in to continue.' })
        toSignIn()
        return
      }
      setSent((before) => before + 1)
      showToast({ title: 'A new code is on its way', text: 'The one before it no longer works.' })
    },
  })

  return {
    sent,
    isPending: sending.isPending,
    onResend: () => sending.mutate(),
    forget: sending.reset,
    problem: sending.error ?? (refused === forgotten ? undefined : refused),
  }
}
