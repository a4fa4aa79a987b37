import { expect, test } from 'vitest'
import { DEFAULT_DIAL_CODE, DIAL_CODES, dialCodesIn, findDialCode } from './dial-codes.ts'

test('lists the United States first and the others by name', () => {
  expect(DIAL_CODES[0]).toEqual({ country: 'US', name: 'United States', dialCode: DEFAULT_DIAL_CODE })
  const names = DIAL_CODES.slice(1).map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-US')))
})

test('lists them by their names in another language', () => {
  const spanish = dialCodesIn('es-US')
  expect(spanish[0]).toMatchObject({ country: 'US', name: 'Estados Unidos' })
  const names = spanish.slice(1).map(({ name }) => name)
  expect(names).toContain('España')
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es-US')))
})

test('has about 200 codes, each place once and under its own name', () => {
  expect(new Set(DIAL_CODES.map(({ dialCode }) => dialCode)).size).toBeGreaterThanOrEqual(195)
  expect(new Set(DIAL_CODES.map(({ country }) => country)).size).toBe(DIAL_CODES.length)
  expect(new Set(DIAL_CODES.map(({ name }) => name)).size).toBe(DIAL_CODES.length)
  for (const { country, name, dialCode } of DIAL_CODES) {
    expect(dialCode).toMatch(/^\+[1-9]\d{0,2}$/)
    expect(country).toMatch(/^[A-Z]{2}$/)
    expect(name).not.toBe(country)
  }
})

test('no code begins with another, so every number has one reading', () => {
  const codes = [...new Set(DIAL_CODES.map(({ dialCode }) => dialCode))]
  const clashes = codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))
  expect(clashes).toEqual([])
})

test.each([
  ['+19375550110', 'US'],
  ['+442079460958', 'GB'],
  ['+390612345678', 'IT'],
  ['+35318765432', 'IE'],
  ['+79161234567', 'RU'],
  ['+599', 'CW'],
])('%s is a number of %s', (number, country) => {
  expect(findDialCode(number)?.country).toBe(country)
})

test.each(['9375550110', '', '+', '+999123456'])('%j belongs to no country', (text) => {
  expect(findDialCode(text)).toBeUndefined()
})
