import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadAccountCalls } from '../../../app/load-account-calls.ts'
import { usernameOf, useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
import { ResendCode } from '../ResendCode.tsx'
import { CodeForm } from '../Screen.tsx'
import { useAuth } from '../sign-in-flow.ts'

/** docs/spec.md §4, "confirm sign-up with code; resend is allowed". */
export function ConfirmSignUp() {
  const i18n = useTexts()
  const { submitForm, toSignIn, isPending, problem, username } = useAuth()
  const resend = useSignUpResend(username, problem)
  useEffect(() => {
    rememberConfirming(username)
    return forgetConfirming
  }, [username])
  return (
    <CodeForm
      lead={inText(
        i18n.t('Enter the code we emailed to {email}. It may take a minute to arrive.', { email: SLOT }),
        <b className="font-semibold text-ink">{username}</b>,
      )}
      problem={resend.problem}
      isPending={isPending}
      onCode={(confirmation_code) => {
        resend.forget()
        submitForm({ confirmation_code })
      }}
    >
      <ResendCode sent={resend.sent} isPending={resend.isPending} onResend={resend.onResend} />
      <Button look="link" onClick={toSignIn}>
        {i18n.t('Back to sign in')}
      </Button>
    </CodeForm>
  )
}

/**
 * Sends the sign-up code again. Calls the service directly: the accounts library keeps its previous
 * error during the request, so a success couldn't be told from a failure.
 *
 * @param refused the library's last error; a new code clears it
 */
export function useSignUpResend(username: string, refused: Error | undefined) {
  const i18n = useTexts()
  const site = useSite()
  const { toSignIn } = useAuth()
  const [sent, setSent] = useState(1)
  const [forgotten, setForgotten] = useState<Error>()
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).resendConfirmation(usernameOf(site, username)),
    onMutate: () => setForgotten(refused),
    onSuccess: (outcome) => {
      if (outcome === 'confirmed') {
        showToast({ title: i18n.t('Your account is confirmed'), text: i18n.t('Sign in to continue.') })
        toSignIn()
        return
      }
      setSent((before) => before + 1)
      showToast({
        title: i18n.t('A new code is on its way'),
        text: i18n.t('Your previous code no longer works.'),
      })
    },
  })

  return {
    sent,
    isPending: sending.isPending,
    onResend: () => sending.mutate(),
    forget: sending.reset,
    problem: sending.error ?? (refused === forgotten ? undefined : refused),
  }
}

/** The email of a sign-up that waits for its code, so that a reload returns to it. Lasts as long as the tab. */
const KEY = 'laurel-confirming'

function rememberConfirming(email: string): void {
  sessionStorage.setItem(KEY, email.trim())
}

function forgetConfirming(): void {
  sessionStorage.removeItem(KEY)
}

/** Only a reload leaves the email behind. Taken once, so that people can still go back to sign in. */
export function takeLeftConfirming(): string | null {
  const email = sessionStorage.getItem(KEY)
  forgetConfirming()
  return email
}
