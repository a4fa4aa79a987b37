import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { useDoor } from '../door.ts'
import { EmailField } from '../EmailField.tsx'
import { emailProblem } from '../email-problem.ts'
import { hasProblems, problemsAmong } from '../problems.ts'
import { Screen } from '../Screen.tsx'
import { useKit } from '../use-kit.ts'

/** docs/spec.md §2, "set up email for MFA". */
export function SetUpEmail() {
  const { submitForm, toSignIn, isPending, problem } = useKit()
  const door = useDoor()
  const [email, setEmail] = useState(door.email.trim())
  const [errors, setErrors] = useState<Record<string, string>>({})

  function send() {
    const found = problemsAmong({ email: emailProblem(email) })
    setErrors(found)
    if (!hasProblems(found)) submitForm({ email })
  }

  return (
    <Screen lead="Each time you sign in we email you a code." problem={problem}>
      <Form onSubmit={send} problem={problem} errors={errors}>
        <EmailField value={email} onChange={setEmail} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          Send me a code
        </Button>
        <Button look="link" className="justify-self-center" onClick={toSignIn}>
          Back to sign in
        </Button>
      </Form>
    </Screen>
  )
}
