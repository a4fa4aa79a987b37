import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { endByReset, useSession } from '../../app/session.ts'
import { passwordPolicyOf, usernameOf, useSite } from '../../app/site.ts'
import { translated, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { inText, SLOT } from '../../parts/in-text.tsx'
import { NewPasswordFields, useNewPassword, weakPassword } from '../../parts/NewPasswordFields.tsx'
import { EmailField, rememberEmail } from './EmailField.tsx'
import { emailProblem } from './form-problems.ts'
import { ResendCode } from './ResendCode.tsx'

/** docs/spec.md §2, "/confirm-signup/"; §8, "Resend sign-up code". */
export function ConfirmSignUpScreen({ email: known }: { email: string }) {
  const i18n = useTexts()
  const site = useSite()
  const navigate = useNavigate()
  const [email, setEmail] = useState(known)
  /** The email in the URL may be missing or mistyped. */
  const isKnown = emailProblem(known) === undefined
  const checkEmail = () => ({ email: emailProblem(email) })
  const [code, setCode] = useState('')
  /** 0, because the mail that linked here may be old: a new code can be sent at once. */
  const [sent, setSent] = useState(0)

  function enter() {
    showToast({ title: i18n.t('Your account is confirmed'), text: i18n.t('Sign in to continue.') })
    rememberEmail(email)
    navigate({ to: '/', search: { login: 'signIn' }, replace: true })
  }

  const confirming = useMutation({
    mutationFn: async () =>
      (await loadAccountCalls()).confirmAccount(usernameOf(site, email), tidyCode(code)),
    onSuccess: (isSameBrowser) => {
      // Amazon Cognito keeps the sign-up's password even if another browser confirms the code.
      if (isSameBrowser || site.accounts.userPoolEndpoint === undefined) return enter()
      navigate({ to: '/reset-password', search: { email: email.trim(), reason: 'confirmed' }, replace: true })
    },
  })
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).resendConfirmation(usernameOf(site, email)),
    onMutate: () => confirming.reset(),
    onSuccess: (outcome) => {
      if (outcome === 'confirmed') return enter()
      setSent((before) => before + 1)
      showToast({ title: i18n.t('A new code is on its way'), text: email.trim() })
    },
  })

  return (
    <AccountFrame
      title={i18n.t('Confirm your account')}
      lead={
        isKnown
          ? inText(
              i18n.t(
                'Enter the code from our email to {email}. If you don’t have it, send yourself a new code.',
                {
                  email: SLOT,
                },
              ),
              <b className="font-semibold text-ink">{known}</b>,
            )
          : i18n.t('Enter your email and the code we sent to it.')
      }
    >
      <Form
        onSubmit={() => {
          if (confirming.isPending) return
          sending.reset()
          confirming.mutate()
        }}
        check={() => ({ ...checkEmail(), code: codeProblem(code) })}
        problem={confirming.error ?? sending.error}
      >
        {(_, passes) => (
          <>
            {!isKnown && <EmailField value={email} onChange={setEmail} />}
            <CodeField
              value={code}
              onChange={setCode}
              autoFocus={isKnown}
              submits={isKnown && !confirming.isPending}
            />
            <Button look="primary" size="big" type="submit" isPending={confirming.isPending}>
              {i18n.t('Confirm')}
            </Button>
            <div className="flex flex-wrap justify-between gap-x-6">
              <ResendCode
                sent={sent}
                isPending={sending.isPending}
                onResend={() => passes(checkEmail) && sending.mutate()}
              />
              <LinkButton look="link" to="/" search={{ login: 'signIn' }}>
                {i18n.t('Back to sign in')}
              </LinkButton>
            </div>
          </>
        )}
      </Form>
    </AccountFrame>
  )
}

/** Why the account has no password yet. */
export type ResetReason = 'confirmed' | 'first'

const FORGOTTEN = {
  title: /*i18n*/ 'Reset your password',
  lead: /*i18n*/ 'We’ll email you a code to choose a new password.',
}
const FIRST: Record<ResetReason, typeof FORGOTTEN> = {
  confirmed: {
    title: /*i18n*/ 'Choose a password',
    lead: /*i18n*/ 'Your email is confirmed. Choose a password to finish. We’ll email you one more code for it.',
  },
  first: {
    title: /*i18n*/ 'Set a password',
    lead: /*i18n*/ 'We’ll email you a code for it. Setting a password signs you out everywhere and unlinks your services. Signing in with a service links it again.',
  },
}

type ResetPasswordScreenProps = { email: string; reason: ResetReason | undefined }

/** docs/spec.md §2, "/reset-password/"; §4, "Forgot password". */
export function ResetPasswordScreen({ email, reason }: ResetPasswordScreenProps) {
  const i18n = useTexts()

  /** The email the code was sent to. */
  const [sentTo, setSentTo] = useState<string>()

  if (sentTo === undefined) {
    return (
      <AccountFrame {...(reason ? FIRST[reason] : FORGOTTEN)}>
        <ResetCodeForm email={email} onSent={setSentTo} />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title={reason ? FIRST[reason].title : /*i18n*/ 'Choose a new password'}
      lead={inText(
        i18n.t('If {email} has an account, we’ve sent it a code. It may take a minute to arrive.', {
          email: SLOT,
        }),
        <b className="font-semibold text-ink">{sentTo}</b>,
      )}
    >
      <NewPasswordForm
        email={sentTo}
        isFirst={reason !== undefined}
        onOtherEmail={() => setSentTo(undefined)}
      />
    </AccountFrame>
  )
}

type ResetCodeFormProps = { email: string; onSent: (email: string) => void }

/** Sends the code, without revealing whether the email has an account. */
function ResetCodeForm({ email: known, onSent }: ResetCodeFormProps) {
  const i18n = useTexts()
  const site = useSite()
  const [email, setEmail] = useState(known)
  const sending = useMutation({
    mutationFn: async (to: string) => (await loadAccountCalls()).sendResetCode(usernameOf(site, to)),
    onSuccess: (_, to) => onSent(to),
  })

  return (
    <Form
      onSubmit={() => sending.mutate(email.trim())}
      check={() => ({ email: emailProblem(email) })}
      problem={sending.error}
    >
      <EmailField value={email} onChange={setEmail} />
      <Button look="primary" size="big" type="submit" isPending={sending.isPending}>
        {i18n.t('Send me a code')}
      </Button>
      <LinkButton look="link" to="/" search={{ login: 'signIn' }} className="justify-self-center">
        {i18n.t('Back to sign in')}
      </LinkButton>
    </Form>
  )
}

type NewPasswordFormProps = { email: string; isFirst: boolean; onOtherEmail: () => void }

/** The emailed code and the new password, both checked before they are sent. */
function NewPasswordForm({ email, isFirst, onOtherEmail }: NewPasswordFormProps) {
  const i18n = useTexts()
  const site = useSite()
  const navigate = useNavigate()
  const isSignedIn = useSession() === 'signed-in'
  const policy = passwordPolicyOf(site)
  const username = usernameOf(site, email)
  const [code, setCode] = useState('')
  const entry = useNewPassword(policy)
  const [sent, setSent] = useState(1)

  const saving = useMutation({
    mutationFn: async () =>
      (await loadAccountCalls()).chooseNewPassword(username, tidyCode(code), entry.password),
    onSuccess: async () => {
      if (isSignedIn) await endByReset()
      showToast({
        title: isFirst ? i18n.t('Password set') : i18n.t('Password changed'),
        text: i18n.t('Sign in with the new one.'),
      })
      rememberEmail(email)
      navigate({ to: '/', search: { login: 'signIn' }, replace: true })
    },
  })
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).sendResetCode(username),
    onMutate: () => saving.reset(),
    onSuccess: () => {
      setSent((before) => before + 1)
      showToast({ title: i18n.t('A new code is on its way'), text: email })
    },
  })

  function save() {
    sending.reset()
    saving.mutate()
  }

  return (
    <Form
      onSubmit={save}
      check={() => ({ code: codeProblem(code), ...entry.findErrors() })}
      problem={saving.error ?? sending.error}
      errorsOf={weakPassword}
    >
      <CodeField value={code} onChange={setCode} autoFocus />
      <NewPasswordFields policy={policy} entry={entry} />
      <Button look="primary" size="big" type="submit" isPending={saving.isPending}>
        {i18n.t('Save this password')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <ResendCode sent={sent} isPending={sending.isPending} onResend={() => sending.mutate()} />
        <Button look="link" onClick={onOtherEmail}>
          {i18n.t('Use another email')}
        </Button>
      </div>
    </Form>
  )
}

type AccountFrameProps = { title: string; lead: ReactNode; children: ReactNode }

/** A page with one short form, 30rem wide (docs/spec.md §9). */
function AccountFrame({ title, lead, children }: AccountFrameProps) {
  const i18n = useTexts()
  return (
    <div className="page py-20 narrow:py-10">
      <div className="mx-auto w-full max-w-[30rem]">
        <h1>{i18n.t(title)}</h1>
        <p className="mt-2 mb-8 text-muted">{translated(i18n, lead)}</p>
        {children}
      </div>
    </div>
  )
}
