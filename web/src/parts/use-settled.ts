import { useEffect, useState } from 'react'

const SETTLES_AFTER_MS = 250

/** The text, once the user pauses typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
