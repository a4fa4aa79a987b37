import { useMemo, useState } from 'react'
import { passwordPolicyOf } from '../../../app/password-policy.ts'
import { useSite } from '../../../app/site.ts'
import { Button } from '../../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../../parts/CodeField.tsx'
import { Form } from '../../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../../parts/NewPasswordFields.tsx'
import { useDoor } from '../door.ts'
import { fieldToMend, hasProblems, problemsAmong } from '../problems.ts'
import { ResendCode } from '../ResendCode.tsx'
import { Screen } from '../Screen.tsx'
import { useKit } from '../use-kit.ts'
import { useKitResend } from '../use-kit-resend.ts'

/** docs/spec.md §4, "enter code plus new password (validated before submit), resend allowed". */
export function ConfirmResetPassword() {
  const site = useSite()
  const { submitForm, toSignIn, isPending, problem } = useKit()
  const { email } = useDoor()
  const resend = useKitResend()
  const policy = useMemo(() => passwordPolicyOf(site), [site])
  const entry = useNewPassword(policy)
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})

  function save() {
    const found = {
      ...problemsAmong({ code: codeProblem(code) }),
      ...entry.findErrors(),
    }
    setErrors(found)
    // The confirmation stays here: the accounts library would trim it, and then say that it differs.
    if (!hasProblems(found)) submitForm({ confirmation_code: tidyCode(code), password: entry.password })
  }

  return (
    <Screen
      lead={
        <>
          If there is an account for <b className="font-semibold text-ink">{email.trim()}</b>, a code is on
          its way to it. It may take a minute to arrive.
        </>
      }
      problem={problem}
      again={fieldToMend(problem, 'code')}
      beginsAtCode
    >
      <Form onSubmit={save} problem={problem} errors={errors}>
        <CodeField value={code} onChange={setCode} />
        <NewPasswordFields policy={policy} entry={entry} />
        <Button look="primary" size="big" type="submit" isPending={isPending && !resend.isPending}>
          Save this password
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6">
          <ResendCode {...resend} />
          <Button look="link" onClick={toSignIn}>
            Back to sign in
          </Button>
        </div>
      </Form>
    </Screen>
  )
}
