import { lazy, Suspense, useEffect } from 'react'
import { loadAccounts, useSession } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { Modal } from '../../parts/Modal.tsx'
import { Spinner } from '../../parts/Spinner.tsx'

export type AuthModalProps = {
  screen?: 'signIn' | 'signUp' | 'forgotPassword' | undefined
  onClose: () => void
}

/** The accounts library and its screens are heavy: they come when somebody wants in. */
const SignInScreens = lazy(async () => {
  const [module] = await Promise.all([import('./SignInScreens.tsx'), loadAccounts()])
  return { default: module.SignInScreens }
})

/** The door: sign in, create an account, reset a password. Home knows where it leads. */
export function AuthModal({ screen, onClose }: AuthModalProps) {
  const site = useSite()
  const session = useSession()

  useEffect(() => {
    if (session === 'signed-in') onClose()
  }, [session, onClose])

  return (
    <Modal isOpen onClose={onClose} title={`Welcome to ${site.name}`}>
      <Suspense fallback={<Spinner className="py-24" />}>
        <SignInScreens screen={screen ?? site.accounts.initialScreen} onClose={onClose} />
      </Suspense>
    </Modal>
  )
}
