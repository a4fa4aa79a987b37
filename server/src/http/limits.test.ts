import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { makeWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ RATE_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '1' })
})
afterAll(() => world.close())

type Asked = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: string }

/** Asks so many times from one address, and tells the last answer. */
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

test('who guesses at a credential is told to wait, as everybody who asks too often', async () => {
  const authorization = `Basic ${Buffer.from('erp:guess').toString('base64')}`
  const asked = { url: '/api/v1/office/me/', headers: { authorization } }
  expect((await ask(10, '198.51.100.1', asked)).statusCode).toBe(401)
  const refused = await ask(1, '198.51.100.1', asked)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('the accounts service refuses too many requests in its own form, and never as a fault', async () => {
  const signIn = {
    method: 'POST',
    url: '/identity/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
    },
    payload: '{}',
  } as const
  expect((await ask(50, '198.51.100.2', signIn)).statusCode).toBe(400)
  const refused = await ask(1, '198.51.100.2', signIn)
  expect([refused.statusCode, refused.json().__type]).toEqual([429, 'TooManyRequestsException'])
  for (const url of ['/identity/oauth2/authorize', '/identity/.well-known/jwks.json']) {
    expect((await ask(1, '198.51.100.2', { url })).statusCode).toBe(429)
  }
  const token = { method: 'POST', url: '/identity/oauth2/token', payload: '' } as const
  expect((await ask(1, '198.51.100.2', token)).statusCode).toBe(429)
})

test.each(['/identity/%/x', '/api/v1/%', `/api/v1/orders/${'9'.repeat(300)}/`])(
  'the address %s is refused in our own form',
  async (url) => {
    const answer = await ask(1, `198.51.100.${10 + (url.length % 200)}`, { url })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  },
)

test('nobody else on the machine gets into the folder of the embedded database, whoever made it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-test-'))
  chmodSync(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  await sql`select 1`.execute(database.db)
  await database.close()
  const { mode } = statSync(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  expect(mode & 0o777).toBe(0o700)
})

test('a line on which nothing comes is hung up, and so is a request without end', () => {
  const { server } = world.app
  expect(server.timeout).toBe(120_000)
  expect(server.requestTimeout).toBe(1_800_000)
})
