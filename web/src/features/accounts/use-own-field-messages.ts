import { EMAIL_INVALID } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { type RefObject, useEffect } from 'react'

/** Gives the browser's own checks of a form the words of docs/spec.md §5, "Other texts". */
export function useOwnFieldMessages(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = ref.current
    if (!root) return
    root.addEventListener('invalid', sayWhatIsWrong, true)
    root.addEventListener('input', forget, true)
    return () => {
      root.removeEventListener('invalid', sayWhatIsWrong, true)
      root.removeEventListener('input', forget, true)
    }
  }, [ref])
}

function sayWhatIsWrong({ target }: Event): void {
  if (!(target instanceof HTMLInputElement)) return
  // The last message is itself a reason to be invalid: without it the browser's verdict shows.
  target.setCustomValidity('')
  if (target.validity.valueMissing) target.setCustomValidity(FIELD_REQUIRED)
  else if (target.validity.typeMismatch) target.setCustomValidity(EMAIL_INVALID)
}

function forget({ target }: Event): void {
  if (target instanceof HTMLInputElement) target.setCustomValidity('')
}
