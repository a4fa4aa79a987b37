import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { usernameOf } from '../../app/username.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { EmailField } from './EmailField.tsx'
import { emailProblem } from './email-problem.ts'
import { keepEmail } from './known-email.ts'
import { hasProblems, problemsAmong } from './problems.ts'
import { ResendCode } from './ResendCode.tsx'

/** docs/spec.md §2, "/confirm-signup/"; §8, "Resend sign-up code". */
export function ConfirmSignUpScreen({ email: known }: { email: string }) {
  const site = useSite()
  const navigate = useNavigate()
  const [email, setEmail] = useState(known)
  /** What an address names may be mistyped, or nothing. */
  const isKnown = emailProblem(known) === undefined
  const [code, setCode] = useState('')
  /** A link from a mail leads here: how long ago its code was sent is not known. */
  const [sent, setSent] = useState(0)
  const [errors, setErrors] = useState<Record<string, string>>({})

  function enter() {
    showToast({ title: 'Your account is confirmed', text: 'Sign in to continue.' })
    keepEmail(email)
    navigate({ to: '/', search: { login: 'signIn' }, replace: true })
  }

  const confirming = useMutation({
    mutationFn: async () =>
      (await loadAccountCalls()).confirmAccount(usernameOf(site, email), tidyCode(code)),
    onSuccess: (isSameBrowser) => {
      // Amazon Cognito keeps the password whoever typed it.
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
      showToast({ title: 'A new code is on its way', text: email.trim() })
    },
  })

  /** @returns whether what is typed may be sent; a new code needs the email alone */
  function check({ withCode }: { withCode: boolean }): boolean {
    const found = problemsAmong({
      email: emailProblem(email),
      code: withCode ? codeProblem(code) : undefined,
    })
    setErrors(found)
    return !hasProblems(found)
  }

  return (
    <AccountFrame
      title="Confirm your account"
      lead={
        isKnown ? (
          <>
            Enter the code from our email to <b className="font-semibold text-ink">{known}</b>. Without one at
            hand, send yourself a new code.
          </>
        ) : (
          'Enter your email and the code we sent to it.'
        )
      }
    >
      <Form
        onSubmit={() => {
          if (confirming.isPending) return
          sending.reset()
          if (check({ withCode: true })) confirming.mutate()
        }}
        problem={confirming.error ?? sending.error}
        errors={errors}
      >
        {!isKnown && <EmailField value={email} onChange={setEmail} />}
        <CodeField
          value={code}
          onChange={setCode}
          autoFocus={isKnown}
          submits={isKnown && !confirming.isPending}
        />
        <Button look="primary" size="big" type="submit" isPending={confirming.isPending}>
          Confirm
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6">
          <ResendCode
            sent={sent}
            isPending={sending.isPending}
            onResend={() => check({ withCode: false }) && sending.mutate()}
          />
          <LinkButton look="link" to="/" search={{ login: 'signIn' }}>
            Back to sign in
          </LinkButton>
        </div>
      </Form>
    </AccountFrame>
  )
}
