import { expect, test, vi } from 'vitest'
import { forgetCustomerOnSignOut } from './forget-customer.ts'
import { makeQueryClient } from './query-client.ts'

type Listener = (state: string, before: string) => void
const session = vi.hoisted(() => ({ listener: undefined as Listener | undefined }))
vi.mock('./session.ts', () => ({
  idToken: async () => undefined,
  subscribeToSession: (listener: Listener) => {
    session.listener = listener
  },
}))

function page() {
  const queryClient = makeQueryClient()
  queryClient.setQueryData(['site'], { name: 'Northwind' })
  queryClient.setQueryData(['customer'], { firstName: 'Dana' })
  queryClient.setQueryData(['orders', 7], { id: 7 })
  const router = { invalidate: vi.fn() }
  forgetCustomerOnSignOut(queryClient, router)
  return { queryClient, router }
}

test('signing out removes the customer’s data and runs the guards again', () => {
  const { queryClient, router } = page()
  session.listener?.('signed-out', 'signed-in')
  expect(queryClient.getQueryData(['customer'])).toBeUndefined()
  expect(queryClient.getQueryData(['orders', 7])).toBeUndefined()
  expect(queryClient.getQueryData(['site'])).toEqual({ name: 'Northwind' })
  expect(router.invalidate).toHaveBeenCalledTimes(1)
})

test('a visitor who was never signed in changes nothing', () => {
  const { queryClient, router } = page()
  session.listener?.('signed-out', 'unknown')
  expect(queryClient.getQueryData(['site'])).toBeDefined()
  expect(router.invalidate).not.toHaveBeenCalled()
})
