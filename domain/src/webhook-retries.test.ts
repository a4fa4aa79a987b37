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

test('tries a failing message ten times over about three days, first after seconds', () => {
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

test('delays messages that failed together differently, by at most a tenth', () => {
  for (const [position, waitMs] of RETRY_AFTER_MS.entries()) {
    const latest = nextAttemptAt(position + 1, AT, 1)!.getTime() - AT.getTime()
    expect(latest).toBeCloseTo(waitMs * 1.1, -1)
  }
})

test('an endpoint fails from its first failure on, and too long after five days', () => {
  const since = failingSince({ failingSince: null, failedAt: null }, AT)
  expect(since).toEqual(AT)
  const later = new Date(AT.getTime() + FAILING_FOR_MS)
  const justBefore = new Date(later.getTime() - HOUR)
  expect(failingSince({ failingSince: AT, failedAt: justBefore }, later)).toEqual(AT)
  expect(hasFailedTooLong(AT, later)).toBe(true)
  expect(hasFailedTooLong(AT, new Date(later.getTime() - 1))).toBe(false)
})

test('a failure after days without sending starts a new series', () => {
  const later = new Date(AT.getTime() + 60 * 24 * HOUR)
  expect(failingSince({ failingSince: AT, failedAt: AT }, later)).toEqual(later)
})
