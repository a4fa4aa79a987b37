import { expect, test, vi } from 'vitest'
import { accountCalls } from './account-calls.ts'

const resendSignUpCode = vi.hoisted(() => vi.fn())
vi.spyOn(console, 'error').mockImplementation(() => {})
vi.mock('aws-amplify/auth', () => ({ resendSignUpCode }))

test('a code is sent once more', async () => {
  resendSignUpCode.mockResolvedValue({})
  expect(await accountCalls.resendConfirmation('dana#northwind')).toBe('sent')
})

test('"User is already confirmed." is no error: there is nothing to wait for', async () => {
  resendSignUpCode.mockRejectedValue(new Error('x'))
  await expect(accountCalls.resendConfirmation('dana#northwind')).rejects.toThrow()

  const refusal = Object.assign(new Error('User is already confirmed.'), {
    name: 'InvalidParameterException',
  })
  resendSignUpCode.mockRejectedValue(refusal)
  expect(await accountCalls.resendConfirmation('dana#northwind')).toBe('confirmed')
})
