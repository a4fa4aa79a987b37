import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { EmailField } from './EmailField.tsx'
import { emailProblem } from './form-problems.ts'
import { useAuth } from './sign-in-flow.ts'

type ScreenProps = {
  lead?: ReactNode
  /** The last error. */
  problem: unknown
  /** The name of the field to focus and select after an error. */
  again?: string | undefined
  /** Focuses the code field even if that opens a touch keyboard. */
  beginsAtCode?: boolean
  children: ReactNode
}

/**
 * One screen of the sign-in dialog. Focuses its first empty field, or the dialog on a touch screen, so
 * that no keyboard covers the text. After an error, focuses the field to fix.
 */
export function Screen({ lead, problem, again, beginsAtCode = false, children }: ScreenProps) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const isTouched = matchMedia('(pointer: coarse)').matches
    const start =
      isTouched && !beginsAtCode
        ? ref.current?.closest<HTMLElement>('[role=dialog]')
        : firstToFill(ref.current)
    start?.focus()
  }, [beginsAtCode])

  useEffect(() => {
    if (!problem || !again) return
    const field = ref.current?.querySelector<HTMLInputElement>(`input[name="${again}"]`)
    field?.focus()
    field?.select()
  }, [problem, again])

  return (
    <div ref={ref} className={`grid gap-6 ${lead ? 'pt-2' : 'pt-6'}`}>
      {lead && <p className="text-muted">{lead}</p>}
      {children}
    </div>
  )
}

/** Skips fields that are already filled in: with a known email, focus starts at the password. */
function firstToFill(screen: HTMLElement | null): HTMLElement | undefined {
  const fields = [...(screen?.querySelectorAll('input') ?? [])]
  return fields.find((field) => field.value === '') ?? fields[0]
}

type CodeFormProps = {
  lead: ReactNode
  /** Shown above the code field, such as a QR code. */
  before?: ReactNode
  problem: unknown
  isPending: boolean
  onCode: (code: string) => void
  /** Buttons below the form for going on without a code. */
  children: ReactNode
}

/** A screen with only a code field. */
export function CodeForm({ lead, before, problem, isPending, onCode, children }: CodeFormProps) {
  const i18n = useTexts()
  const [code, setCode] = useState('')
  /** The code being checked, because the accounts library sets `isPending` a moment too late. */
  const checking = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result ends the check
  useEffect(() => {
    if (!isPending) checking.current = ''
  }, [isPending, problem])

  function check() {
    const sent = tidyCode(code)
    if (checking.current === sent) return
    checking.current = sent
    onCode(sent)
  }

  return (
    <Screen lead={lead} problem={problem} again="code" beginsAtCode>
      {before}
      <Form onSubmit={check} check={() => ({ code: codeProblem(code) })} problem={problem}>
        <CodeField value={code} onChange={setCode} submits={!isPending} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Confirm')}
        </Button>
        <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
      </Form>
    </Screen>
  )
}

type EmailFormProps = {
  lead: string
  email: string
  onChange: (email: string) => void
  onSend: () => void
}

/** A screen that asks where to send a code. */
export function EmailForm({ lead, email, onChange, onSend }: EmailFormProps) {
  const i18n = useTexts()
  const { toSignIn, isPending, problem } = useAuth()
  return (
    <Screen lead={lead} problem={problem}>
      <Form onSubmit={onSend} check={() => ({ email: emailProblem(email) })} problem={problem}>
        <EmailField value={email} onChange={onChange} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Send me a code')}
        </Button>
        <Button look="link" className="justify-self-center" onClick={toSignIn}>
          {i18n.t('Back to sign in')}
        </Button>
      </Form>
    </Screen>
  )
}
