import { useSite } from '../../app/site.ts'
import { RecoveryCodes } from '../../parts/authenticator/RecoveryCodes.tsx'
import { Button } from '../../parts/Button.tsx'
import { Modal } from '../../parts/Modal.tsx'

type RecoveryCodesDialogProps = { codes: readonly string[]; email: string; onClose: () => void }

export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const { name } = useSite()
  return (
    <Modal isOpen onClose={onClose} isKept title="Save your recovery codes">
      <p className="mt-2 mb-5 text-muted print:hidden">
        If you lose your authenticator app, each of these codes signs you in once. Keep them somewhere safe.
        We won’t show them again.
      </p>
      <RecoveryCodes codes={codes} siteName={name} email={email} />
      <div className="mt-6 flex justify-end print:hidden">
        <Button look="primary" onClick={onClose}>
          I saved my codes
        </Button>
      </div>
    </Modal>
  )
}
