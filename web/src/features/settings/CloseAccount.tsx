import { normalizeEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Security } from '../../app/security-calls.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../parts/TextField.tsx'

const Modal = lazy(() => import('../../parts/Modal.tsx').then((module) => ({ default: module.Modal })))

/** Long enough to read after the page has changed. */
const LONG_MS = 12_000

/** Closing can't be undone, so the user types the account's email to confirm. */
export function CloseAccount({ security }: { security: Security }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Close my account
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <Modal isOpen isAlert onClose={() => setAsking(false)} title="Close your account?">
            <ClosingForm email={security.email} onKeep={() => setAsking(false)} />
          </Modal>
        </Suspense>
      )}
    </>
  )
}

function ClosingForm({ email, onKeep }: { email: string; onKeep: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const closing = useMutation({
    mutationFn: async () => (await loadAccountCalls()).closeAccount(),
    onSuccess: async () => {
      await navigate({ to: '/', replace: true })
      showToast({
        tone: 'plain',
        title: 'Your account is closed',
        text: 'We’ll still deliver the orders you’ve placed. You’re signed out.',
        durationMs: LONG_MS,
      })
    },
  })

  return (
    <>
      <p className="mt-2 mb-5 text-muted">
        You’ll be signed out everywhere and can’t sign in again. We’ll delete your cart. We’ll still deliver
        the orders you’ve placed, and keep their records. You can’t undo this.
      </p>
      <Form
        onSubmit={() => closing.mutate()}
        check={() => ({ accountEmail: addressProblem(typed, email) })}
        problem={closing.error}
      >
        <TextField
          label="Email of this account"
          name="accountEmail"
          hint={`To continue, type ${email}.`}
          type="email"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          autoFocus
          isRequired
        />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onKeep}>
            Keep my account
          </Button>
          <Button look="danger" type="submit" isPending={closing.isPending}>
            Close my account
          </Button>
        </div>
      </Form>
    </>
  )
}

function addressProblem(typed: string, email: string): string | undefined {
  const address = normalizeEmail(typed)
  if (address === '') return FIELD_REQUIRED
  return address.toLowerCase() === email.toLowerCase()
    ? undefined
    : 'That doesn’t match this account’s email.'
}
