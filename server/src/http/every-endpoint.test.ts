import type { Access, Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import { ProblemCode } from '@laurel/contract/problem'
import { api } from '@laurel/contract/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'

let world: World
let customer: SignedIn
// biome-ignore lint/suspicious/noExplicitAny: the document is read freely
let document: any

beforeAll(async () => {
  world = await makeWorld()
  await world.app.ready()
  customer = await world.signIn()
  document = (await world.visit('localhost')('GET', '/api/office/openapi.json')).body
})
afterAll(() => world.close())

const all = Object.values(endpoints) as Endpoint[]
const concrete = (path: string) =>
  path
    .replace(/\{name\}/, 'bulk')
    .replace(/\{key\}/, 'a'.repeat(32))
    .replace(/\{\w+\}/, '999999')

const OPEN: readonly Access[] = ['public', 'anyone']

/** docs/spec.md §7, line by line. */
const SPECIFIED = `
GET /api/v1/actual_rewards_site/
GET /api/v1/actual_user/
PATCH /api/v1/actual_user/
PUT /api/v1/actual_user/
POST /api/v1/add_to_cart/
GET /api/v1/card_items/{id}/
PATCH /api/v1/card_items/{id}/
DELETE /api/v1/card_items/{id}/
GET /api/v1/card_recipient_details/
POST /api/v1/card_recipient_details/
PATCH /api/v1/card_recipient_details/{id}/
DELETE /api/v1/card_recipient_details/{id}/
POST /api/v1/csv_card_item_imports/
GET /api/v1/heard_about_options/
GET /api/v1/landing_components/
GET /api/v1/order_summary/
POST /api/v1/order_summary/
GET /api/v1/orders/
POST /api/v1/orders/{order_id}/attach_address_to_bulk_items/
POST /api/v1/orders/{order_id}/bulk_shipping_orders/
GET /api/v1/orders/{id}/
POST /api/v1/orders/{id}/add_items_to_cart/
GET /api/v1/organization_payment_providers/
POST /api/v1/payments/
GET /api/v1/predefined_amounts/
GET /api/v1/predefined_messages/
GET /api/v1/registered_addresses/
POST /api/v1/registered_addresses/
GET /api/v1/registered_addresses/{id}/
PUT /api/v1/registered_addresses/{id}/
DELETE /api/v1/registered_addresses/{id}/
GET /api/v1/reward_card_templates/
GET /api/v1/reward_infos/
GET /api/v1/reward_infos/{name}/
GET /api/v1/rewards/
GET /api/v1/shipping_options/
POST /api/v1/shipping_orders/
GET /api/v1/us_states/
`
  .trim()
  .split('\n')

const SECURED = [
  'actual_rewards_site',
  'heard_about_options',
  'landing_components',
  'predefined_amounts',
  'predefined_messages',
  'reward_card_templates',
  'reward_infos',
  'rewards',
  'shipping_options',
  'us_states',
]

describe('the contract', () => {
  test('contains every call of the specification, with exact method and path', () => {
    const held = Object.values(api).map(({ method, path }) => `${method} ${path}`)
    expect(held).toEqual(expect.arrayContaining(SPECIFIED))
  })

  test('has an endpoint for every route', () => {
    expect(Object.keys(endpoints).toSorted()).toEqual(Object.keys(api).toSorted())
  })
})

describe('the OpenAPI document', () => {
  test('of customers has every call of theirs and of API keys, and none for staff or operators', async () => {
    const { body: theirs } = await world.visit('localhost')('GET', '/api/openapi.json')
    const reserved = all.filter(({ access, path }) => {
      return ['staff', 'operator', 'anyone'].includes(access) || path.startsWith('/api/v1/office/')
    })
    const paths = Object.keys(theirs.paths)
    expect(paths.filter((path) => reserved.some((one) => one.path === path))).toEqual([])
    expect(paths).toEqual(
      expect.arrayContaining(all.filter((one) => !reserved.includes(one)).map(({ path }) => path)),
    )
    expect(Object.keys(theirs.webhooks)).not.toContain('company.merged')
    expect(Object.keys(theirs.webhooks)).toContain('order.approved')
  })

  test('has version 3.1 and describes exactly the endpoints', () => {
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(all.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  test('names the address it was read from', () => {
    expect(document.servers).toEqual([{ url: 'http://localhost' }])
  })

  test.each(SECURED)('%s declares the session cookie and basic authentication besides the bearer', (name) => {
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!path.startsWith(`/api/v1/${name}/`)) continue
      for (const operation of Object.values(operations as Record<string, { security: object[] }>)) {
        const schemes = operation.security.flatMap(Object.keys)
        expect(schemes).toEqual(expect.arrayContaining(['bearer', 'sessionid', 'basic']))
      }
    }
  })

  test('says that write bodies are forms, and JSON too', () => {
    const { requestBody } = document.paths['/api/v1/payments/'].post
    expect(Object.keys(requestBody.content)).toEqual(
      expect.arrayContaining(['application/x-www-form-urlencoded', 'application/json']),
    )
  })
})

describe.each(all.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    const path = concrete(endpoint.path)

    test('admits exactly the callers it declares', async () => {
      const { status, body } = await world.visit('localhost')(endpoint.method, path)
      if (OPEN.includes(endpoint.access)) expect(status).not.toBe(401)
      else expect([status, body.code]).toEqual([401, 'sign_in_required'])
    })

    test('rejects tokens of another site', async () => {
      if (OPEN.includes(endpoint.access)) return
      const { status } = await world.visit('acorn.localhost', customer.token)(endpoint.method, path)
      expect(status).toBe(endpoint.access === 'operator' ? 404 : 401)
    })

    test('answers nonsense with a problem, never a fault', async () => {
      const nonsense = [
        ['application/json', '{"id": '],
        ['application/json', '[]'],
        ['application/json', '"text"'],
        ['application/json', '{"__proto__": {"x": 1}}'],
        [
          'application/x-www-form-urlencoded',
          'design=%7Bbroken&order_id=NaN&quantity=1e999&card_item_id=-1&%00=%00',
        ],
        ['application/x-www-form-urlencoded', 'order_id=1&order_id=2&name=a&name=b'],
        ['text/plain', 'hello'],
        ['multipart/form-data; boundary=x', '--x\r\nnot a part'],
      ] as const
      for (const [type, payload] of nonsense) {
        if (endpoint.method === 'GET') continue
        const answer = await world.app.inject({
          method: endpoint.method,
          url: path,
          headers: { host: 'localhost', authorization: `Bearer ${customer.token}`, 'content-type': type },
          payload,
        })
        expect(answer.statusCode, `${type} ${payload}: ${answer.body}`).toBeLessThan(500)
        if (answer.statusCode >= 400) {
          expect(answer.headers['content-type']).toContain('application/problem+json')
          expect(Object.keys(answer.json()).toSorted()).toEqual(
            ['code', 'detail', 'errors', 'request_id', 'status', 'title', 'type'].toSorted(),
          )
          expect(answer.body).not.toMatch(/node_modules|\.ts:|select |insert into/i)
        }
      }
    })

    test('shows no other site on an unknown host', async () => {
      const { status, body } = await world.visit('stranger.example', customer.token)(endpoint.method, path)
      if (endpoint.path.startsWith('/api/v1/platform/'))
        expect([status, body.code]).toEqual([404, 'not_found'])
      else if (endpoint.access === 'anyone') expect([400, 409]).toContain(status)
      else expect([status, body.code]).toEqual([404, 'unknown_site'])
    })
  },
)

test('each problem’s type leads to its line on the page of problems', async () => {
  const { body } = await customer.call('GET', '/api/v1/nothing/')
  const page = await world.app.inject({ url: body.type, headers: { host: 'localhost' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const [, anchor] = body.type.split('#')
  expect(anchor).toBe('not_found')
  for (const code of [anchor, ...ProblemCode.options]) expect(page.body).toContain(`id="${code}"`)
})

test('a body of text is refused as a type, not as missing fields', async () => {
  const headers = {
    ...{ host: 'localhost', authorization: `Bearer ${customer.token}` },
    'content-type': 'text/plain',
  }
  const answer = await world.app.inject({ method: 'POST', url: '/api/v1/payments/', headers, payload: '{}' })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
})

test('rejects another method on a known address as such', async () => {
  const { status, body } = await customer.call('DELETE', '/api/v1/payments/')
  expect([status, body.code]).toEqual([405, 'method_not_allowed'])
})

test('an unknown address isn’t found', async () => {
  expect((await customer.call('GET', '/api/v1/nothing/')).status).toBe(404)
})
