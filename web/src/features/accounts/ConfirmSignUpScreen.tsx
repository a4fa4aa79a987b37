import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { usernameOf } from '../../app/username.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { CodeField } from './CodeField.tsx'
import { emailProblem } from './email-problem.ts'

/** docs/spec.md §2, "/confirm-signup/"; §8, "Resend sign-up code". */
export function ConfirmSignUpScreen({ email: known }: { email: string }) {
  const site = useSite()
  const navigate = useNavigate()
  const [email, setEmail] = useState(known)
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})

  function enter() {
    showToast({ title: 'Your account is confirmed', text: 'Sign in to go on.' })
    navigate({ to: '/', search: { login: 'signIn' } })
  }

  const confirming = useMutation({
    mutationFn: async () => (await loadAccountCalls()).confirmAccount(usernameOf(site, email), code.trim()),
    onSuccess: enter,
  })
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).resendConfirmation(usernameOf(site, email)),
    onMutate: () => confirming.reset(),
    onSuccess: (outcome) => {
      if (outcome === 'confirmed') enter()
      else showToast({ title: 'A new code is on its way', text: email.trim() })
    },
  })

  /** @returns whether what is typed may be sent; a new code needs the email alone */
  function check({ withCode }: { withCode: boolean }): boolean {
    const wrongEmail = emailProblem(email)
    const wrongCode = withCode && code.trim() === '' ? FIELD_REQUIRED : undefined
    setErrors({ ...(wrongEmail && { email: wrongEmail }), ...(wrongCode && { code: wrongCode }) })
    return !wrongEmail && !wrongCode
  }

  return (
    <AccountFrame
      title="Confirm your account"
      lead={
        known ? (
          <>
            Enter the code we emailed to <b className="font-semibold text-ink">{known}</b>.
          </>
        ) : (
          'Enter your email and the code we sent to it.'
        )
      }
    >
      <Form
        onSubmit={() => {
          sending.reset()
          if (check({ withCode: true })) confirming.mutate()
        }}
        problem={confirming.error ?? sending.error}
        errors={errors}
      >
        {!known && (
          <TextField
            label="Work email"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
          />
        )}
        <CodeField value={code} onChange={setCode} />
        <Button look="primary" size="big" type="submit" isPending={confirming.isPending}>
          Confirm
        </Button>
        <Button
          look="link"
          className="justify-self-center"
          isPending={sending.isPending}
          onClick={() => check({ withCode: false }) && sending.mutate()}
        >
          Send a new code
        </Button>
      </Form>
    </AccountFrame>
  )
}
