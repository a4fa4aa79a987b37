import { useState } from 'react'
import { AccountFrame } from './AccountFrame.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetCodeForm } from './ResetCodeForm.tsx'

/** Why someone is here who hasn't forgotten a password: there is none yet. */
export type ResetReason = 'confirmed' | 'first'

const FORGOTTEN = { title: 'Reset your password', lead: 'We’ll email you a code to choose a new password.' }
const FIRST: Record<ResetReason, typeof FORGOTTEN> = {
  confirmed: {
    title: 'Choose a password',
    lead: 'Your email is confirmed. Choose a password to finish. We’ll email you one more code for it.',
  },
  first: {
    title: 'Set a password',
    lead: 'We’ll email you a code for it. Setting a password signs you out everywhere and unlinks your services. Signing in with a service links it again.',
  },
}

type ResetPasswordScreenProps = { email: string; reason: ResetReason | undefined }

/** docs/spec.md §2, "/reset-password/"; §4, "Forgot password". */
export function ResetPasswordScreen({ email, reason }: ResetPasswordScreenProps) {
  /** Where the code went; undefined until one was asked for. */
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
      title={reason ? FIRST[reason].title : 'Choose a new password'}
      lead={
        <>
          If there is an account for <b className="font-semibold text-ink">{sentTo}</b>, a code is on its way
          to it. It may take a minute to arrive.
        </>
      }
    >
      <NewPasswordForm
        email={sentTo}
        isFirst={reason !== undefined}
        onOtherEmail={() => setSentTo(undefined)}
      />
    </AccountFrame>
  )
}
