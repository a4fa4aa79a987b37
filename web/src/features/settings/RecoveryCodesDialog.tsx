import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { RecoveryCodes } from '../../parts/authenticator/RecoveryCodes.tsx'
import { Button } from '../../parts/Button.tsx'
import { Modal } from '../../parts/Modal.tsx'

type RecoveryCodesDialogProps = { codes: readonly string[]; email: string; onClose: () => void }

export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const i18n = useTexts()
  const { name } = useSite()
  return (
    <Modal isOpen onClose={onClose} isKept title={i18n.t('Save your recovery codes')}>
      <p className="mt-2 mb-5 text-muted print:hidden">
        {i18n.t(
          'If you lose your authenticator app, each of these codes signs you in once. Keep them somewhere safe. We won’t show them again.',
        )}
      </p>
      <RecoveryCodes codes={codes} siteName={name} email={email} />
      <div className="mt-6 flex justify-end print:hidden">
        <Button look="primary" onClick={onClose}>
          {i18n.t('I saved my codes')}
        </Button>
      </div>
    </Modal>
  )
}
