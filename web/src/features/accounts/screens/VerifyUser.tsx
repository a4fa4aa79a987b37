import { formatPhone } from '@laurel/domain/phone'
import { useMutation } from '@tanstack/react-query'
import { confirmUserAttribute, sendUserAttributeVerificationCode } from 'aws-amplify/auth'
import { Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { askAccounts } from '../../../app/account-problem.ts'
import { useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { inText, SLOT } from '../../../parts/in-text.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { ResendCode } from '../ResendCode.tsx'
import { CodeForm, Screen } from '../Screen.tsx'
import { useAuth } from '../sign-in-flow.ts'

const WAYS = [
  { value: 'email', title: /*i18n*/ 'Email', icon: Mail },
  { value: 'phone_number', title: /*i18n*/ 'Text message', icon: MessageSquare },
] as const

/** docs/spec.md §2, "verify contact (choose email or phone, with Skip)". */
export function VerifyUser() {
  const i18n = useTexts()
  const { submitForm, skipVerification, isPending, problem, unverifiedUserAttributes: contacts } = useAuth()
  const options = WAYS.flatMap((way) => {
    const contact = contacts?.[way.value]
    return contact ? [{ ...way, detail: way.value === 'email' ? contact : formatPhone(contact) }] : []
  })
  const [chosen, setChosen] = useState<string | null>(options[0]?.value ?? null)
  return (
    <Screen lead={i18n.t('We’ll use it to help you sign in if you forget your password.')} problem={problem}>
      <Form onSubmit={() => chosen && submitForm({ unverifiedAttr: chosen })} problem={problem}>
        <RadioChoice
          label={i18n.t('Where we send the code')}
          options={options}
          value={chosen}
          onChange={setChosen}
        />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Send me a code')}
        </Button>
        <Button look="link" className="justify-self-center" onClick={skipVerification}>
          {i18n.t('Skip')}
        </Button>
      </Form>
    </Screen>
  )
}

/** docs/spec.md §4, "Verify attributes: choose attribute, send code, confirm code, or skip". */
export function ConfirmVerifyUser() {
  const i18n = useTexts()
  const { skipVerification, codeDeliveryDetails } = useAuth()
  const userAttributeKey = codeDeliveryDetails?.DeliveryMedium === 'SMS' ? 'phone_number' : 'email'
  const [sent, setSent] = useState(1)

  // Calls the service directly: the library can't send a second code and doesn't report success.
  const confirming = useMutation({
    mutationFn: (confirmationCode: string) =>
      askAccounts(() => confirmUserAttribute({ userAttributeKey, confirmationCode })),
    onSuccess: () => {
      const title =
        userAttributeKey === 'email'
          ? i18n.t('Your email is confirmed')
          : i18n.t('Your phone number is confirmed')
      showToast({ title })
      skipVerification()
    },
  })
  const sending = useMutation({
    mutationFn: () => askAccounts(() => sendUserAttributeVerificationCode({ userAttributeKey })),
    onMutate: () => confirming.reset(),
    onSuccess: () => {
      setSent((before) => before + 1)
      showToast({
        title: i18n.t('A new code is on its way'),
        text: i18n.t('Your previous code no longer works.'),
      })
    },
  })

  return (
    <CodeForm
      lead={
        codeDeliveryDetails?.Destination &&
        inText(
          i18n.t('We sent it to {email}.', { email: SLOT }),
          <b className="font-semibold text-ink">{codeDeliveryDetails.Destination}</b>,
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
        {i18n.t('Skip')}
      </Button>
    </CodeForm>
  )
}
