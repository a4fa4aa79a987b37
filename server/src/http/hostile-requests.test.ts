import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type SignedIn, type World } from '../testing/world.ts'

let world: World
let customer: SignedIn
let port: number
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as { port: number }).port
})
afterAll(() => world.close())

/** Sends raw bytes and reads until the first answer is complete or the connection closes. */
function sendRaw(text: string, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1')
    let heard = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      heard += chunk
      const [head = '', body = ''] = heard.split('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (length === undefined || Buffer.byteLength(body) < Number(length)) return
      socket.destroy()
      resolve(heard)
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
    socket.write(text)
    if (end) socket.end()
  })
}

const WRITES = [
  ['a claim', 'POST', '/api/v1/claims/x/reveal/', 'application/json'],
  ['a customer’s form', 'POST', '/api/v1/registered_addresses/', 'application/x-www-form-urlencoded'],
  ['a change', 'PATCH', '/api/v1/actual_user/', 'application/json'],
  ['a removal', 'DELETE', '/api/v1/registered_addresses/1/', 'application/json'],
  ['the office’s sign-in', 'POST', '/api/v1/office/sign_in/', 'application/json'],
  ['the office', 'POST', '/api/v1/office/orders/1/approve/', 'application/json'],
  ['an upload', 'POST', '/api/v1/files/', 'multipart/form-data; boundary=x'],
  ['a streamed upload', 'POST', '/api/v1/csv_card_item_imports/', 'multipart/form-data; boundary=x'],
  ['the accounts service', 'POST', '/identity/', 'application/x-amz-json-1.1'],
  ['a provider’s report', 'POST', '/api/v1/payments/converge_report/', 'application/x-www-form-urlencoded'],
] as const

describe.each(['br', 'deflate', 'gzip', 'zstd', 'gzip, br', 'GZIP', 'made-up'])(
  'a body that claims to be %s',
  (encoding) => {
    test.each(WRITES)('is rejected at once by %s', async (_, method, path, type) => {
      const answer = await sendRaw(
        `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${customer.token}\r\n` +
          `content-type: ${type}\r\ncontent-encoding: ${encoding}\r\ncontent-length: 14\r\n\r\n{"email":"a@b"`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 4(15|00) /)
      if (path.startsWith('/api/')) expect(answer).toContain('"code":"body_is_compressed"')
    })
  },
)

test('a plain body can declare that it is plain', async () => {
  const { status } = await customer.call(
    'POST',
    '/api/v1/recipient_lists/',
    { name: 'Plain' },
    {
      'content-encoding': 'identity',
    },
  )
  expect(status).toBe(200)
})

test('rejects a request for two hosts', async () => {
  const answer = await sendRaw(
    'GET /api/v1/actual_rewards_site/ HTTP/1.1\r\nhost: localhost\r\nhost: acorn.localhost\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"code":"validation_failed"')
})

test.each([
  [
    'headers over the limit',
    `GET /api/v1/us_states/ HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}`,
    431,
    'headers_too_large',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2',
    400,
    'request_malformed',
  ],
  ['no HTTP at all', '\u0016\u0003\u0001', 400, 'request_malformed'],
] as const)('answers %s with a problem and ends the connection', async (_, head, status, code) => {
  const answer = await sendRaw(`${head}\r\n\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toMatch(/^content-type: application\/problem\+json\r$/im)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status, code })
})

describe('an upload that ends before its last boundary', () => {
  const body =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\nfirst_name,last_name\r\nMaya'
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${customer.token}\r\n` +
    `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`

  test.each(['/api/v1/csv_card_item_imports/', '/api/v1/files/'])(
    'is rejected as broken by %s',
    async (path) => {
      const answer = await sendRaw(head(path, body.length) + body)
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(answer).toContain('"code":"validation_failed"')
    },
  )
})

test.each(['', '{"items": [', '{"__proto__": {}}'])(
  '%s is answered as a body that isn’t JSON',
  async (payload) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/orders/999999/cancel/',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${customer.token}`,
        'content-type': 'application/json',
      },
      payload,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ field: '', code: 'invalid_json' }])
  },
)

test('a deep body where none is taken changes nothing, with a key too', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/orders/999999/cancel/',
    headers: {
      host: 'localhost',
      authorization: `Bearer ${customer.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'deep',
    },
    payload: `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

describe('a token with other text for the same bytes', () => {
  test.each([
    ['padding', (part: string) => `${part}==`],
    ['bits left over', (part: string) => part.slice(0, -1) + next(part.at(-1)!)],
    ['a plus for a minus', (part: string) => part.replace(/[-_]/, (one) => (one === '-' ? '+' : '/'))],
  ])('is rejected: %s', async (_, change) => {
    const [head = '', payload = '', signature = ''] = customer.token.split('.')
    const changed = change(signature)
    expect(changed).not.toBe(signature)
    expect(Buffer.from(changed, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    const ask = world.visit('localhost', [head, payload, changed].join('.'))
    expect((await ask('GET', '/api/v1/actual_user/')).status).toBe(401)
    expect((await customer.call('GET', '/api/v1/actual_user/')).status).toBe(200)
  })
})

/** A 256-byte signature leaves four bits of its last letter unused. */
function next(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) + 1]!
}
