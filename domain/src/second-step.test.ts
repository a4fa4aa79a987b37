import { expect, test } from 'vitest'
import { secondStepProblem } from './second-step.ts'

test.each<Parameters<typeof secondStepProblem>>([
  ['off', []],
  ['off', ['SMS']],
  ['optional', ['SMS']],
  ['required', ['TOTP']],
  ['required', ['EMAIL']],
  ['required', ['SMS', 'EMAIL']],
])('%s by %j can be satisfied', (mode, types) => {
  expect(secondStepProblem(mode, types)).toBeUndefined()
})

test('a second step needs a way to take it', () => {
  expect(secondStepProblem('optional', [])).toBe('Choose at least one second step, or turn it off.')
})

test('text messages alone are never required: not everyone has a verified phone', () => {
  expect(secondStepProblem('required', ['SMS'])).toBe(
    'Customers without a verified phone couldn’t sign in. Add the authenticator app or email.',
  )
})
