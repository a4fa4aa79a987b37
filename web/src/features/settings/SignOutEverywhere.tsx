import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../app/session.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'

export function SignOutEverywhere() {
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: () => signOut({ everywhere: true }),
    // Home as it is: the guard would take a signed-out visitor of this screen for somebody who wants in.
    onSuccess: () => navigate({ to: '/', replace: true }),
    onError: (cause) => {
      console.error('Failed to sign out everywhere', cause)
      showToast({
        tone: 'bad',
        title: 'You are still signed in',
        text: 'Check your connection, then try again.',
      })
    },
  })
  return (
    <Button isPending={leaving.isPending} onClick={() => leaving.mutate()}>
      Sign out everywhere
    </Button>
  )
}
