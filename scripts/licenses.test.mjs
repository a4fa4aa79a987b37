import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAllowed, licensesText, shippedPackages } from './licenses.mjs'
import { ROOT } from './prepare.mjs'

test('every shipped package has an allowed license', () => {
  const packages = shippedPackages()
  expect(packages.length).toBeGreaterThan(300)
  expect(packages.filter(({ license }) => !isAllowed(license))).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0', false],
  ['unknown', false],
])('%s is allowed: %s', (license, is) => {
  expect(isAllowed(license)).toBe(is)
})

test('THIRD_PARTY_LICENSES lists what package-lock.json ships (npm run licenses)', () => {
  expect(readFileSync(join(ROOT, 'THIRD_PARTY_LICENSES'), 'utf8')).toBe(licensesText())
})
