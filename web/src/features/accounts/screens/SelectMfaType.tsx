import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { MFA_TYPES } from '../mfa-types.ts'
import { Screen } from '../Screen.tsx'
import { useKit } from '../use-kit.ts'

/** Which second factor to be asked for, or to set up. docs/spec.md §2, "select MFA type". */
export function SelectMfaType() {
  const { submitForm, toSignIn, isPending, problem, challengeName, allowedMfaTypes = [] } = useKit()
  const [chosen, setChosen] = useState<string | null>(allowedMfaTypes[0] ?? null)
  const isSetup = challengeName === 'MFA_SETUP'
  return (
    <Screen
      lead={
        isSetup && 'This site asks everyone for a code beside the password. Choose where yours comes from.'
      }
      problem={problem}
    >
      <Form onSubmit={() => chosen && submitForm({ mfa_type: chosen })} problem={problem}>
        <RadioChoice
          label="Where the code comes from"
          options={allowedMfaTypes.map((type) => ({ value: type, title: type, ...MFA_TYPES[type] }))}
          value={chosen}
          onChange={setChosen}
        />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          Continue
        </Button>
        <Button look="link" className="justify-self-center" onClick={toSignIn}>
          Back to sign in
        </Button>
      </Form>
    </Screen>
  )
}
