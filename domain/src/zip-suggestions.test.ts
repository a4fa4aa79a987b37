import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StateCode } from './us-states.ts'
import { isZipCode } from './zip-code.ts'
import { statesOfZip } from './zip-prefixes.ts'
import { suggestZips } from './zip-suggestions.ts'

test.each<[string, StateCode | undefined, string[]]>([
  ['2134', undefined, ['02134']],
  ['2134-1234', undefined, ['02134-1234']],
  ['9O210', 'CA', ['90210']],
  ['9o21O', 'CA', ['90210']],
  ['O2134', 'MA', ['02134']],
  ['9721l', 'OR', ['97211']],
  ['97214.0', 'OR', ['97214']],
  ['2134.0', 'MA', ['02134']],
  ['97214-12', 'OR', ['97214']],
  ['OR 97214', 'OR', ['97214']],
  ['97214 USA', 'OR', ['97214']],
  ['972144', 'OR', ['97214']],
  ['79214', 'OR', ['97214']],
  ['97214', 'OR', []],
  ['97214-1234', 'OR', []],
  ['9021', 'CA', []],
  ['97', 'OR', []],
  ['SW1A 1AA', undefined, []],
  ['97214', 'ME', []],
  ['', 'OR', []],
])('%j in %s could be %j', (typed, state, zips) => {
  expect(suggestZips(typed, state)).toEqual(zips)
})

test('suggests only ZIP codes of the state', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\dOIS -]{3,11}$/))
  fc.assert(
    fc.property(typed, fc.constantFrom<StateCode | undefined>('CA', 'MA', 'NY', undefined), (text, state) => {
      for (const zip of suggestZips(text, state)) {
        expect(isZipCode(zip)).toBe(true)
        if (state) expect(statesOfZip(zip)).toContain(state)
      }
    }),
  )
})
