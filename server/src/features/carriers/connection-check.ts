import type { CallOutcome } from './carrier-call.ts'

/** What came of one question a connection is tried by. */
export type CheckOutcome =
  | { outcome: 'right'; price?: { service: string; cents: number } }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'silent'; retryAfterMs: number }

const WAIT_MS = 60_000

export function checkedToken(
  read: { value: string } | { retryAfterMs: number } | { reason: string },
): CheckOutcome {
  if ('value' in read) return { outcome: 'right' }
  return 'reason' in read
    ? { outcome: 'refused', reason: read.reason }
    : { outcome: 'silent', retryAfterMs: read.retryAfterMs }
}

/** Of a call that was not answered. */
export function checkedCall(told: Exclude<CallOutcome<unknown>, { outcome: 'answered' }>): CheckOutcome {
  if (told.outcome === 'refused') return { outcome: 'refused', reason: told.reason }
  return { outcome: 'silent', retryAfterMs: told.outcome === 'not_sent' ? told.retryAfterMs : WAIT_MS }
}
