import { useEffect } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { forgetConfirming, keepConfirming } from '../confirming.ts'
import { ResendCode } from '../ResendCode.tsx'
import { useKit } from '../use-kit.ts'
import { useSignUpResend } from '../use-sign-up-resend.ts'

/** docs/spec.md §4, "confirm sign-up with code; resend is allowed". */
export function ConfirmSignUp() {
  const { submitForm, toSignIn, isPending, problem, username } = useKit()
  const resend = useSignUpResend(username, problem)
  useEffect(() => {
    keepConfirming(username)
    return forgetConfirming
  }, [username])
  return (
    <CodeForm
      lead={
        <>
          Enter the code we emailed to <b className="font-semibold text-ink">{username}</b>. It may take a
          minute to arrive.
        </>
      }
      problem={resend.problem}
      isPending={isPending}
      onCode={(confirmation_code) => {
        resend.forget()
        submitForm({ confirmation_code })
      }}
    >
      <ResendCode sent={resend.sent} isPending={resend.isPending} onResend={resend.onResend} />
      <Button look="link" onClick={toSignIn}>
        Back to sign in
      </Button>
    </CodeForm>
  )
}
