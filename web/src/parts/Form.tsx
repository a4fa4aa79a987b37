import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { fieldErrors, formError } from '../app/api-problem.ts'
import { Note } from './Note.tsx'

type FormProps = {
  onSubmit: () => void
  /** What the last attempt threw. Its field errors go to the fields by `name`, the rest above them. */
  problem?: unknown
  /** Errors found before anything was sent, by the field's `name`. */
  errors?: Record<string, string> | undefined
  children: ReactNode
  className?: string
}

/** Puts every error where it is fixed and the focus on the first. The browser's own bubbles stay away. */
export function Form({ onSubmit, problem, errors, children, className = 'grid gap-4' }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const found = { ...fieldErrors(problem), ...errors }
  const sentence = formError(problem)
  const names = Object.keys(found).join(' ')

  useEffect(() => {
    if (names) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [names])

  return (
    <AriaForm
      ref={ref}
      validationBehavior="aria"
      validationErrors={found}
      className={className}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {sentence && <Note tone="bad">{sentence}</Note>}
      {children}
    </AriaForm>
  )
}
