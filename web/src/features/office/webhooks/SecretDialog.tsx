import { Button } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Modal } from '../../../parts/Modal.tsx'

type SecretDialogProps = { secret: string; isNew?: boolean; onClose: () => void }

/** Shown this once: it is kept sealed and never read out again. */
export function SecretDialog({ secret, isNew = false, onClose }: SecretDialogProps) {
  return (
    <Modal isOpen onClose={onClose} title="The signing secret" isDismissable={false}>
      <p className="mt-2 mb-5 text-muted">
        It is shown this once. Whoever listens verifies every message with it, by any Standard Webhooks
        library.
        {isNew && ' The one before signs as well for a day, so that nothing is missed.'}
      </p>
      <CopyField label="Secret" value={secret} />
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={onClose}>
          I have it
        </Button>
      </div>
    </Modal>
  )
}
