// @vitest-environment happy-dom
import { api } from '@laurel/contract/routes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, fieldErrors, formError } from './api-problem.ts'
import { call } from './call.ts'
import { showFirst } from './texts.ts'

const token = vi.hoisted(() => ({ current: undefined as string | undefined }))
const renewIdToken = vi.hoisted(() => vi.fn<(refused: string) => Promise<string | undefined>>())
const endUnasked = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('./session.ts', () => ({ idToken: async () => token.current, renewIdToken, endUnasked }))

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  token.current = undefined
  fetched.mockReset()
  renewIdToken.mockReset()
  endUnasked.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

function answer(body: unknown, status = 200) {
  const headers = { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }))
}

function sent() {
  const [url, init] = fetched.mock.calls[0]!
  return { url: String(url), method: init?.method, headers: new Headers(init?.headers), body: init?.body }
}

test('asks for problems in the page’s language', async () => {
  showFirst('es')
  answer({})
  await call(api.getOrder, { params: { id: 7 } })
  showFirst('en')
  answer({})
  await call(api.getOrder, { params: { id: 7 } })
  const languages = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('accept-language'))
  expect(languages).toEqual(['es-US', 'en-US'])
})

test('requests an order at its path and reads it in camelCase', async () => {
  answer({ id: 7, card_items: [{ reward_type_data: { name: 'bulk' } }] })

  const order = await call(api.getOrder, { params: { id: 7 } })

  expect(sent().url).toBe('/api/v1/orders/7/')
  expect(order).toEqual({ id: 7, cardItems: [{ rewardTypeData: { name: 'bulk' } }] })
})

test('escapes a name in a path', async () => {
  answer({})
  await call(api.getRewardInfo, { params: { name: '../orders/7' } })
  expect(sent().url).toBe('/api/v1/reward_infos/..%2Forders%2F7/')
})

test('sends arrays in a query comma-separated and leaves out undefined', async () => {
  answer({ results: [] })
  await call(api.listOrders, { query: { status: ['in_review', 'approved'], pageSize: 20, page: undefined } })
  expect(sent().url).toBe('/api/v1/orders/?status=in_review%2Capproved&page_size=20')
})

test('form-urlencodes a body in snake_case, with nested values as JSON and null as empty', async () => {
  answer({})
  await call(api.patchCardItem, {
    params: { id: 3 },
    body: {
      name: 'Winter & more',
      denominationCents: null,
      design: {
        tone: 'deep',
        gradient: 'soft',
        line1: 'Hi',
        line2: '',
        logoFileKey: null,
        logoOneColor: true,
      },
    },
  })
  const body = sent().body as URLSearchParams
  expect(body).toBeInstanceOf(URLSearchParams)
  expect(body.get('name')).toBe('Winter & more')
  expect(body.get('denomination_cents')).toBe('')
  expect(JSON.parse(body.get('design')!)).toEqual({
    tone: 'deep',
    gradient: 'soft',
    line1: 'Hi',
    line2: '',
    logo_file_key: null,
    logo_one_color: true,
  })
})

test('sends a file in a multipart body, as the last part', async () => {
  answer({})
  const file = new File(['a,b'], 'people.csv', { type: 'text/csv' })
  await call(api.importRecipients, { body: { cardItemId: 3, mode: 'append' }, file })
  const body = sent().body as FormData
  expect(body).toBeInstanceOf(FormData)
  expect([...body.keys()]).toEqual(['card_item_id', 'mode', 'file'])
  expect(body.get('file')).toBe(file)
})

test('sends an idempotency key with every POST: a fresh one or the caller’s', async () => {
  answer({})
  await call(api.addToCart, { body: { cardItemId: 3 } })
  const fresh = sent().headers.get('idempotency-key')
  expect(fresh).toMatch(/^[0-9a-f-]{32,36}$/)

  fetched.mockReset()
  answer({})
  await call(api.addToCart, { body: { cardItemId: 3 }, idempotencyKey: 'mine' })
  expect(sent().headers.get('idempotency-key')).toBe('mine')

  fetched.mockReset()
  answer({})
  await call(api.patchCardItem, { params: { id: 3 }, body: { message: 'Thanks' } })
  expect(sent().headers.has('idempotency-key')).toBe(false)
})

test('sends the ID token only when a customer is signed in', async () => {
  answer({})
  await call(api.getSite)
  expect(sent().headers.has('authorization')).toBe(false)

  fetched.mockReset()
  token.current = 'id.token'
  answer({})
  await call(api.getCustomer)
  expect(sent().headers.get('authorization')).toBe('Bearer id.token')
})

test('reads an empty answer as {}', async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await call(api.deleteAddress, { params: { id: 1 } })).toEqual({})

  fetched.mockResolvedValueOnce(new Response('', { headers: { 'content-length': '0' } }))
  expect(await call(api.deleteAddress, { params: { id: 1 } })).toEqual({})
})

test('throws a refusal with its fields under the form’s names', async () => {
  answer(
    {
      title: 'Check these fields',
      status: 422,
      detail: 'One field needs another look.',
      code: 'validation_failed',
      errors: [{ field: 'business_zip', code: 'invalid', message: 'Enter a five-digit ZIP code.' }],
      request_id: 'r1',
    },
    422,
  )

  const problem = await call(api.patchCustomer, { body: { businessZip: '9021' } }).catch((cause) => cause)

  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({ status: 422, code: 'validation_failed', requestId: 'r1' })
  expect(fieldErrors(problem)).toEqual({ businessZip: 'Enter a five-digit ZIP code.' })
  expect(formError(problem)).toBeUndefined()
})

test('gives an error page without a problem body its status and one plain sentence', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status: 502 }))
  const problem = await call(api.getSite).catch((cause) => cause)
  expect(problem).toMatchObject({ status: 502, code: 'fault' })
  expect(formError(problem)).toBe('Something went wrong on our side. Try again in a moment.')
})

test('reports a missing answer as no connection', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const problem = await call(api.getSite).catch((cause) => cause)
  expect(problem).toMatchObject({ status: 0, code: 'offline' })
})

const REFUSED = { code: 'sign_in_required', detail: 'Sign in.' }

test('renews a token refused before it expired and repeats the call with the same key', async () => {
  token.current = 'old.token'
  renewIdToken.mockResolvedValue('new.token')
  answer(REFUSED, 401)
  answer({ id: 3 })
  await call(api.addToCart, { body: { cardItemId: 3 } })

  expect(renewIdToken).toHaveBeenCalledExactlyOnceWith('old.token')
  const [first, second] = fetched.mock.calls.map(([, init]) => new Headers(init?.headers))
  expect(second?.get('authorization')).toBe('Bearer new.token')
  expect(second?.get('idempotency-key')).toBe(first?.get('idempotency-key'))
  expect(endUnasked).not.toHaveBeenCalled()
})

test('does not retry when the token can’t be renewed, and ends the session when the new one is refused', async () => {
  token.current = 'old.token'
  answer(REFUSED, 401)
  await expect(call(api.getCustomer)).rejects.toMatchObject({ status: 401 })
  expect(fetched).toHaveBeenCalledTimes(1)

  renewIdToken.mockResolvedValue('new.token')
  answer(REFUSED, 401)
  answer(REFUSED, 401)
  await expect(call(api.getCustomer)).rejects.toMatchObject({ status: 401 })
  expect(endUnasked).toHaveBeenCalledTimes(1)
})

test('a connection lost while renewing ends no session', async () => {
  token.current = 'old.token'
  renewIdToken.mockRejectedValue(Object.assign(new Error('offline'), { name: 'NetworkError' }))
  answer(REFUSED, 401)
  await expect(call(api.getCustomer)).rejects.toMatchObject({ code: 'offline' })
  expect(endUnasked).not.toHaveBeenCalled()
})

test('a refused visitor has no session to renew', async () => {
  answer(REFUSED, 401)
  await expect(call(api.getCustomer)).rejects.toMatchObject({ status: 401 })
  expect(renewIdToken).not.toHaveBeenCalled()
})

test('a 429 says how long to wait, even from a proxy', async () => {
  fetched.mockResolvedValueOnce(new Response('busy', { status: 429, headers: { 'retry-after': '40' } }))
  await expect(call(api.getCustomer)).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 40_000,
    message: 'Too many requests. Try again in 40 seconds.',
  })
  fetched.mockResolvedValueOnce(new Response('busy', { status: 429 }))
  await expect(call(api.getCustomer)).rejects.toMatchObject({ retryAfterMs: 60_000 })
})
