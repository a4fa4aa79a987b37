import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  /** The code being checked: the accounts library says that it is pending only a moment after. */
  const checking = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer ends the check
  useEffect(() => {
    if (!isPending) checking.current = ''
  }, [isPending, problem])

  function check() {
    const sent = tidyCode(code)
    if (checking.current === sent) return
    const found = problemsAmong({ code: codeProblem(code) })
    setErrors(found)
    if (hasProblems(found)) return
    checking.current = sent
    onCode(sent)
  }

  return (
    <Screen lead={lead} problem={problem} again="code" beginsAtCode>
      {before}
      <Form onSubmit={check} problem={problem} errors={errors}>
        <CodeField value={code} onChange={setCode} submits={!isPending} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          Confirm
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
      </Form>
    </Screen>
  )
}
