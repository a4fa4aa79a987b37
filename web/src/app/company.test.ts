// @vitest-environment happy-dom
import { api } from '@laurel/contract/routes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { companyQueries } from './company.queries.ts'
import { COMPANY_HEADER, chooseCompany, forgetCompany } from './company-choice.ts'
import { followCompanyLeft } from './forget-customer.ts'
import { makeQueryClient } from './query-client.ts'
import { useToastStore } from './toast-store.ts'

const HALDEN = { id: 4, name: 'Halden Tools' }
const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`
const token = vi.hoisted(() => ({ current: undefined as string | undefined }))
vi.mock('./session.ts', () => ({
  idToken: async () => token.current,
  subscribeToSession: () => {},
  useSession: () => 'signed-in',
}))

const fetched = vi.fn<typeof fetch>()
const left = () => Response.json({ code: 'company_left', status: 403 }, { status: 403 })

beforeEach(() => {
  token.current = tokenOf('dana')
  fetched.mockReset().mockImplementation(async () => Response.json({ results: [] }))
  vi.stubGlobal('fetch', fetched)
  useToastStore.setState({ toasts: [] })
  forgetCompany()
})
afterEach(() => vi.unstubAllGlobals())

const sentCompany = () => new Headers(fetched.mock.lastCall?.[1]?.headers).get(COMPANY_HEADER)

function page() {
  const queryClient = makeQueryClient()
  queryClient.setQueryData(['companies'], [HALDEN])
  queryClient.setQueryData(['orders', 7], { id: 7 })
  queryClient.setQueryData(['customer'], { firstName: 'Dana' })
  const router = { invalidate: vi.fn(async () => {}) }
  followCompanyLeft(queryClient, router)
  return { queryClient, router }
}

test('sends the chosen company with a customer’s calls only', async () => {
  await call(api.listOrders)
  expect(sentCompany()).toBeNull()
  chooseCompany(tokenOf('dana'), HALDEN)
  await call(api.listOrders)
  expect(sentCompany()).toBe('4')
  await call(api.getOfficeMe)
  expect(sentCompany()).toBeNull()
  token.current = undefined
  await call(api.getSite)
  expect(sentCompany()).toBeNull()
})

test('another account doesn’t inherit the choice', async () => {
  chooseCompany(tokenOf('dana'), HALDEN)
  token.current = tokenOf('joy')
  await call(api.listOrders)
  expect(sentCompany()).toBeNull()
})

test('keeps the choice for the next page, until it is forgotten', async () => {
  chooseCompany(tokenOf('dana'), HALDEN)
  vi.resetModules()
  const next = await import('./company-choice.ts')
  expect(next.chosenCompany(tokenOf('dana'))).toBe(4)
  next.forgetCompany()
  vi.resetModules()
  const last = await import('./company-choice.ts')
  expect(last.chosenCompany(tokenOf('dana'))).toBeUndefined()
})

test('works without the browser’s storage', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const refuse = () => {
    throw new DOMException('Storage is off', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  chooseCompany(tokenOf('dana'), HALDEN)
  await call(api.listOrders)
  expect(sentCompany()).toBe('4')
  expect(forgetCompany).not.toThrow()
})

test('a company that was left is forgotten once, with its data', async () => {
  const { queryClient, router } = page()
  chooseCompany(tokenOf('dana'), HALDEN)
  fetched.mockImplementation(async () => left())
  const calls = [call(api.listOrders), call(api.countUnseenNotices), call(api.listCompanies)]
  await Promise.allSettled(calls)
  await vi.waitFor(() => expect(router.invalidate).toHaveBeenCalledTimes(1))

  expect(useToastStore.getState().toasts.map(({ title }) => title)).toEqual([
    'You’re no longer in Halden Tools.',
  ])
  expect(queryClient.getQueryData(['orders', 7])).toBeUndefined()
  expect(queryClient.getQueryData(['customer'])).toBeDefined()
  await call(api.listOrders).catch(() => {})
  expect(sentCompany()).toBeNull()
})

test('reads again for the company that is left, but doesn’t repeat a change there', async () => {
  const { router } = page()
  fetched.mockImplementation(async (url) => {
    if (sentCompany() === '4') return left()
    return Response.json(String(url).includes('/companies/') ? [] : { first_name: 'Dana' })
  })
  chooseCompany(tokenOf('dana'), HALDEN)
  await expect(call(api.getCustomer)).resolves.toEqual({ firstName: 'Dana' })
  await vi.waitFor(() => expect(router.invalidate).toHaveBeenCalledTimes(1))

  chooseCompany(tokenOf('dana'), HALDEN)
  fetched.mockClear()
  const adding = call(api.addToCart, { body: { cardItemId: 7 } })
  await expect(adding).rejects.toMatchObject({ code: 'company_left' })
  expect(fetched.mock.calls.filter(([url]) => String(url).includes('add_to_cart'))).toHaveLength(1)
})

test('notices a removal in the list of companies, which is newer than what calls may do', async () => {
  const { queryClient, router } = page()
  fetched.mockImplementation(async () => Response.json([HALDEN]))
  await queryClient.fetchQuery({ ...companyQueries.mine(), staleTime: 0 })
  await call(api.listOrders)
  expect(sentCompany()).toBe('4')
  fetched.mockImplementation(async () => Response.json([{ id: 2, name: 'Whitlock & Co.', merged_ids: [] }]))
  await queryClient.fetchQuery({ ...companyQueries.mine(), staleTime: 0 }).catch(() => {})
  await vi.waitFor(() => expect(router.invalidate).toHaveBeenCalledTimes(1))
  expect(useToastStore.getState().toasts).toHaveLength(1)
  expect(queryClient.getQueryData(['orders', 7])).toBeUndefined()
})

test('continues in the company that the chosen one was merged into', async () => {
  const { router } = page()
  chooseCompany(tokenOf('dana'), HALDEN)
  const merged = [
    { id: 1, name: 'First', merged_ids: [] },
    { id: 2, name: 'Whitlock & Co.', merged_ids: [4] },
  ]
  fetched.mockImplementation(async (_, init) =>
    new Headers(init?.headers).get(COMPANY_HEADER) === '4' ? left() : Response.json(merged),
  )
  await call(api.listOrders).catch(() => {})
  await vi.waitFor(() => expect(router.invalidate).toHaveBeenCalledTimes(1))
  expect(useToastStore.getState().toasts.map(({ title }) => title)).toEqual([
    'Halden Tools is now part of Whitlock & Co.',
  ])
  await call(api.listOrders).catch(() => {})
  expect(sentCompany()).toBe('2')
})

test('another refusal keeps the company', async () => {
  const { router } = page()
  chooseCompany(tokenOf('dana'), HALDEN)
  fetched.mockImplementation(async () => Response.json({ code: 'not_allowed' }, { status: 403 }))
  await expect(call(api.listOrders)).rejects.toMatchObject({ code: 'not_allowed' })
  await call(api.listOrders).catch(() => {})
  expect(sentCompany()).toBe('4')
  expect(router.invalidate).not.toHaveBeenCalled()
})
