import { useEffect, useRef } from 'react'

/**
 * A screen that replaces another begins at its first field. Where that would open a touch keyboard
 * it begins at the dialog, so that the focus is not lost.
 */
export function ArrivalFocus() {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const isTouched = matchMedia('(pointer: coarse)').matches
    const start = isTouched
      ? ref.current?.closest<HTMLElement>('[role=dialog]')
      : ref.current?.closest('[data-amplify-authenticator]')?.querySelector('input')
    start?.focus()
  }, [])
  return <span ref={ref} hidden />
}
