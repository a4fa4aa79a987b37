import { useSite } from '../../app/site.ts'
import { Modal } from '../../parts/Modal.tsx'
import { Spinner } from '../../parts/Spinner.tsx'

export type AuthModalProps = {
  screen?: 'signIn' | 'signUp' | 'forgotPassword' | undefined
  onClose: () => void
}

/** The door: sign in, create an account, reset a password. */
export function AuthModal({ onClose }: AuthModalProps) {
  const site = useSite()
  return (
    <Modal isOpen onClose={onClose} title={`Welcome to ${site.name}`}>
      <Spinner className="py-12" />
    </Modal>
  )
}
