import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { makeLimitPage } from './html-page.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '1' })
})
afterAll(() => world.close())

type Asked = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: string }

/** Sends this many requests from one address and returns the last answer. */
async function ask(times: number, ip: string, { headers, ...asked }: Asked) {
  let last = await world.app.inject({
    ...asked,
    headers: { host: 'localhost', 'x-forwarded-for': ip, ...headers },
  })
  for (let n = 1; n < times; n += 1) {
    last = await world.app.inject({
      ...asked,
      headers: { host: 'localhost', 'x-forwarded-for': ip, ...headers },
    })
  }
  return last
}

const codeOf = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.statusCode === 200 ? undefined : answer.json().code,
]
const LIMIT = [429, 'too_many_requests']
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ME = '/api/v1/actual_user/'

test('a client that guesses at a credential learns how long to wait', async () => {
  const authorization = `Basic ${Buffer.from('erp:guess').toString('base64')}`
  const asked = { url: '/api/v1/office/me/', headers: { authorization } }
  expect((await ask(10, '198.51.100.1', asked)).statusCode).toBe(401)
  const refused = await ask(1, '198.51.100.1', asked)
  expect(codeOf(refused)).toEqual(LIMIT)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(refused.json().detail).toMatch(/^Too many requests\. Try again in (\d+ seconds?|1 minute)\.$/)
  // Another session cookie or secret makes no difference.
  const cookie = { url: '/api/v1/office/me/', headers: { cookie: 'sessionid=guess' } }
  expect(codeOf(await ask(1, '198.51.100.1', cookie))).toEqual(LIMIT)
})

test('the API’s long documents have a lower limit', async () => {
  const asked = { url: '/api/openapi.json' }
  expect((await ask(2, '198.51.100.70', asked)).statusCode).toBe(200)
  expect(codeOf(await ask(1, '198.51.100.70', asked))).toEqual(LIMIT)
})

test('signed-in calls count by account, from any address', async () => {
  const [ada, bo] = [await world.signIn({ registered: false }), await world.signIn({ registered: false })]
  const as = ({ token }: { token: string }) => ({ url: ME, headers: bearer(token) })
  expect((await ask(10, '198.51.100.30', as(ada))).statusCode).toBe(200)
  expect(codeOf(await ask(1, '198.51.100.30', as(ada)))).toEqual(LIMIT)
  expect(codeOf(await ask(1, '198.51.100.31', as(ada)))).toEqual(LIMIT)
  expect((await ask(10, '198.51.100.30', as(bo))).statusCode).toBe(200)
})

test('a forged token gets no limit of its own, and locks out no signed-in customer', async () => {
  const ada = await world.signIn({ registered: false })
  const [head, body, signature] = ada.token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const forged = (n: number) => {
    const other = { ...claims, sub: `somebody-${n}`, email: `${n}@customer.example` }
    return [head, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.')
  }
  const from = '198.51.100.32'
  const answers = []
  for (let n = 0; n < 11; n += 1) {
    answers.push((await ask(1, from, { url: ME, headers: bearer(forged(n)) })).statusCode)
  }
  expect(answers).toEqual([...Array(10).fill(401), 429])
  expect((await ask(1, from, { url: ME, headers: bearer(ada.token) })).statusCode).toBe(200)
})

test('files never count; pages and unknown paths do, by network, generously', async () => {
  const from = '2001:db8:1:2::7'
  expect((await ask(150, from, { url: '/brand/northwind/favicon.svg' })).statusCode).toBe(200)
  const page = { url: '/some/page', headers: { accept: 'text/html' } }
  expect((await ask(100, from, page)).statusCode).toBeLessThan(429)
  const refused = await ask(1, '2001:db8:1:2:9:9:9:9', page)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(codeOf(await ask(1, from, { url: '/api/v1/nothing-here/' }))).toEqual(LIMIT)
  // People who are signed in there can continue.
  const { token } = await world.signIn({ registered: false })
  expect((await ask(1, from, { url: ME, headers: bearer(token) })).statusCode).toBe(200)
})

test('the page for too many requests says when to try again, without a script, and reloads itself', async () => {
  const reply = Fastify()
  const page = makeLimitPage({ sites: world.kit.sites })
  reply.get('/orders', (request, answer) => page(request, answer, 40))
  const { statusCode, headers, body } = await reply.inject({ url: '/orders', headers: { host: 'localhost' } })
  expect([statusCode, headers['retry-after']]).toEqual([429, '40'])
  expect(body).toContain('<h1>Try again in 40 seconds</h1>')
  expect(body).toContain('<meta http-equiv="refresh" content="40">')
  expect(body).not.toContain('<script')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('a link to a card opens a few times a minute, and a working one for everyone in the office', async () => {
  const from = '198.51.100.33'
  const link = (token: string) => ({ url: `/api/v1/claims/${token}/` })
  expect((await ask(2, from, link('A'.repeat(32)))).statusCode).toBe(404)
  expect(codeOf(await ask(1, '198.51.100.34', link('A'.repeat(32))))).toEqual(LIMIT)
  expect((await ask(1, from, link('B'.repeat(32)))).statusCode).toBe(404)
})

test('office sign-ins from one network are limited, whatever the names', async () => {
  const attempt = (n: number) =>
    ask(1, '198.51.100.35', {
      method: 'POST',
      url: '/api/v1/office/sign_in/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=spray${n}%40staff.example&password=a-common-password`,
    })
  expect((await attempt(1)).statusCode).toBe(400)
  expect((await attempt(2)).statusCode).toBe(400)
  expect(codeOf(await attempt(3))).toEqual(LIMIT)
})

test('the accounts service rejects too many requests in its own form, and never as a fault', async () => {
  const signIn = {
    method: 'POST',
    url: '/identity/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
    },
    payload: '{}',
  } as const
  expect((await ask(100, '198.51.100.2', signIn)).statusCode).toBe(400)
  const refused = await ask(1, '198.51.100.2', signIn)
  expect([refused.statusCode, refused.json().__type]).toEqual([429, 'TooManyRequestsException'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (const url of ['/identity/oauth2/authorize', '/identity/.well-known/jwks.json']) {
    expect((await ask(1, '198.51.100.2', { url })).statusCode).toBe(429)
  }
  const token = { method: 'POST', url: '/identity/oauth2/token', payload: '' } as const
  expect((await ask(1, '198.51.100.2', token)).statusCode).toBe(429)
})

test.each(['/identity/%/x', '/api/v1/%', `/api/v1/orders/${'9'.repeat(300)}/`])(
  'the address %s is rejected in our own form',
  async (url) => {
    const answer = await ask(1, `198.51.100.${10 + (url.length % 200)}`, { url })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  },
)

test('no other user of the machine can open the folder of the embedded database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-test-'))
  chmodSync(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  await sql`select 1`.execute(database.db)
  await database.close()
  const { mode } = statSync(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  expect(mode & 0o777).toBe(0o700)
})

test('an idle connection is closed, and so is a request without end', () => {
  const { server } = world.app
  expect(server.timeout).toBe(120_000)
  expect(server.requestTimeout).toBe(1_800_000)
})
