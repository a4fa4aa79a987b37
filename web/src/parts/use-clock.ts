import { useEffect, useState } from 'react'

/** Longer timers overflow a browser's 32 bits and fire at once. */
const LONGEST_WAIT_MS = 2_000_000_000

/** Whether a moment has passed; draws anew when it does. */
export function useHasPassed(iso: string | null): boolean {
  const at = iso === null ? Number.POSITIVE_INFINITY : Date.parse(iso)
  const [now, setNow] = useState(Date.now)
  const leftMs = at - now
  useEffect(() => {
    if (leftMs <= 0 || leftMs > LONGEST_WAIT_MS) return
    const timer = setTimeout(() => setNow(Date.now()), leftMs + 50)
    return () => clearTimeout(timer)
  }, [leftMs])
  return leftMs <= 0
}
