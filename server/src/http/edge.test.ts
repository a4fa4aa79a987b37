import { Refusal } from '@laurel/domain/refusal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGuards } from '../database/guards.ts'
import { type AskedSession, makeIdTokens } from '../features/customers/id-tokens.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { originOf } from './origin.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ TRUST_PROXY: '1' })
  world.app.get('/test-ip', { schema: { hide: true } }, (request) => ({ ip: request.ip }))
})
afterAll(() => world.close())

test('a visitor behind one proxy has the address that the proxy saw, whatever they claim', async () => {
  const answer = await world.app.inject({
    url: '/test-ip',
    headers: { host: 'localhost', 'x-forwarded-for': '6.6.6.6, 5.5.5.5' },
  })
  expect(answer.json()).toEqual({ ip: '5.5.5.5' })
})

test.each(['localhost:3190@evil.example', 'localhost:3190/x', 'localhost, evil.example', 'localhost:99999'])(
  'the host %s leads nowhere',
  async (host) => {
    const { status, body } = await world.visit(host)('GET', '/api/v1/actual_rewards_site/')
    expect([status, body.code]).toEqual([404, 'unknown_site'])
  },
)

test.each(['localhost', 'localhost:3000', 'acorn.localhost:3000', '127.0.0.1:80', '[::1]:3000'])(
  'the host %s is an origin',
  (host) => {
    expect(originOf({ protocol: 'https', host })).toBe(`https://${host}`)
  },
)

test('a file that is too large is rejected with the size limit', async () => {
  const customer = await world.signIn()
  const boundary = 'edge'
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/files/',
    headers: {
      host: 'localhost',
      authorization: `Bearer ${customer.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(part),
      Buffer.alloc(9_000_000),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  expect(answer.statusCode).toBe(413)
  expect(answer.json().detail).not.toContain('{')
})

test('a token stops working when its session ends, on every server', async () => {
  const { token, call } = await world.signIn()
  const site = await world.kit.sites.readByHost('localhost')
  const { issuer: issuerOf, publicKeys, isSessionOpen } = world.identity
  // Another server on the same database, which has just accepted the token.
  const guardOf = makeGuards(world.kit.pool, ({ session, at }: AskedSession) => isSessionOpen(session, at))
  const elsewhere = makeIdTokens({ issuerOf, publicKeys, guardOf }, world.kit.now)
  const isAccepted = async () => {
    const { claims, session } = await elsewhere.verify(token, site)
    await elsewhere.guardOf(session, () => new Refusal('sign_in_required'))?.ask()
    return claims
  }
  const { subject } = await isAccepted()
  expect((await call('GET', '/api/v1/actual_user/')).status).toBe(200)

  await world.identity.setEnabled(subject, false, 'staff:1')
  expect((await call('GET', '/api/v1/actual_user/')).status).toBe(401)
  expect((await call('GET', '/api/v1/us_states/')).status).toBe(401)
  await expect(isAccepted()).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('requires TLS of browsers behind TLS only, whatever a visitor claims', async () => {
  const headers = { host: 'localhost', 'x-forwarded-for': '198.51.100.9' }
  const hstsOf = async (app: World['app'], more: Record<string, string>) =>
    (await app.inject({ url: '/health', headers: { ...headers, ...more } })).headers[
      'strict-transport-security'
    ]
  expect(await hstsOf(world.app, { 'x-forwarded-proto': 'https' })).toMatch(/^max-age=31536000/)
  expect(await hstsOf(world.app, {})).toBeUndefined()
  const unproxied = await makeWorld()
  expect(await hstsOf(unproxied.app, { 'x-forwarded-proto': 'https' })).toBeUndefined()
  await unproxied.close()
})
