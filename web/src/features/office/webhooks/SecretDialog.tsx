import type { RefObject } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Modal } from '../../../parts/Modal.tsx'

type SecretDialogProps = {
  secret: string
  isNew?: boolean
  /** Holds the button that began it all: the dialog that was opened by it is gone. */
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Shown this once: it is kept sealed and never read out again. */
export function SecretDialog({ secret, isNew = false, returnTo, onClose }: SecretDialogProps) {
  function close() {
    onClose()
    // Once the dialog is gone and has given up the focus.
    setTimeout(() => returnTo.current?.querySelector('button')?.focus())
  }
  return (
    <Modal isOpen onClose={close} title="The signing secret" isDismissable={false}>
      <p className="mt-2 mb-5 text-muted">
        It is shown this once. Whoever listens verifies every message with it, by any Standard Webhooks
        library.
        {isNew && ' The one before signs as well for a day, so that nothing is missed.'}
      </p>
      <CopyField label="Secret" value={secret} />
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={close}>
          I have it
        </Button>
      </div>
    </Modal>
  )
}
