import { type AuthenticatorProps, useAuthenticator } from '@aws-amplify/ui-react'
import type { ReactNode } from 'react'
import { ArrivalFocus } from './ArrivalFocus.tsx'
import { CopyKey } from './CopyKey.tsx'

type ScreenParts = NonNullable<AuthenticatorProps['components']>

const NOTHING = () => null

/** What stands around the library's fields: one heading under the modal's, and what it lacks. */
export const SCREEN_PARTS: ScreenParts = {
  Header: ArrivalFocus,
  // The link stands at the password's label.
  SignIn: { Footer: NOTHING },
  ConfirmSignUp: { Header: () => <Heading>Check your inbox</Heading> },
  ConfirmSignIn: { Header: ChallengeHeading },
  ForgotPassword: {
    Header: () => (
      <Heading lead="We email you a code. With it you choose a new password.">Reset your password</Heading>
    ),
  },
  ConfirmResetPassword: {
    Header: () => (
      <Heading lead="If there is an account for that address, a code is on its way to it.">
        Choose a new password
      </Heading>
    ),
  },
  ForceNewPassword: {
    Header: () => <Heading lead="The one you have was given to you.">Choose a new password</Heading>,
  },
  VerifyUser: {
    Header: () => (
      <Heading lead="So that you can get back in if you forget your password.">
        Confirm how we reach you
      </Heading>
    ),
  },
  ConfirmVerifyUser: { Header: () => <Heading>Enter the code we sent you</Heading> },
  SelectMfaType: { Header: () => <Heading>How do you want to confirm it is you?</Heading> },
  SetupEmail: { Header: () => <Heading>Codes by email</Heading> },
  SetupTotp: {
    Header: () => (
      <Heading lead="Scan the picture, or type the key into your app. Then enter the code it shows.">
        Set up your authenticator app
      </Heading>
    ),
    Footer: CopyKey,
  },
}

const CHALLENGES: Record<string, string> = {
  SMS_MFA: 'Enter the code we texted you',
  EMAIL_OTP: 'Enter the code we emailed you',
  SOFTWARE_TOKEN_MFA: 'Enter the code your app shows',
}

function ChallengeHeading() {
  const { challengeName } = useAuthenticator((context) => [context.challengeName])
  return <Heading>{CHALLENGES[challengeName ?? ''] ?? 'Enter your code'}</Heading>
}

function Heading({ children, lead }: { children: string; lead?: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3>{children}</h3>
      {lead && <p className="text-muted">{lead}</p>}
    </div>
  )
}
