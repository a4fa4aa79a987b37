import { useMutation } from '@tanstack/react-query'
import { confirmUserAttribute, sendUserAttributeVerificationCode } from 'aws-amplify/auth'
import { useState } from 'react'
import { askAccounts } from '../../../app/account-problem.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { ResendCode } from '../ResendCode.tsx'
import { useKit } from '../use-kit.ts'

/** docs/spec.md §4, "Verify attributes: choose attribute, send code, confirm code, or skip". */
export function ConfirmVerifyUser() {
  const { skipVerification, codeDeliveryDetails } = useKit()
  const userAttributeKey = codeDeliveryDetails?.DeliveryMedium === 'SMS' ? 'phone_number' : 'email'
  const [sent, setSent] = useState(1)

  // Asked directly: the accounts library has no way to send a second code, and no word when it is done.
  const confirming = useMutation({
    mutationFn: (confirmationCode: string) =>
      askAccounts(() => confirmUserAttribute({ userAttributeKey, confirmationCode })),
    onSuccess: () => {
      const title = userAttributeKey === 'email' ? 'Your email is confirmed' : 'Your phone is confirmed'
      showToast({ title })
      skipVerification()
    },
  })
  const sending = useMutation({
    mutationFn: () => askAccounts(() => sendUserAttributeVerificationCode({ userAttributeKey })),
    onMutate: () => confirming.reset(),
    onSuccess: () => {
      setSent((before) => before + 1)
      showToast({ title: 'A new code is on its way', text: 'The one before it no longer works.' })
    },
  })

  return (
    <CodeForm
      lead={
        codeDeliveryDetails?.Destination && (
          <>
            It went to <b className="font-semibold text-ink">{codeDeliveryDetails.Destination}</b>.
          </>
        )
      }
      problem={confirming.error ?? sending.error}
      isPending={confirming.isPending}
      onCode={(code) => {
        sending.reset()
        confirming.mutate(code)
      }}
    >
      <ResendCode sent={sent} isPending={sending.isPending} onResend={() => sending.mutate()} />
      <Button look="link" onClick={skipVerification}>
        Skip
      </Button>
    </CodeForm>
  )
}
