import { expect, test } from 'vitest'
import { numbersError, readNumbers } from './read-numbers.ts'

test('reads lines of a spreadsheet in either order, and skips its heading', () => {
  const text = 'Email\tEmployee number\nana@example.com\t0042\r\n"7A"; ben@example.com\n\n'
  expect(readNumbers(text)).toEqual({
    rows: [
      { email: 'ana@example.com', employeeNumber: '0042' },
      { email: 'ben@example.com', employeeNumber: '7A' },
    ],
    wrongLine: undefined,
  })
})

test.each([
  ['', 'Enter an email and an employee number.'],
  ['ana@example.com', 'Line 1 needs an email and an employee number.'],
  ['ana@example.com, 1\nben, 2', 'Line 2 needs an email and an employee number.'],
  ['ana@example.com, 1, Ana Ruiz', 'Line 1 needs an email and an employee number.'],
  ['a@b.co,1\n'.repeat(2_001), 'Enter up to 2000 lines.'],
  ['ana@example.com, 1', undefined],
])('of %j says %j', (text, says) => {
  expect(numbersError(text)).toBe(says)
})
