import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [40, '40 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3600, '1 hour'],
])('%d seconds read as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
