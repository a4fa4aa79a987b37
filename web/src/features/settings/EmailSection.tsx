import { EMAIL_INVALID, isEmail, normalizeEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import type { Security } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { isTaken } from './account-errors.ts'
import { type ContactChange, ContactCodeForm, ContactRest, useContactChange } from './contact-change.tsx'

const TAKEN = /*i18n*/ 'That address already has an account here. Sign in with it, or use another address.'

export function EmailSection({ security }: { security: Security }) {
  const i18n = useTexts()
  const { email, signsInWith, isEmailVerified } = security
  // Amazon Cognito never changes a sign-in name; our own accounts service changes it with the email.
  const nameFollows = useSite().accounts.userPoolEndpoint !== undefined
  const change = useContactChange('email', (confirmed) => {
    if (confirmed === email) return showToast({ title: i18n.t('Your email is confirmed') })
    const name = nameFollows ? confirmed : signsInWith
    return showToast({
      title: i18n.t('Email changed'),
      text: i18n.t('You sign in with {name}.', { name }),
    })
  })

  switch (change.step.at) {
    case 'rest':
      return (
        <ContactRest
          contact="email"
          shown={email}
          value={email}
          isVerified={isEmailVerified}
          change={change}
          note={
            !nameFollows &&
            signsInWith.toLowerCase() !== email.toLowerCase() &&
            i18n.t('You sign in with {signsInWith}.', { signsInWith })
          }
        />
      )
    case 'entry':
      return (
        <EmailEntry
          email={email}
          hint={
            nameFollows
              ? i18n.t('We’ll send a code to it. Once you enter the code, sign in with this address.')
              : i18n.t('We’ll send a code to it. You’ll still sign in with {signsInWith}.', { signsInWith })
          }
          change={change}
        />
      )
    case 'code': {
      const { sentTo } = change.step
      return (
        <ContactCodeForm
          contact="email"
          shown={sentTo}
          sentTo={sentTo}
          change={change}
          taken={i18n.t(TAKEN)}
        />
      )
    }
  }
}

type EmailEntryProps = { email: string; hint: string; change: ContactChange }

function EmailEntry({ email, hint, change }: EmailEntryProps) {
  const i18n = useTexts()
  const { asking } = change
  const [typed, setTyped] = useState('')
  const next = normalizeEmail(typed)

  return (
    <Form
      onSubmit={() => asking.mutate(next)}
      check={() => ({ newEmail: emailProblem(next, email) })}
      problem={asking.error}
      errorsOf={takenEmail}
    >
      <TextField
        label={i18n.t('New email')}
        name="newEmail"
        type="email"
        autoComplete="email"
        hint={hint}
        value={typed}
        onChange={setTyped}
        autoFocus
        isRequired
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={asking.isPending}>
          {i18n.t('Send me a code')}
        </Button>
        <Button look="plain" onClick={change.rest}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}

function takenEmail(problem: unknown): Record<string, string> {
  return isTaken(problem) ? { newEmail: TAKEN } : {}
}

function emailProblem(next: string, current: string): string | undefined {
  const i18n = pageTexts()

  if (next === '') return FIELD_REQUIRED
  if (!isEmail(next)) return EMAIL_INVALID
  return next.toLowerCase() === current.toLowerCase() ? i18n.t('This is already your email.') : undefined
}
