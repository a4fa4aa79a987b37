// A second installation's accounts service plays Amazon's user pool: the settings alone tell them apart.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsWorld } from '../../testing/accounts-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let pool: World
let world: World
let poolId: string
let clientId: string
const IDENTITY_POOL = 'us-east-1:11111111-2222-4333-8444-555555555555'

beforeAll(async () => {
  pool = await makeWorld()
  await pool.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = pool.app.server.address() as AddressInfo
  const { accounts } = await pool.kit.sites.readByHost('localhost')
  poolId = accounts.user_pool_id
  clientId = 'thesharedpoolsclient00001'
  await pool.identity.ensurePool({
    poolId,
    clientId,
    identityPoolId: IDENTITY_POOL,
    siteId: 'northwind',
    passwordPolicy: {
      minLength: 8,
      requireLowercase: false,
      requireUppercase: false,
      requireNumbers: false,
      requireSymbols: false,
    },
    blockedWords: [],
    selfSignUp: true,
  })
  world = await makeWorld({
    IDENTITY_USER_POOL_ID: poolId,
    IDENTITY_CLIENT_ID: clientId,
    IDENTITY_IDENTITY_POOL_ID: IDENTITY_POOL,
    IDENTITY_AUTH_FLOW: 'USER_SRP_AUTH',
    IDENTITY_OAUTH_DOMAIN: 'shop.auth.us-east-1.amazoncognito.com',
    IDENTITY_OAUTH_PROVIDERS: 'Google',
    IDENTITY_ISSUER: pool.identity.issuer(poolId),
    IDENTITY_JWKS_URL: `http://127.0.0.1:${port}/identity/${poolId}/.well-known/jwks.json`,
  })
}, 60_000)
afterAll(async () => {
  await world.close()
  await pool.close()
})

async function tokensFromPool() {
  const accounts = accountsWorld(pool)
  const { username, email } = await accounts.addAccount()
  const { body } = await accounts.ask('InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: 'kettle-of-plum-jam-4711' },
  })
  return { email, ...(body.AuthenticationResult as { IdToken: string; AccessToken: string }) }
}

const actualUser = (host: string, token: string, from = world) =>
  from.visit(host)('GET', '/api/v1/actual_user/', undefined, { authorization: `Bearer ${token}` })

test.each(['localhost', 'acorn.localhost'])(
  '%s names the one pool, and no endpoint of ours',
  async (host) => {
    const { body } = await world.visit(host)('GET', '/api/v1/actual_rewards_site/')
    expect(body.accounts).toMatchObject({
      user_pool_id: poolId,
      client_id: clientId,
      identity_pool_id: IDENTITY_POOL,
      auth_flow: 'USER_SRP_AUTH',
      oauth_domain: 'shop.auth.us-east-1.amazoncognito.com',
      social_providers: ['Google'],
    })
    expect(body.accounts).not.toHaveProperty('user_pool_endpoint')
    expect(body.accounts).not.toHaveProperty('identity_pool_endpoint')
  },
)

test('the embedded accounts service is off', async () => {
  const { visit } = world
  expect((await visit('localhost')('POST', '/identity/', {})).status).toBe(404)
  expect((await visit('localhost')('GET', '/identity/.well-known/jwks.json')).status).toBe(404)
  expect(world.identity).toBeUndefined()
})

test('the demo has no customer who can’t sign in', () => {
  expect(world.demo?.map(({ as }) => as)).toEqual(['staff', 'staff'])
})

test('a token of that pool opens its own site and creates the customer', async () => {
  const { email, IdToken } = await tokensFromPool()
  expect(await actualUser('localhost', IdToken)).toMatchObject({ status: 200, body: { email } })
})

test('a token opens only the site it names, and an access token opens none', async () => {
  const { IdToken, AccessToken } = await tokensFromPool()
  expect((await actualUser('acorn.localhost', IdToken)).status).toBe(401)
  expect((await actualUser('localhost', AccessToken)).status).toBe(401)
})

test('a token for another app client, or signed by another pool, opens nothing', async () => {
  const acorn = accountsWorld(pool, 'acorn.localhost', 'acorn')
  const { username } = await acorn.addAccount()
  const { tokens } = await acorn.signIn(username)
  expect((await actualUser('acorn.localhost', tokens.IdToken, pool)).status).toBe(200)
  expect((await actualUser('acorn.localhost', tokens.IdToken)).status).toBe(401)
})
