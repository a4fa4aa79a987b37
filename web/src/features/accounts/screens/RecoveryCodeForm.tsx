import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { Screen } from '../Screen.tsx'

type RecoveryCodeFormProps = {
  problem: unknown
  isPending: boolean
  onCode: (code: string) => void
  /** The app is at hand after all. */
  onBack: () => void
}

/** One of the codes that were saved when the authenticator app was set up. */
export function RecoveryCodeForm({ problem, isPending, onCode, onBack }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  return (
    <Screen
      lead="Enter one of the codes you saved when you set up your authenticator app."
      problem={problem}
      again="recoveryCode"
      beginsAtCode
    >
      <Form
        onSubmit={() => {
          const typed = code.trim()
          setErrors(typed === '' ? { recoveryCode: FIELD_REQUIRED } : {})
          if (typed !== '') onCode(typed)
        }}
        problem={problem}
        errors={errors}
      >
        <TextField
          label="Recovery code"
          name="recoveryCode"
          hint="Each code works once. It looks like 7K2MX-09QRT."
          value={code}
          onChange={setCode}
          autoComplete="off"
          spellCheck="false"
          maxLength={40}
          isRequired
        />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          Sign in
        </Button>
        <Button look="link" onClick={onBack}>
          Use your authenticator app
        </Button>
      </Form>
    </Screen>
  )
}
