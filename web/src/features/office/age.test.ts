import { expect, test } from 'vitest'
import { age } from './times.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', '0 min'],
  ['2026-11-21T11:40:00Z', '20 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 day'],
  ['2026-11-18T09:00:00Z', '3 days'],
  // A clock that is behind the server's.
  ['2026-11-21T12:00:20Z', '0 min'],
])('what began at %s has waited %s', (iso, words) => {
  expect(age(iso, NOW)).toBe(words)
})
