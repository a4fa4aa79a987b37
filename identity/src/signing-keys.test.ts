import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, ORIGIN, openWorld, type World } from './testing/world.ts'

const DAY_S = 86_400

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const kidOf = (token: string) => decodeProtectedHeader(token).kid
const kidsPublished = async () => (await world.identity.publicKeys()).keys.map((key) => key.kid)

test('a new key after 30 days ends no session, and the old one is published until its tokens are dead', async () => {
  const { username } = await world.addPerson()
  const old = (await world.signIn(username)).body.AuthenticationResult
  world.wait(30 * DAY_S - 60)
  const last = (await world.signIn(username)).body.AuthenticationResult
  expect(kidOf(last.IdToken)).toBe(kidOf(old.IdToken))

  world.wait(120)
  const first = (await world.signIn(username)).body.AuthenticationResult
  expect(kidOf(first.IdToken)).not.toBe(kidOf(old.IdToken))
  expect(await kidsPublished()).toEqual([kidOf(first.IdToken), kidOf(old.IdToken)])
  expect((await world.ask('GetUser', { AccessToken: last.AccessToken })).status).toBe(200)
  expect((await world.refresh(last.RefreshToken)).status).toBe(200)

  world.wait(2 * 3600)
  await world.identity.deleteExpired()
  expect(await kidsPublished()).toEqual([kidOf(first.IdToken)])
})

test('two processes use the same key, and each verifies what the other signed', async () => {
  const { username } = await world.addPerson()
  const here = (await world.signIn(username)).body.AuthenticationResult
  const other = await world.mount()
  const keys = createLocalJWKSet(await other.identity.publicKeys())
  const { payload } = await jwtVerify(here.IdToken, keys, {
    currentDate: new Date(0),
    issuer: `${ORIGIN}/identity/us-east-1_Northwind`,
  })
  expect(payload.token_use).toBe('id')
  expect((await other.identity.publicKeys()).keys).toHaveLength(1)
  await other.app.close()
})

test('private keys lie sealed in the database', async () => {
  await world.identity.publicKeys()
  const rows = await world.db.selectFrom('identity.signing_keys').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(Buffer.from(row.private_jwk, 'base64url').toString()).not.toContain('"d"')
})

test('a token whose signature or algorithm was changed is refused', async () => {
  const { username } = await world.addPerson()
  const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
  const [header, payload, signature] = AccessToken.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const ofAnother = Buffer.from(payload, 'base64url').toString().replace('access', 'acce55')
  for (const forged of [
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${header}.${Buffer.from(ofAnother).toString('base64url')}.${signature}`,
  ]) {
    expect((await world.ask('GetUser', { AccessToken: forged })).body.message).toBe('Invalid Access Token')
  }
})

const madeUp = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.eA`

test.each([
  ['a zero character', 'a\0b'],
  ['half a surrogate pair', '\ud800'],
  ['a list', ['a', 'b']],
  ['an object', { a: 1 }],
  ['a number', 5],
  ['endless', 'k'.repeat(3000)],
  ['nothing', undefined],
])('a token whose key is called %s is refused like any other forged one', async (_what, kid) => {
  const forged = madeUp({ alg: 'RS256', kid })
  const access = await world.ask('GetUser', { AccessToken: forged })
  expect([access.error, access.body.message]).toEqual(['NotAuthorizedException', 'Invalid Access Token'])
  const { identityPoolId: IdentityPoolId } = NORTHWIND
  const id = await world.ask('GetId', { IdentityPoolId, Logins: { 'shop.test/identity/x': forged } })
  expect([id.error, id.body.message]).toEqual(['NotAuthorizedException', 'Invalid Identity Token'])
})

test('no token is called bad while the database can’t be asked for its key', async () => {
  const { username } = await world.addPerson()
  const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
  const other = await world.mount()
  await sql`alter table identity.signing_keys rename to away`.execute(world.db)
  const answer = await other.app.inject({
    method: 'POST',
    url: '/identity/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
    },
    payload: JSON.stringify({ AccessToken }),
  })
  await sql`alter table identity.away rename to signing_keys`.execute(world.db)
  expect([answer.statusCode, answer.json().__type]).toEqual([500, 'InternalErrorException'])
  await other.app.close()
})

test('a token dies after 15 minutes', async () => {
  const { username } = await world.addPerson()
  const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
  world.wait(899)
  expect((await world.ask('GetUser', { AccessToken })).status).toBe(200)
  world.wait(1)
  expect((await world.ask('GetUser', { AccessToken })).body.message).toBe('Access Token has expired')
})
