import { normalizeEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Security } from '../../app/security-calls.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../parts/TextField.tsx'

const Modal = lazy(() => import('../../parts/Modal.tsx').then((module) => ({ default: module.Modal })))

/** Long enough to read after the page has changed. */
const LONG_MS = 12_000

/** Closing can't be undone, so the user types the account's email to confirm. */
export function CloseAccount({ security }: { security: Security }) {
  const i18n = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {i18n.t('Close my account')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <Modal isOpen isAlert onClose={() => setAsking(false)} title={i18n.t('Close your account?')}>
            <ClosingForm email={security.email} onKeep={() => setAsking(false)} />
          </Modal>
        </Suspense>
      )}
    </>
  )
}

function ClosingForm({ email, onKeep }: { email: string; onKeep: () => void }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const closing = useMutation({
    mutationFn: async () => (await loadAccountCalls()).closeAccount(),
    onSuccess: async () => {
      await navigate({ to: '/', replace: true })
      showToast({
        tone: 'plain',
        title: i18n.t('Your account is closed'),
        text: i18n.t('We’ll still deliver the orders you’ve placed. You’re signed out.'),
        durationMs: LONG_MS,
      })
    },
  })

  return (
    <>
      <p className="mt-2 mb-5 text-muted">
        {i18n.t(
          'You’ll be signed out everywhere and can’t sign in again. We’ll delete your cart. We’ll still deliver the orders you’ve placed, and keep their records. You can’t undo this.',
        )}
      </p>
      <Form
        onSubmit={() => closing.mutate()}
        check={() => ({ accountEmail: addressProblem(typed, email) })}
        problem={closing.error}
      >
        <TextField
          label={i18n.t('Account email')}
          name="accountEmail"
          hint={i18n.t('To continue, type {email}.', { email })}
          type="email"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          autoFocus
          isRequired
        />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onKeep}>
            {i18n.t('Keep my account')}
          </Button>
          <Button look="danger" type="submit" isPending={closing.isPending}>
            {i18n.t('Close my account')}
          </Button>
        </div>
      </Form>
    </>
  )
}

function addressProblem(typed: string, email: string): string | undefined {
  const i18n = pageTexts()

  const address = normalizeEmail(typed)
  if (address === '') return FIELD_REQUIRED
  return address.toLowerCase() === email.toLowerCase()
    ? undefined
    : i18n.t('That doesn’t match this account’s email.')
}
