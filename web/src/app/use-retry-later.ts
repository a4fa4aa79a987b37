import { useEffect } from 'react'
import { isTooMany } from './api-problem.ts'

/** After too many requests, tries again once the server's wait is over. */
export function useRetryLater(error: unknown, retry: () => void): void {
  useEffect(() => {
    if (!isTooMany(error)) return
    const timer = setTimeout(retry, error.retryAfterMs)
    return () => clearTimeout(timer)
  }, [error, retry])
}
