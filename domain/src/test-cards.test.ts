import { expect, test } from 'vitest'
import { isTestCardShown } from './test-cards.ts'

test.each([
  ['41**********9990', true],
  ['54**********5454', true],
  ['37*********0005', true],
  [' 41**********1111 ', true],
  ['41**********9991', false],
  ['37**********0005', false],
  ['42**********9990', false],
  ['9990', false],
  ['', false],
])('a card shown as %j is a test card of the manuals: %j', (masked, is) => {
  expect(isTestCardShown(masked)).toBe(is)
})
