import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { otpauthUri, QrCode, SecretKey } from '../../parts/authenticator/AuthenticatorKey.tsx'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { codeErrors } from './account-errors.ts'

type AuthenticatorDialogProps = {
  secret: string
  /** The account's name in the app. */
  email: string
  /** Turns on the app as a second step. */
  onProved: () => Promise<void>
  onClose: () => void
}

/** Shows the key for an authenticator app and checks its first code. Load it lazily: it draws a QR code. */
export function AuthenticatorDialog({ secret, email, onProved, onClose }: AuthenticatorDialogProps) {
  const i18n = useTexts()
  const site = useSite()
  const uri = otpauthUri({ issuer: site.name, account: email, secret })
  const [code, setCode] = useState('')
  const [isProved, setProved] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      // Each code works once: if only `onProved` failed, don't send the code again.
      if (!isProved) await (await loadAccountCalls()).confirmAuthenticator(tidyCode(code))
      setProved(true)
      await onProved()
    },
    onSuccess: onClose,
  })

  return (
    <Modal isOpen onClose={onClose} isDismissable={false} title={i18n.t('Set up your authenticator app')}>
      <p className="mt-2 text-muted">
        {i18n.t('Scan this with the app. It then shows a new code every 30 seconds.')}
      </p>
      <div className="my-4 grid justify-items-center gap-2">
        <QrCode text={uri} label={i18n.t('QR code with the key for your authenticator app')} />
        <a href={uri} className="link hidden pointer-coarse:inline">
          {i18n.t('Open the app on this phone')}
        </a>
      </div>
      <p className="pb-2">{i18n.t('No camera? Type or paste this key into the app instead.')}</p>
      <SecretKey secret={secret} />
      <div className="mt-5">
        <Form
          onSubmit={() => saving.mutate()}
          check={() => ({ code: codeProblem(code) })}
          problem={saving.error}
          errorsOf={codeErrors}
        >
          <CodeField
            value={code}
            onChange={setCode}
            submits={!saving.isPending}
            hint={i18n.t('The six digits the app shows now.')}
          />
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            <Button look="plain" onClick={onClose}>
              {i18n.t('Cancel')}
            </Button>
            <Button look="primary" type="submit" isPending={saving.isPending}>
              {i18n.t('Turn on')}
            </Button>
          </div>
        </Form>
      </div>
    </Modal>
  )
}
