import { type LucideIcon, Mail, MessageSquare, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { useMakeRecoveryCodes } from '../../../app/recovery-codes.queries.ts'
import { useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { otpauthUri, QrCode, SecretKey } from '../../../parts/authenticator/AuthenticatorKey.tsx'
import { RecoveryCodes } from '../../../parts/authenticator/RecoveryCodes.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Spinner } from '../../../parts/Progress.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { CodeForm, EmailForm, Screen } from '../Screen.tsx'
import { useAuth, useSignInFlow } from '../sign-in-flow.ts'

/** Chooses the second factor to use or set up. docs/spec.md §2, "select MFA type". */
export function SelectMfaType() {
  const i18n = useTexts()
  const { submitForm, toSignIn, isPending, problem, challengeName, allowedMfaTypes = [] } = useAuth()
  const [chosen, setChosen] = useState<string | null>(allowedMfaTypes[0] ?? null)
  const isSetup = challengeName === 'MFA_SETUP'
  return (
    <Screen
      lead={
        isSetup &&
        i18n.t('This site requires a second step at sign-in. Choose how you’d like to get your codes.')
      }
      problem={problem}
    >
      <Form onSubmit={() => chosen && submitForm({ mfa_type: chosen })} problem={problem}>
        <RadioChoice
          label={i18n.t('Code delivery')}
          options={allowedMfaTypes.map((type) => ({ value: type, title: type, ...MFA_TYPES[type] }))}
          value={chosen}
          onChange={setChosen}
        />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Continue')}
        </Button>
        <Button look="link" className="justify-self-center" onClick={toSignIn}>
          {i18n.t('Back to sign in')}
        </Button>
      </Form>
    </Screen>
  )
}

/** docs/spec.md §9, "MFA types EMAIL, SMS, TOTP". */
const MFA_TYPES: Record<string, { title: string; detail: string; icon: LucideIcon }> = {
  TOTP: {
    title: /*i18n*/ 'Authenticator app',
    detail: /*i18n*/ 'A code from the app on your phone.',
    icon: Smartphone,
  },
  EMAIL: { title: /*i18n*/ 'Email', detail: /*i18n*/ 'We’ll email you a code.', icon: Mail },
  SMS: {
    title: /*i18n*/ 'Text message',
    detail: /*i18n*/ 'We’ll text you a code.',
    icon: MessageSquare,
  },
}

/** docs/spec.md §2, "set up email for MFA". */
export function SetUpEmail() {
  const i18n = useTexts()
  const { submitForm } = useAuth()
  const door = useSignInFlow()
  const [email, setEmail] = useState(door.email.trim())
  return (
    <EmailForm
      lead={i18n.t('We’ll email you a code each time you sign in.')}
      email={email}
      onChange={setEmail}
      onSend={() => submitForm({ email })}
    />
  )
}

/** docs/spec.md §2, "set up authenticator app (shows secret key with copy button)". */
export function SetUpTotp() {
  const i18n = useTexts()
  const site = useSite()
  const { email } = useSignInFlow()
  const { submitForm, toSignIn, isPending, problem, totpSecretCode } = useAuth()
  if (!totpSecretCode) return <Spinner className="w-full py-24" />

  const uri = otpauthUri({ issuer: site.name, account: email.trim(), secret: totpSecretCode })
  return (
    <CodeForm
      lead={i18n.t(
        'Scan the QR code with your authenticator app, or enter the key. Then enter the code it shows.',
      )}
      before={
        <div className="grid gap-4">
          <div className="grid justify-items-center gap-2">
            <QrCode text={uri} label={i18n.t('QR code with the key for your authenticator app')} />
            <a href={uri} className="link hidden pointer-coarse:inline">
              {i18n.t('Open the app on this phone')}
            </a>
          </div>
          <SecretKey secret={totpSecretCode} />
        </div>
      }
      problem={problem}
      isPending={isPending}
      onCode={(confirmation_code) => submitForm({ confirmation_code })}
    >
      <Button look="link" onClick={toSignIn}>
        {i18n.t('Back to sign in')}
      </Button>
    </CodeForm>
  )
}

/** Shown after an authenticator app was set up during sign-in, before anything else. */
export function SaveRecoveryCodes({ onDone }: { onDone: () => void }) {
  const i18n = useTexts()
  const { name } = useSite()
  const { email } = useSignInFlow()
  const { mutate, data, error, isPending } = useMakeRecoveryCodes()
  const isBegun = useRef(false)
  useEffect(() => {
    // New codes replace the old ones, so creating them twice would show codes that no longer work.
    if (isBegun.current) return
    isBegun.current = true
    mutate()
  }, [mutate])

  if (!data && !error) return <Spinner className="w-full py-24" />
  return (
    <Screen
      lead={
        data
          ? i18n.t(
              'If you lose your authenticator app, each of these codes signs you in once. We won’t show them again.',
            )
          : i18n.t('You’re signed in. You can also create your recovery codes later, in your settings.')
      }
      problem={undefined}
    >
      {error && <Note tone="bad">{formError(error)}</Note>}
      {data && <RecoveryCodes codes={data} siteName={name} email={email.trim()} />}
      <div className="flex flex-wrap justify-end gap-3 print:hidden">
        {error && (
          <Button onClick={() => mutate()} isPending={isPending}>
            {i18n.t('Try again')}
          </Button>
        )}
        <Button look="primary" onClick={onDone}>
          {data ? i18n.t('I saved my codes') : i18n.t('Continue')}
        </Button>
      </div>
    </Screen>
  )
}
