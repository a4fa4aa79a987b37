import { useState } from 'react'
import { hasRecoveryCodes } from '../../../app/recovery-codes.queries.ts'
import { useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { ResendCode } from '../ResendCode.tsx'
import { CodeForm, Screen } from '../Screen.tsx'
import { useAuth, useResend, useSignInFlow } from '../sign-in-flow.ts'

/** docs/spec.md §2, "confirm sign in (SMS, email or authenticator-app code)". */
export function ConfirmSignIn() {
  const i18n = useTexts()
  const { submitForm, toSignIn, isPending, problem, challengeName, codeDeliveryDetails } = useAuth()
  const resend = useResend()
  const isFromApp = challengeName === 'SOFTWARE_TOKEN_MFA'
  const to = codeDeliveryDetails?.Destination
  const { supportEmail, accounts } = useSite()
  const { hasChosenFactor, isRecovering, setRecovering } = useSignInFlow()
  const support = (
    <a className="link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  )
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
          i18n.t('Open your authenticator app. The code changes every 30 seconds.')
        ) : (
          <>
            {to && (
              <>
                {inText(
                  i18n.t('We sent it to {email}.', { email: SLOT }),
                  <b className="font-semibold text-ink">{to}</b>,
                )}{' '}
              </>
            )}
            {i18n.t('It expires in three minutes.')}
          </>
        )
      }
      problem={problem}
      isPending={isPending && !resend.isPending}
      onCode={(confirmation_code) => submitForm({ confirmation_code })}
    >
      {!isFromApp && <ResendCode {...resend} />}
      <Button look="link" onClick={toSignIn}>
        {i18n.t('Back to sign in')}
      </Button>
      {challengeName !== 'EMAIL_OTP' && (
        <p className="basis-full pt-2 text-muted text-small">
          {hasChosenFactor && `${i18n.t('To use a different method, sign in again and choose it.')} `}
          {isFromApp && hasRecoveryCodes(accounts)
            ? inText(
                i18n.t('Lost your authenticator app? {useCode} or contact {email}.', {
                  useCode: SLOT,
                  email: SLOT,
                }),
                <Button look="link" onClick={() => setRecovering(true)}>
                  {i18n.t('Use a recovery code')}
                </Button>,
                support,
              )
            : inText(
                isFromApp
                  ? i18n.t('Lost access to the app? Contact {email}.', { email: SLOT })
                  : i18n.t('Lost your phone? Contact {email}.', { email: SLOT }),
                support,
              )}
        </p>
      )}
    </CodeForm>
  )
}

type RecoveryCodeFormProps = {
  problem: unknown
  isPending: boolean
  onCode: (code: string) => void
  onBack: () => void
}

/** Asks for one of the codes saved when the authenticator app was set up. */
function RecoveryCodeForm({ problem, isPending, onCode, onBack }: RecoveryCodeFormProps) {
  const i18n = useTexts()
  const [code, setCode] = useState('')
  return (
    <Screen
      lead={i18n.t('Enter one of the codes you saved when you set up your authenticator app.')}
      problem={problem}
      again="recoveryCode"
      beginsAtCode
    >
      <Form
        onSubmit={() => onCode(code.trim())}
        check={() => missing({ recoveryCode: code })}
        problem={problem}
      >
        <TextField
          label={i18n.t('Recovery code')}
          name="recoveryCode"
          hint={i18n.t('Each code works once. It looks like 7K2MX-09QRT.')}
          value={code}
          onChange={setCode}
          autoComplete="off"
          spellCheck="false"
          maxLength={40}
          isRequired
        />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Sign in')}
        </Button>
        <Button look="link" onClick={onBack}>
          {i18n.t('Use your authenticator app')}
        </Button>
      </Form>
    </Screen>
  )
}
