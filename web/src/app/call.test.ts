// @vitest-environment jsdom
import { api } from '@laurel/contract/routes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, fieldErrors, formError } from './api-problem.ts'
import { call } from './call.ts'

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

test('an order is asked for at its path and read in camelCase', async () => {
  answer({ id: 7, card_items: [{ reward_type_data: { name: 'bulk' } }] })

  const order = await call(api.getOrder, { params: { id: 7 } })

  expect(sent().url).toBe('/api/v1/orders/7/')
  expect(order).toEqual({ id: 7, cardItems: [{ rewardTypeData: { name: 'bulk' } }] })
})

test('a name in a path cannot leave its place', async () => {
  answer({})
  await call(api.getRewardInfo, { params: { name: '../orders/7' } })
  expect(sent().url).toBe('/api/v1/reward_infos/..%2Forders%2F7/')
})

test('arrays in a query travel comma-separated, undefined ones do not travel', async () => {
  answer({ results: [] })
  await call(api.listOrders, { query: { status: ['in_review', 'approved'], pageSize: 20, page: undefined } })
  expect(sent().url).toBe('/api/v1/orders/?status=in_review%2Capproved&page_size=20')
})

test('a body is form-urlencoded in snake_case, nested values as JSON text, null as nothing', async () => {
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

test('where a file travels the body is multipart, the file last', async () => {
  answer({})
  const file = new File(['a,b'], 'people.csv', { type: 'text/csv' })
  await call(api.importRecipients, { body: { cardItemId: 3, mode: 'append' }, file })
  const body = sent().body as FormData
  expect(body).toBeInstanceOf(FormData)
  expect([...body.keys()]).toEqual(['card_item_id', 'mode', 'file'])
  expect(body.get('file')).toBe(file)
})

test('every POST carries an idempotency key: a fresh one, or the caller’s', async () => {
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

test('the id token goes along when somebody is signed in, and only then', async () => {
  answer({})
  await call(api.getSite)
  expect(sent().headers.has('authorization')).toBe(false)

  fetched.mockReset()
  token.current = 'id.token'
  answer({})
  await call(api.getCustomer)
  expect(sent().headers.get('authorization')).toBe('Bearer id.token')
})

test('an empty answer reads as {}', async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await call(api.deleteAddress, { params: { id: 1 } })).toEqual({})

  fetched.mockResolvedValueOnce(new Response('', { headers: { 'content-length': '0' } }))
  expect(await call(api.deleteAddress, { params: { id: 1 } })).toEqual({})
})

test('a refusal is thrown with its fields under the names the form knows', async () => {
  answer(
    {
      title: 'Check these fields',
      status: 422,
      detail: 'One field needs another look.',
      code: 'validation_failed',
      errors: [{ field: 'business_zip', code: 'invalid', message: 'A ZIP code has five digits.' }],
      request_id: 'r1',
    },
    422,
  )

  const problem = await call(api.patchCustomer, { body: { businessZip: '9021' } }).catch((cause) => cause)

  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({ status: 422, code: 'validation_failed', requestId: 'r1' })
  expect(fieldErrors(problem)).toEqual({ businessZip: 'A ZIP code has five digits.' })
  expect(formError(problem)).toBeUndefined()
})

test('an error page that is no problem body still tells its status, and one plain sentence', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>Bad gateway</html>', { status: 502 }))
  const problem = await call(api.getSite).catch((cause) => cause)
  expect(problem).toMatchObject({ status: 502, code: 'fault' })
  expect(formError(problem)).toBe('Something went wrong on our side. Try again in a moment.')
})

test('no answer at all is told as no connection', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const problem = await call(api.getSite).catch((cause) => cause)
  expect(problem).toMatchObject({ status: 0, code: 'offline' })
})

const REFUSED = { code: 'sign_in_required', detail: 'Sign in.' }

test('a bearer refused before its time is renewed once, and the same intent is sent again', async () => {
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

test('a bearer that cannot be renewed is not tried again; a new one that is refused ends the session', async () => {
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

test('a connection that drops while a bearer is renewed ends nothing', async () => {
  token.current = 'old.token'
  renewIdToken.mockRejectedValue(Object.assign(new Error('offline'), { name: 'NetworkError' }))
  answer(REFUSED, 401)
  await expect(call(api.getCustomer)).rejects.toMatchObject({ code: 'offline' })
  expect(endUnasked).not.toHaveBeenCalled()
})

test('who is not signed in and is refused has no session to renew', async () => {
  answer(REFUSED, 401)
  await expect(call(api.getCustomer)).rejects.toMatchObject({ status: 401 })
  expect(renewIdToken).not.toHaveBeenCalled()
})

test('too many requests say how long to wait, also in a page of a proxy', async () => {
  fetched.mockResolvedValueOnce(new Response('busy', { status: 429, headers: { 'retry-after': '40' } }))
  await expect(call(api.getCustomer)).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 40_000,
    message: 'Too many requests. Try again in 40 seconds.',
  })
  fetched.mockResolvedValueOnce(new Response('busy', { status: 429 }))
  await expect(call(api.getCustomer)).rejects.toMatchObject({ retryAfterMs: 60_000 })
})
