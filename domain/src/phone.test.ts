import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIAL_CODES } from './dial-codes.ts'
import { formatPhone, joinPhone, nationalPhone, normalizePhone, phoneProblem, readPhone } from './phone.ts'

test.each([
  ['+1', '(937) 555-0110', '+19375550110'],
  ['+1', '1-937-555-0110', '+19375550110'],
  ['+44', '20 7946 0958', '+442079460958'],
  ['+1', ' - ', ''],
  ['+49', '', ''],
])('%s and %j are sent as %j', (dialCode, typed, sent) => {
  expect(joinPhone(dialCode, typed)).toBe(sent)
})

test.each([
  ['(937) 555-0110', '+19375550110'],
  ['+1 937.555.0110', '+19375550110'],
  ['1 937 555 0110', '+19375550110'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+354 555 1234', '+3545551234'],
])('%s is the number %s', (text, number) => {
  expect(readPhone(text)).toBe(number)
  expect(phoneProblem(text)).toBeUndefined()
  expect(normalizePhone(text)).toBe(number)
})

test.each([
  '12',
  '+112',
  '555-0110',
  '93755501100',
  '(137) 555-0110',
  '937 555 0110 x4',
  'call me',
  '٩٣٧٥٥٥٠١١٠',
])('%j is not a phone number, and the error shows an example', (text) => {
  expect(readPhone(text)).toBeUndefined()
  expect(phoneProblem(text)).toBe('Enter 10 digits after +1, such as (937) 555-0110.')
  expect(normalizePhone(text)).toBe(text)
})

test.each(['+4412', '+44', '+44123456789012345', '+999 123 456'])('%s can’t be called', (text) => {
  expect(phoneProblem(text)).toBe('Enter 7 to 15 digits, including the country code.')
})

test.each(['', '   '])('accepts a missing number', (text) => {
  expect(phoneProblem(text)).toBeUndefined()
})

test.each([
  ['+19375550110', '(937) 555-0110', '(937) 555-0110'],
  ['+442079460958', '2079460958', '+44 2079460958'],
])('shows %s as %s after its code', (number, national, whole) => {
  expect(nationalPhone(number)).toBe(national)
  expect(formatPhone(number)).toBe(whole)
})

test('shows an older stored number as a number, and leaves other text unchanged', () => {
  expect(formatPhone('937-555-0110')).toBe('(937) 555-0110')
  expect(formatPhone('reception')).toBe('reception')
})

test('reads a number the same again, also as it is shown', () => {
  const typed = fc.tuple(fc.constantFrom(...DIAL_CODES), fc.stringMatching(/^[\d ()-]{4,14}$/))
  fc.assert(
    fc.property(typed, ([{ dialCode }, text]) => {
      const number = readPhone(joinPhone(dialCode, text))
      if (number === undefined) return
      expect(readPhone(number)).toBe(number)
      expect(readPhone(formatPhone(number))).toBe(number)
    }),
    { numRuns: 1000 },
  )
})
