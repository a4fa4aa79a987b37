import { hasRecoveryCodes } from '../../../app/recovery-codes.queries.ts'
import { useSite } from '../../../app/site.ts'
import { Button } from '../../../parts/Button.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { useDoor } from '../door.ts'
import { ResendCode } from '../ResendCode.tsx'
import { useKit } from '../use-kit.ts'
import { useKitResend } from '../use-kit-resend.ts'
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx'

/** docs/spec.md §2, "confirm sign in (SMS, email or authenticator-app code)". */
export function ConfirmSignIn() {
  const { submitForm, toSignIn, isPending, problem, challengeName, codeDeliveryDetails } = useKit()
  const resend = useKitResend()
  const isFromApp = challengeName === 'SOFTWARE_TOKEN_MFA'
  const to = codeDeliveryDetails?.Destination
  const { supportEmail, accounts } = useSite()
  const { hasChosenFactor, isRecovering, setRecovering } = useDoor()
  if (isRecovering) {
    return (
      <RecoveryCodeForm
        problem={problem}
        isPending={isPending}
        onCode={(confirmation_code) => submitForm({ confirmation_code })}
        onBack={() => setRecovering(false)}
      />
    )
  }
  return (
    <CodeForm
      lead={
        isFromApp ? (
          'Open your authenticator app. The code changes every 30 seconds.'
        ) : (
          <>
            {to ? (
              <>
                It went to <b className="font-semibold text-ink">{to}</b>.{' '}
              </>
            ) : null}
            It is good for three minutes.
          </>
        )
      }
      problem={problem}
      isPending={isPending && !resend.isPending}
      onCode={(confirmation_code) => submitForm({ confirmation_code })}
    >
      {!isFromApp && <ResendCode {...resend} />}
      <Button look="link" onClick={toSignIn}>
        Back to sign in
      </Button>
      {challengeName !== 'EMAIL_OTP' && (
        <p className="basis-full pt-2 text-muted text-small">
          {hasChosenFactor && 'To use another way, sign in again and choose it. '}
          {isFromApp && hasRecoveryCodes(accounts) ? (
            <>
              Lost your authenticator?{' '}
              <Button look="link" onClick={() => setRecovering(true)}>
                Use a recovery code
              </Button>{' '}
              or write to{' '}
            </>
          ) : (
            <>{isFromApp ? 'Lost the app' : 'Lost the phone'}? Write to </>
          )}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </p>
      )}
    </CodeForm>
  )
}
