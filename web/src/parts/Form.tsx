import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { fieldErrors, formError } from '../app/api-problem.ts'
import { stopAtUnreadable } from './FieldText.tsx'
import { Note } from './Note.tsx'

/** The field or the button that opens it, but not a button beside a wrong field's label. */
const FIRST_WRONG = '[aria-invalid=true], [data-invalid]:not(:has([aria-invalid=true])) button'

/** Sentences by the name of the field they are shown at. */
type FieldErrors = Readonly<Record<string, string>>
type Check = () => Readonly<Record<string, string | undefined>>

const NONE: FieldErrors = {}

export type FormProps = {
  onSubmit: () => void
  /** Looks for errors before sending. Nothing is sent while there are any. */
  check?: Check | undefined
  /** The last attempt's error. Field errors go to the fields by `name`, the rest above them. */
  problem?: unknown
  /** Finds the fields that a `problem` is about. Must not change between renders. */
  errorsOf?: ((problem: unknown) => FieldErrors) | undefined
  /** A function if a part other than a field shows an error, or if a second button has a `check` of its own. */
  children: ReactNode | ((errors: FieldErrors, passes: (check: Check) => boolean) => ReactNode)
  className?: string
  id?: string
}

/**
 * Shows every error at its field and focuses the first. An error disappears when its
 * field changes. The browser's own messages are turned off.
 */
export function Form({
  onSubmit,
  check,
  problem,
  errorsOf = fieldErrors,
  children,
  className = 'grid gap-4',
  id,
}: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const wasSubmitted = useRef(false)
  const [wrong, setWrong] = useState(NONE)
  /** The problem of an attempt before the one that found `wrong`. */
  const [past, setPast] = useState<unknown>()
  const told = problem === past ? undefined : problem
  const answered = useMemo(() => errorsOf(told), [errorsOf, told])
  const found = useMemo(() => ({ ...answered, ...wrong }), [answered, wrong])
  const sentence = isAny(answered) ? undefined : formError(told)

  function passes(look: Check): boolean {
    const errors = Object.entries(look()).filter(isError)
    setWrong(errors.length > 0 ? Object.fromEntries(errors) : NONE)
    if (errors.length > 0) setPast(problem)
    return errors.length === 0
  }

  useEffect(() => {
    if (!wasSubmitted.current || !isAny(found)) return
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
        if (!check || passes(check)) onSubmit()
      }}
    >
      {sentence && <Note tone="bad">{sentence}</Note>}
      {typeof children === 'function' ? children(found, passes) : children}
    </AriaForm>
  )
}

function isAny(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0
}

function isError(entry: [name: string, sentence: string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

/** What `check` finds at fields that must not be blank. */
export function missing(values: Readonly<Record<string, string>>): FieldErrors {
  const blank = Object.keys(values).filter((name) => values[name]?.trim() === '')
  return Object.fromEntries(blank.map((name) => [name, FIELD_REQUIRED]))
}
