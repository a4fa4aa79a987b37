import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { fieldErrors, formError } from '../app/api-problem.ts'
import { stopAtUnreadable } from './FieldText.tsx'
import { Note } from './Note.tsx'

/** The field or the button that opens it, but not a button beside a wrong field's label. */
const FIRST_WRONG = '[aria-invalid=true], [data-invalid]:not(:has([aria-invalid=true])) button'

type FormProps = {
  onSubmit: () => void
  /** The last attempt's error. Field errors go to the fields by `name`, the rest above them. */
  problem?: unknown
  /**
   * Errors found before sending, by the field's `name`. Pass a new object for each attempt. It
   * replaces an earlier `problem`.
   */
  errors?: Record<string, string> | undefined
  children: ReactNode
  className?: string
  id?: string
}

/**
 * Shows every error at its field and focuses the first. An error disappears when its
 * field changes. The browser's own messages are turned off.
 */
export function Form({ onSubmit, problem, errors, children, className = 'grid gap-4', id }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const wasSubmitted = useRef(false)
  // A new object brings back errors that a change has cleared, so make one per attempt, not per render.
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
    // With the first letter rather than on blur, which would move the button under the pointer.
    const forgetError = ({ target }: Event) => {
      if (!(target instanceof Element) || !ref.current?.contains(target)) return
      if (target.getAttribute('aria-invalid') === 'true') target.dispatchEvent(new Event('change'))
    }
    // Blur after an automatic submit also fires `change`; keep the error, so that the clicked button stays in place.
    const keepError = (event: Event) => {
      const { isTrusted, target } = event
      const isText =
        target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type)
      if (!isTrusted || !isText || !ref.current?.contains(target)) return
      if (target.getAttribute('aria-invalid') === 'true') event.stopPropagation()
    }
    // When the event reaches the document, React has stored the new text; earlier, it would restore the old one.
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
