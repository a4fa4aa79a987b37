import { useEffect, useRef } from 'react'

/**
 * A screen that replaces another begins at its first field. Where there is a touch keyboard it
 * stays away until it is asked for.
 */
export function ArrivalFocus() {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return
    ref.current?.closest('[data-amplify-authenticator]')?.querySelector('input')?.focus()
  }, [])
  return <span ref={ref} hidden />
}
