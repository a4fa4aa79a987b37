import { expect, test } from 'vitest'
import {
  FAILING_FOR_MS,
  failingSince,
  hasFailedTooLong,
  nextAttemptAt,
  RETRY_AFTER_MS,
} from './webhook-retries.ts'

const AT = new Date('2026-11-21T10:00:00Z')
const HOUR = 3_600_000

test('a message that fails is tried ten times over some three days, seconds apart at first', () => {
  let at = AT
  let attempts = 1
  for (let next = nextAttemptAt(attempts, at, 0); next; next = nextAttemptAt(attempts, at, 0)) {
    at = next
    attempts += 1
  }
  expect(attempts).toBe(10)
  expect((at.getTime() - AT.getTime()) / HOUR).toBeCloseTo(75.6, 1)
  expect(nextAttemptAt(1, AT, 0)).toEqual(new Date('2026-11-21T10:00:05Z'))
})

test('what failed together comes back apart, at most a tenth later', () => {
  for (const [position, waitMs] of RETRY_AFTER_MS.entries()) {
    const latest = nextAttemptAt(position + 1, AT, 1)!.getTime() - AT.getTime()
    expect(latest).toBeCloseTo(waitMs * 1.1, -1)
  }
})

test('an endpoint fails since its first failure, and too long after five days of them', () => {
  const since = failingSince({ failingSince: null, failedAt: null }, AT)
  expect(since).toEqual(AT)
  const later = new Date(AT.getTime() + FAILING_FOR_MS)
  const justBefore = new Date(later.getTime() - HOUR)
  expect(failingSince({ failingSince: AT, failedAt: justBefore }, later)).toEqual(AT)
  expect(hasFailedTooLong(AT, later)).toBe(true)
  expect(hasFailedTooLong(AT, new Date(later.getTime() - 1))).toBe(false)
})

test('a failure after days in which nothing was sent is the first of a new row', () => {
  const later = new Date(AT.getTime() + 60 * 24 * HOUR)
  expect(failingSince({ failingSince: AT, failedAt: AT }, later)).toEqual(later)
})
