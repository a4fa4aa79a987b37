import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { hasProblems, problemsAmong } from './problems.ts'
import { Screen } from './Screen.tsx'

type CodeFormProps = {
  lead: ReactNode
  /** Stands before the code: what it is read from. */
  before?: ReactNode
  problem: unknown
  isPending: boolean
  onCode: (code: string) => void
  /** The ways on without the code. */
  children: ReactNode
}

/** A screen that wants a code and nothing else. */
export function CodeForm({ lead, before, problem, isPending, onCode, children }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})

  return (
    <Screen lead={lead} problem={problem} again="code" beginsAtCode>
      {before}
      <Form
        onSubmit={() => {
          const found = problemsAmong({ code: codeProblem(code) })
          setErrors(found)
          if (!hasProblems(found)) onCode(tidyCode(code))
        }}
        problem={problem}
        errors={errors}
      >
        <CodeField value={code} onChange={setCode} submits={!isPending} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          Confirm
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
      </Form>
    </Screen>
  )
}
