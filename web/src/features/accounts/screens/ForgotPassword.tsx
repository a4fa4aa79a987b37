import { useMemo, useState } from 'react'
import { passwordPolicyOf, useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../../parts/CodeField.tsx'
import { Form } from '../../../parts/Form.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
import { NewPasswordFields, useNewPassword } from '../../../parts/NewPasswordFields.tsx'
import { fieldToFix } from '../form-problems.ts'
import { ResendCode } from '../ResendCode.tsx'
import { EmailForm, Screen } from '../Screen.tsx'
import { useAuth, useResend, useSignInFlow } from '../sign-in-flow.ts'

/** docs/spec.md §4, "Forgot password: enter username, send code". */
export function ForgotPassword() {
  const i18n = useTexts()
  const { submitForm } = useAuth()
  const { email, setEmail } = useSignInFlow()
  return (
    <EmailForm
      lead={i18n.t('We’ll email you a code to reset your password.')}
      email={email}
      onChange={setEmail}
      onSend={() => submitForm({ username: email })}
    />
  )
}

/** docs/spec.md §4, "enter code plus new password (validated before submit), resend allowed". */
export function ConfirmResetPassword() {
  const i18n = useTexts()
  const site = useSite()
  const { submitForm, toSignIn, isPending, problem } = useAuth()
  const { email } = useSignInFlow()
  const resend = useResend()
  const policy = useMemo(() => passwordPolicyOf(site), [site])
  const entry = useNewPassword(policy)
  const [code, setCode] = useState('')

  return (
    <Screen
      lead={inText(
        i18n.t('If {email} has an account, we’ve sent it a code. It may take a minute to arrive.', {
          email: SLOT,
        }),
        <b className="font-semibold text-ink">{email.trim()}</b>,
      )}
      problem={problem}
      again={fieldToFix(problem, 'code')}
      beginsAtCode
    >
      <Form
        // The repeated password isn't sent: the library trims it and then reports that the two differ.
        onSubmit={() => submitForm({ confirmation_code: tidyCode(code), password: entry.password })}
        check={() => ({ code: codeProblem(code), ...entry.findErrors() })}
        problem={problem}
      >
        <CodeField value={code} onChange={setCode} />
        <NewPasswordFields policy={policy} entry={entry} />
        <Button look="primary" size="big" type="submit" isPending={isPending && !resend.isPending}>
          {i18n.t('Save this password')}
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6">
          <ResendCode {...resend} />
          <Button look="link" onClick={toSignIn}>
            {i18n.t('Back to sign in')}
          </Button>
        </div>
      </Form>
    </Screen>
  )
}
