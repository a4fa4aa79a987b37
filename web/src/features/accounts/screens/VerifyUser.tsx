import { formatPhone } from '@laurel/domain/phone'
import { Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { Screen } from '../Screen.tsx'
import { useKit } from '../use-kit.ts'

const WAYS = [
  { value: 'email', title: 'Email', icon: Mail },
  { value: 'phone_number', title: 'Text message', icon: MessageSquare },
] as const

/** docs/spec.md §2, "verify contact (choose email or phone, with Skip)". */
export function VerifyUser() {
  const { submitForm, skipVerification, isPending, problem, unverifiedUserAttributes: contacts } = useKit()
  const options = WAYS.flatMap((way) => {
    const contact = contacts?.[way.value]
    return contact ? [{ ...way, detail: way.value === 'email' ? contact : formatPhone(contact) }] : []
  })
  const [chosen, setChosen] = useState<string | null>(options[0]?.value ?? null)
  return (
    <Screen lead="So that you can get back in if you forget your password." problem={problem}>
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
