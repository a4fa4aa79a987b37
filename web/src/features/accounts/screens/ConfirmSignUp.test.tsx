// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toCamel } from '../../../app/case.ts'
import { siteQuery } from '../../../app/site.ts'
import { useToastStore } from '../../../app/toast-store.ts'
import { SITE } from '../../../testing/site-fixture.ts'
import { useSignUpResend } from './ConfirmSignUp.tsx'

const resendConfirmation = vi.hoisted(() => vi.fn())
const toSignIn = vi.hoisted(() => vi.fn())
vi.mock('../../../app/load-account-calls.ts', () => ({
  loadAccountCalls: async () => ({ resendConfirmation }),
}))
vi.mock('../sign-in-flow.ts', () => ({ useAuth: () => ({ toSignIn }) }))

const toasts = () => useToastStore.getState().toasts.map(({ title }) => title)
const WRONG = new Error('Invalid verification code provided, please try again.')

beforeEach(() => {
  vi.resetAllMocks()
  useToastStore.setState({ toasts: [] })
})

function openAfterWrongCode() {
  const client = new QueryClient()
  client.setQueryData(siteQuery.queryKey, toCamel(SITE))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(({ refused }) => useSignUpResend('dana@halden.example', refused), {
    wrapper,
    initialProps: { refused: WRONG as Error | undefined },
  })
}

test('a new code after a wrong one shows a toast, clears the error, and restarts the wait', async () => {
  resendConfirmation.mockResolvedValue('sent')
  const { result, rerender } = openAfterWrongCode()
  expect(result.current.problem).toBe(WRONG)

  act(() => result.current.onResend())
  await waitFor(() => expect(result.current.sent).toBe(2))
  expect(resendConfirmation).toHaveBeenCalledExactlyOnceWith('dana@halden.example#northwind')
  expect(result.current.problem).toBeUndefined()
  expect(toasts()).toEqual(['A new code is on its way'])

  const wrongAgain = new Error(WRONG.message)
  rerender({ refused: wrongAgain })
  expect(result.current.problem).toBe(wrongAgain)
})

test('shows the error if a new code is refused, without a toast', async () => {
  const limit = new Error('Attempt limit exceeded, please try after some time.')
  resendConfirmation.mockRejectedValue(limit)
  const { result } = openAfterWrongCode()
  act(() => result.current.onResend())
  await waitFor(() => expect(result.current.problem).toBe(limit))
  expect(result.current.sent).toBe(1)
  expect(toasts()).toEqual([])
})

test('opens sign-in if the account needs no code anymore', async () => {
  resendConfirmation.mockResolvedValue('confirmed')
  const { result } = openAfterWrongCode()
  act(() => result.current.onResend())
  await waitFor(() => expect(toSignIn).toHaveBeenCalled())
  expect(toasts()).toEqual(['Your account is confirmed'])
})
