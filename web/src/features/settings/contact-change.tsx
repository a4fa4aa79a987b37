import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formError } from '../../app/api-problem.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Contact } from '../../app/security-calls.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { Note } from '../../parts/Note.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { codeErrors, isTaken } from './account-errors.ts'
import { securityQueries } from './security.queries.ts'

type Step = { at: 'rest' } | { at: 'entry' } | { at: 'code'; sentTo: string }

/** The steps of changing an email or phone number: type it, get a code, confirm. */
export function useContactChange(contact: Contact, onChanged: (value: string) => void) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const restButton = useRef<HTMLButtonElement>(null)

  /** Returns to the read-only view and focuses the button that was clicked. */
  function rest() {
    flushSync(() => setStep({ at: 'rest' }))
    restButton.current?.focus()
  }

  async function finish(value: string) {
    await queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey })
    queryClient.invalidateQueries({ queryKey: customerQueries.me().queryKey })
    rest()
    onChanged(value)
  }

  const asking = useMutation({
    mutationFn: async (value: string) => (await loadAccountCalls()).changeContact(contact, value),
    onSuccess: (outcome, value) =>
      outcome === 'done' ? finish(value) : setStep({ at: 'code', sentTo: value }),
  })
  /** Confirms the current value, which was never confirmed. */
  const confirming = useMutation({
    mutationFn: async (_value: string) => (await loadAccountCalls()).sendContactCode(contact),
    onSuccess: (_, value) => setStep({ at: 'code', sentTo: value }),
  })
  const resending = useMutation({
    mutationFn: async (_value: string) => (await loadAccountCalls()).sendContactCode(contact),
    onSuccess: (_, value) => showToast({ title: i18n.t('A new code is on its way'), text: value }),
  })

  return {
    step,
    restButton,
    asking,
    confirming,
    resending,
    rest,
    finish,
    edit() {
      asking.reset()
      confirming.reset()
      setStep({ at: 'entry' })
    },
  }
}

export type ContactChange = ReturnType<typeof useContactChange>

const LABELS: Readonly<Record<Contact, { change: string; add: string; confirm: string }>> = {
  email: {
    change: /*i18n*/ 'Change email',
    add: /*i18n*/ 'Add an email',
    confirm: /*i18n*/ 'Confirm email',
  },
  phone_number: {
    change: /*i18n*/ 'Change phone number',
    add: /*i18n*/ 'Add a phone number',
    confirm: /*i18n*/ 'Confirm phone number',
  },
}

type ContactRestProps = {
  contact: Contact
  /** The value as people read it. This and `value` are '' if there is none. */
  shown: string
  value: string
  isVerified: boolean
  change: ContactChange
  note?: ReactNode
  /** More buttons, next to Change. */
  more?: ReactNode
}

/** The read-only view of an email or phone number, with its buttons. */
export function ContactRest({ contact, shown, value, isVerified, change, note, more }: ContactRestProps) {
  const i18n = useTexts()
  const { confirming } = change
  const labels = LABELS[contact]
  return (
    <div className="grid gap-5">
      {confirming.error && <Note tone="bad">{formError(confirming.error)}</Note>}
      {value && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">{shown}</span>
          <Tag tone={isVerified ? 'good' : 'warn'}>
            {isVerified ? i18n.t('Confirmed') : i18n.t('Not confirmed')}
          </Tag>
        </p>
      )}
      {note && <p className="text-muted">{note}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={change.restButton}
          aria-label={i18n.t(value ? labels.change : labels.add)}
          onClick={change.edit}
        >
          {value ? i18n.t('Change') : i18n.t(labels.add)}
        </Button>
        {value && !isVerified && (
          <Button
            aria-label={i18n.t(labels.confirm)}
            isPending={confirming.isPending}
            onClick={() => confirming.mutate(value)}
          >
            {i18n.t('Confirm it')}
          </Button>
        )}
        {more}
      </div>
    </div>
  )
}

type ContactCodeFormProps = {
  contact: Contact
  /** Where the code was sent, as people read it. */
  shown: string
  sentTo: string
  change: ContactChange
  /** The message if another account has it. Shown only now that the user has proven to own it. */
  taken: string
}

/** Asks for the code that proves a new email or phone number. */
export function ContactCodeForm({ contact, shown, sentTo, change, taken }: ContactCodeFormProps) {
  const i18n = useTexts()
  const { resending } = change
  const [code, setCode] = useState('')
  const saving = useMutation({
    mutationFn: async () => (await loadAccountCalls()).confirmContact(contact, tidyCode(code)),
    onSuccess: () => change.finish(sentTo),
  })
  const errorsOf = useCallback(
    (problem: unknown) => (isTaken(problem) ? { code: taken } : codeErrors(problem)),
    [taken],
  )

  function resend() {
    saving.reset()
    resending.mutate(sentTo)
  }

  function save() {
    resending.reset()
    saving.mutate()
  }

  return (
    <Form
      onSubmit={save}
      check={() => ({ code: codeProblem(code) })}
      problem={saving.error ?? resending.error}
      errorsOf={errorsOf}
    >
      <p>
        {i18n.t(
          'We sent a code to {shown}. It may take a minute to arrive, and works for ten minutes. Nothing changes until you enter it.',
          { shown },
        )}
      </p>
      <CodeField value={code} onChange={setCode} submits={!saving.isPending} autoFocus />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" isPending={saving.isPending}>
          {i18n.t('Confirm')}
        </Button>
        <Button look="plain" onClick={change.rest}>
          {i18n.t('Cancel')}
        </Button>
        <Button look="link" isPending={resending.isPending} onClick={resend}>
          {i18n.t('Send a new code')}
        </Button>
      </div>
    </Form>
  )
}
