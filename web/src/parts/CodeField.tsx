import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from './TextField.tsx'

type CodeFieldProps = Pick<TextFieldProps, 'hint' | 'autoFocus'> & {
  value: string
  onChange: (code: string) => void
  /** Nothing else is asked for: a whole code, typed or pasted, submits its form. Each code does so once. */
  submits?: boolean
}

/** Six digits from a message or an app; phones offer them automatically. Its error is called `code`. */
export function CodeField({ value, onChange, submits = false, ...rest }: CodeFieldProps) {
  const ref = useRef<HTMLDivElement>(null)
  const submitted = useRef('')
  useEffect(() => {
    const code = tidyCode(value)
    if (!submits || codeProblem(code) !== undefined || code === submitted.current) return
    submitted.current = code
    ref.current?.closest('form')?.requestSubmit()
  }, [value, submits])

  return (
    <div ref={ref} className="contents">
      <TextField
        {...rest}
        label="Code"
        name="code"
        value={value}
        onChange={onChange}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        isRequired
      />
    </div>
  )
}

/** The code as it is sent: without the blanks or the hyphen it is shown or pasted with. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

/** What is wrong with a code before anybody is asked. */
export function codeProblem(typed: string): string | undefined {
  const code = tidyCode(typed)
  if (code === '') return FIELD_REQUIRED
  return /^\d{6}$/.test(code) ? undefined : 'A code has six digits.'
}
