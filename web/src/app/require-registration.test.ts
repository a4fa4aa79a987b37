import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { requireRegistration } from './customer.queries.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock('./call.ts', () => ({ call }))

test('lets a customer with all eleven fields pass', async () => {
  call.mockResolvedValue({ id: 1, registrationComplete: true })
  await expect(requireRegistration(new QueryClient(), '/my-rewards')).resolves.toMatchObject({ id: 1 })
})

test('sends others to complete them and then back', async () => {
  call.mockResolvedValue({ id: 1, registrationComplete: false })
  const thrown = await requireRegistration(new QueryClient(), '/my-rewards?createNew=true').catch((it) => it)
  expect(isRedirect(thrown)).toBe(true)
  expect(thrown.options).toMatchObject({
    to: '/complete-registration',
    search: { redirect: '/my-rewards?createNew=true' },
  })
})
