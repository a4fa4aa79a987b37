import { expect, test } from 'vitest'
import { day, moment } from './format.ts'

const NOW = new Date(2026, 10, 21, 12)

test('shows the year only if it is not the current one', () => {
  const soon = new Date(2026, 10, 30, 9, 30).toISOString()
  const far = new Date(2027, 10, 21, 21, 5).toISOString()
  expect([day(soon, NOW), moment(soon, NOW)]).toEqual(['Nov 30', 'Nov 30, 9:30 AM'])
  expect([day(far, NOW), moment(far, NOW)]).toEqual(['Nov 21, 2027', 'Nov 21, 2027, 9:05 PM'])
})
