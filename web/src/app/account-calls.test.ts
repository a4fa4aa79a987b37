import { expect, test, vi } from 'vitest'
import { accountCalls } from './account-calls.ts'

const resendSignUpCode = vi.hoisted(() => vi.fn())
vi.spyOn(console, 'error').mockImplementation(() => {})
vi.mock('aws-amplify/auth', () => ({ resendSignUpCode }))

test('sends the code again', async () => {
  resendSignUpCode.mockResolvedValue({})
  expect(await accountCalls.resendConfirmation('dana#northwind')).toBe('sent')
})

test('“User is already confirmed.” is not an error', async () => {
  resendSignUpCode.mockRejectedValue(new Error('x'))
  await expect(accountCalls.resendConfirmation('dana#northwind')).rejects.toThrow()

  const refusal = Object.assign(new Error('User is already confirmed.'), {
    name: 'InvalidParameterException',
  })
  resendSignUpCode.mockRejectedValue(refusal)
  expect(await accountCalls.resendConfirmation('dana#northwind')).toBe('confirmed')
})
