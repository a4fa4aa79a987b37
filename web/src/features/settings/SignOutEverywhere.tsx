import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formError } from '../../app/api-problem.ts'
import { signOut } from '../../app/session.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'

/** What one waits to read after the page has changed. */
const LONG_MS = 12_000

export function SignOutEverywhere() {
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: () => signOut({ everywhere: true }),
    // Home as it is: the guard would take a signed-out visitor of this screen for somebody who wants in.
    onSuccess: async () => {
      await navigate({ to: '/', replace: true })
      showToast({
        title: 'You are signed out everywhere',
        text: 'Every device asks for your password again.',
        durationMs: LONG_MS,
      })
    },
    onError: (cause) => {
      console.error('Failed to sign out everywhere', cause)
      showToast({
        tone: 'bad',
        title: 'You are still signed in everywhere',
        text: formError(cause) ?? '',
        durationMs: LONG_MS,
      })
    },
  })
  return (
    <Button isPending={leaving.isPending} onClick={() => leaving.mutate()}>
      Sign out everywhere
    </Button>
  )
}
