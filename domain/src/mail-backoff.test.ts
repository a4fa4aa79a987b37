import { expect, test } from 'vitest'
import { MOST_MAIL_TRIES, mailBackoffMs } from './mail-backoff.ts'

const MINUTE_MS = 60_000

test.each([
  [1, 1],
  [2, 2],
  [4, 10],
  [9, 180],
  [30, 180],
])('after %i attempts the next is %i minutes away', (tries, minutes) => {
  expect(mailBackoffMs(tries)).toBe(minutes * MINUTE_MS)
})

test('all attempts together take between three and four days', () => {
  let total = 0
  for (let tries = 1; tries < MOST_MAIL_TRIES; tries += 1) total += mailBackoffMs(tries)
  expect(total / (24 * 60 * MINUTE_MS)).toBeGreaterThan(3)
  expect(total / (24 * 60 * MINUTE_MS)).toBeLessThan(4)
})
