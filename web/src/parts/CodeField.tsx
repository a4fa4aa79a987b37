import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useEffect, useRef } from 'react'
import { pageTexts, useTexts } from '../app/texts.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

type CodeFieldProps = Pick<TextFieldProps, 'hint' | 'autoFocus'> & {
  value: string
  onChange: (code: string) => void
  /** Submits the form when the code is complete, once per code. For forms without other fields. */
  submits?: boolean
}

/** Six digits from a message or an app, which phones offer automatically. Its field name is `code`. */
export function CodeField({ value, onChange, submits = false, ...rest }: CodeFieldProps) {
  const i18n = useTexts()
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
        label={i18n.t('Code')}
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

/** Removes the spaces and hyphens that codes are shown with. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

/** Checks a code before it is sent. */
export function codeProblem(typed: string): string | undefined {
  const i18n = pageTexts()

  const code = tidyCode(typed)
  if (code === '') return FIELD_REQUIRED
  return /^\d{6}$/.test(code) ? undefined : i18n.t('Enter the six-digit code.')
}
