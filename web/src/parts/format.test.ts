import { expect, test } from 'vitest'
import { age, capitalized, day, moment } from './format.ts'

const NOW = new Date(2026, 10, 21, 12)

test('shows the year only if it is not the current one', () => {
  const soon = new Date(2026, 10, 30, 9, 30).toISOString()
  const far = new Date(2027, 10, 21, 21, 5).toISOString()
  expect([day(soon, NOW), moment(soon, NOW)]).toEqual(['Nov 30', 'Nov 30, 9:30 AM'])
  expect([day(far, NOW), moment(far, NOW)]).toEqual(['Nov 21, 2027', 'Nov 21, 2027, 9:05 PM'])
})

const NOON = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', '0 min'],
  ['2026-11-21T11:40:00Z', '20 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 day'],
  ['2026-11-18T09:00:00Z', '3 days'],
  // The browser's clock is behind the server's.
  ['2026-11-21T12:00:20Z', '0 min'],
])('what started at %s has waited %s', (iso, words) => {
  expect(age(iso, NOON)).toBe(words)
})

test.each([
  ['in the data folder', 'In the data folder'],
  ['generated, in the data folder: back it up', 'Generated, in the data folder: back it up'],
  ['localhost:2525, from rewards@example.com', 'localhost:2525, from rewards@example.com'],
  ['https://rewards.example.com', 'https://rewards.example.com'],
])('capitalizes %s, but no address', (words, shown) => {
  expect(capitalized(words)).toBe(shown)
})
