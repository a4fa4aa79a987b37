import { lazy, Suspense, useEffect, useState } from 'react'
import { CONFIGURATION_ERROR, isConfigured } from '../../app/account-problem.ts'
import { loadAccounts, useSession } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { DoorSkeleton } from './DoorSkeleton.tsx'
import { screenTitle } from './screen-titles.ts'

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
  const first = screen ?? site.accounts.initialScreen
  const [title, setTitle] = useState(() => screenTitle(first, undefined, site.name))
  const [isKept, setKept] = useState(false)
  const canSignIn = isConfigured(site.accounts)

  useEffect(() => {
    if (session === 'signed-in') onClose()
  }, [session, onClose])
  useEffect(() => {
    if (!canSignIn)
      console.error('The site data lack a user pool, a client or an identity pool', site.accounts)
  }, [canSignIn, site])

  return (
    <Modal isOpen onClose={onClose} title={title} isKept={isKept}>
      {canSignIn ? (
        <Suspense fallback={<DoorSkeleton screen={first} />}>
          <SignInScreens screen={first} onClose={onClose} onTitle={setTitle} onKept={setKept} />
        </Suspense>
      ) : (
        <Note tone="bad" className="mt-6">
          {CONFIGURATION_ERROR}
        </Note>
      )}
    </Modal>
  )
}
