import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { fieldErrors, formError } from '../app/api-problem.ts'
import { Note } from './Note.tsx'
import { stopAtUnreadable } from './unreadable-field.ts'

/** The field, or the button that opens one; not a button that stands beside a wrong field's label. */
const FIRST_WRONG = '[aria-invalid=true], [data-invalid]:not(:has([aria-invalid=true])) button'

type FormProps = {
  onSubmit: () => void
  /** What the last attempt threw. Its field errors go to the fields by `name`, the rest above them. */
  problem?: unknown
  /**
   * Errors found before anything was sent, by the field's `name`; a new object for each attempt. What
   * an attempt before threw is told no more.
   */
  errors?: Record<string, string> | undefined
  children: ReactNode
  className?: string
  id?: string
}

/**
 * Puts every error where it is fixed and the focus on the first. An error leaves its field when the
 * field is changed. The browser's own bubbles stay away.
 */
export function Form({ onSubmit, problem, errors, children, className = 'grid gap-4', id }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const wasSubmitted = useRef(false)
  // A new object brings back what a change of the field has cleared: so one per attempt, not per render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problem there was when they were found
  const past = useMemo(() => (Object.keys(errors ?? {}).length > 0 ? problem : undefined), [errors])
  const told = problem === past ? undefined : problem
  const found = useMemo(() => ({ ...fieldErrors(told), ...errors }), [told, errors])
  const sentence = formError(told)

  useEffect(() => {
    if (!wasSubmitted.current || Object.keys(found).length === 0) return
    wasSubmitted.current = false
    ref.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus()
  }, [found])

  useEffect(() => {
    // With the first letter, not on leaving the field: by then it would move the button being pressed.
    const forgetError = ({ target }: Event) => {
      if (!(target instanceof Element) || !ref.current?.contains(target)) return
      if (target.getAttribute('aria-invalid') === 'true') target.dispatchEvent(new Event('change'))
    }
    // Leaving a field that a form sent by itself fires `change`: its error stays, and the button pressed in place.
    const keepError = (event: Event) => {
      const { isTrusted, target } = event
      const isText =
        target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type)
      if (!isTrusted || !isText || !ref.current?.contains(target)) return
      if (target.getAttribute('aria-invalid') === 'true') event.stopPropagation()
    }
    // At the document React has taken the new text in; earlier it would put the old one back.
    document.addEventListener('input', forgetError)
    document.addEventListener('change', keepError, true)
    return () => {
      document.removeEventListener('input', forgetError)
      document.removeEventListener('change', keepError, true)
    }
  }, [])

  return (
    <AriaForm
      ref={ref}
      {...(id && { id })}
      validationBehavior="aria"
      validationErrors={found}
      className={className}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (stopAtUnreadable(ref.current)) return
        wasSubmitted.current = true
        onSubmit()
      }}
    >
      {sentence && <Note tone="bad">{sentence}</Note>}
      {children}
    </AriaForm>
  )
}
