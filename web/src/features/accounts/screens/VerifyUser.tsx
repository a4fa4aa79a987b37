import { formatPhone } from '@laurel/domain/phone'
import { useMutation } from '@tanstack/react-query'
import { confirmUserAttribute, sendUserAttributeVerificationCode } from 'aws-amplify/auth'
import { Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { askAccounts } from '../../../app/account-problem.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { ResendCode } from '../ResendCode.tsx'
import { CodeForm, Screen } from '../Screen.tsx'
import { useAuth } from '../sign-in-flow.ts'

const WAYS = [
  { value: 'email', title: 'Email', icon: Mail },
  { value: 'phone_number', title: 'Text message', icon: MessageSquare },
] as const

/** docs/spec.md §2, "verify contact (choose email or phone, with Skip)". */
export function VerifyUser() {
  const { submitForm, skipVerification, isPending, problem, unverifiedUserAttributes: contacts } = useAuth()
  const options = WAYS.flatMap((way) => {
    const contact = contacts?.[way.value]
    return contact ? [{ ...way, detail: way.value === 'email' ? contact : formatPhone(contact) }] : []
  })
  const [chosen, setChosen] = useState<string | null>(options[0]?.value ?? null)
  return (
    <Screen lead="We’ll use it to help you sign in if you forget your password." problem={problem}>
      <Form onSubmit={() => chosen && submitForm({ unverifiedAttr: chosen })} problem={problem}>
        <RadioChoice label="Where we send the code" options={options} value={chosen} onChange={setChosen} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          Send me a code
        </Button>
        <Button look="link" className="justify-self-center" onClick={skipVerification}>
          Skip
        </Button>
      </Form>
    </Screen>
  )
}

/** docs/spec.md §4, "Verify attributes: choose attribute, send code, confirm code, or skip". */
export function ConfirmVerifyUser() {
  const { skipVerification, codeDeliveryDetails } = useAuth()
  const userAttributeKey = codeDeliveryDetails?.DeliveryMedium === 'SMS' ? 'phone_number' : 'email'
  const [sent, setSent] = useState(1)

  // Calls the service directly: the library can't send a second code and doesn't report success.
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
            We sent it to <b className="font-semibold text-ink">{codeDeliveryDetails.Destination}</b>.
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
