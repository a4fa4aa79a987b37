import { useState } from 'react'
import { AccountFrame } from './AccountFrame.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetCodeForm } from './ResetCodeForm.tsx'

/** docs/spec.md §2, "/reset-password/"; §4, "Forgot password". */
export function ResetPasswordScreen({ email }: { email: string }) {
  /** Where the code went; undefined until one was asked for. */
  const [sentTo, setSentTo] = useState<string>()

  if (sentTo === undefined) {
    return (
      <AccountFrame
        title="Reset your password"
        lead="We email you a code. With it you choose a new password."
      >
        <ResetCodeForm email={email} onSent={setSentTo} />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Choose a new password"
      lead={
        <>
          If there is an account for <b className="font-semibold text-ink">{sentTo}</b>, a code is on its way
          to it. It may take a minute to arrive.
        </>
      }
    >
      <NewPasswordForm email={sentTo} onOtherEmail={() => setSentTo(undefined)} />
    </AccountFrame>
  )
}
