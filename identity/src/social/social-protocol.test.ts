import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { APP, openSocialWorld, readBack, type SocialWorld, VERIFIER } from '../testing/social-world.ts'
import { visitProvider } from '../testing/visit-provider.ts'

let world: SocialWorld
beforeAll(async () => {
  world = await openSocialWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.newPerson()
})

describe('the code', () => {
  test('works once', async () => {
    const { code } = await world.signInAt('Google')
    expect((await world.trade({ code: code! })).status).toBe(200)
    expect(await world.trade({ code: code! })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  test.each([
    ['a wrong verifier', { code_verifier: `${VERIFIER}-no` }],
    ['another address', { redirect_uri: 'https://shop.test/elsewhere' }],
    ['another client', { client_id: 'acornclient00000000000001' }],
  ])('is refused with %s, and used up', async (_, wrong) => {
    const { code } = await world.signInAt('Google')
    expect((await world.trade({ code: code!, ...wrong })).body).toEqual({ error: 'invalid_grant' })
    expect((await world.trade({ code: code! })).body).toEqual({ error: 'invalid_grant' })
  })

  test('expires after a minute', async () => {
    const { code } = await world.signInAt('Google')
    world.wait(61)
    expect((await world.trade({ code: code! })).body).toEqual({ error: 'invalid_grant' })
  })

  test('is stored as a hash, and the secrets of the trip are stored encrypted', async () => {
    const { to } = await world.leave('Google')
    const { code } = await world.signInAt('Google')
    const codes = await world.db.selectFrom('identity.social_codes').selectAll().execute()
    const trips = await world.db.selectFrom('identity.social_trips').selectAll().execute()
    const stored = JSON.stringify([codes, trips])
    const asked = new URL(to).searchParams
    for (const secret of [code!, asked.get('state')!, asked.get('nonce')!]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(stored).not.toContain(secret)
    }
  })
})

describe('the return from a service', () => {
  const isDeadEnd = (answer: { statusCode: number; headers: Record<string, unknown>; body: string }) => {
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain("We couldn't sign you in")
  }

  test('works once', async () => {
    const { to, cookie } = await world.leave('Google')
    const brought = await visitProvider(to, 'Continue')
    expect((await world.comeBack(brought, cookie)).statusCode).toBe(302)
    isDeadEnd(await world.comeBack(brought, cookie))
  })

  test('is refused without the cookie, or with the cookie of another trip', async () => {
    const mine = await world.leave('Google')
    const other = await world.leave('Google')
    const brought = await visitProvider(mine.to, 'Continue')
    isDeadEnd(await world.comeBack(brought, ''))
    isDeadEnd(await world.comeBack(brought, other.cookie))
    const forged = `${mine.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`
    isDeadEnd(await world.comeBack(brought, forged))
    // The right browser still gets in.
    expect((await world.comeBack(brought, mine.cookie)).statusCode).toBe(302)
  })

  test.each(['', '?state=made-up&code=made-up', '?state=a&state=b&code=c', '?code=%00'])(
    'is refused for an answer we never asked for: %s',
    async (query) => {
      const { cookie } = await world.leave('Google')
      isDeadEnd(await world.get(`/identity/oauth2/idpresponse${query}`, cookie))
    },
  )

  test('the cookie is hidden from scripts and is sent with Apple’s form', async () => {
    const google = (await world.leave('Google')).setCookie
    expect(google).toMatch(
      /^__Host-trip-[\w-]+=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect((await world.leave('Apple')).setCookie).toMatch(/SameSite=None$/)
  })

  test('a code of another sign-in is refused', async () => {
    const mine = await world.leave('Google')
    const other = await world.leave('Google')
    const foreign = new URL((await visitProvider(other.to, 'Continue')).path, APP)
    foreign.searchParams.set('state', new URL(mine.to).searchParams.get('state')!)
    const path = foreign.pathname + foreign.search
    const answer = await world.comeBack({ method: 'GET', path, body: undefined }, mine.cookie)
    expect(readBack(answer.headers.location).error).toBe('temporarily_unavailable')
  })
})

describe('a request of an app', () => {
  test.each([
    ['a foreign redirect_uri', { redirect_uri: 'https://evil.test/' }],
    ['a redirect_uri that only starts right', { redirect_uri: `${APP}.evil.test/` }],
    ['a redirect_uri with a query', { redirect_uri: `${APP}?next=https://evil.test` }],
    ['no redirect_uri', { redirect_uri: undefined }],
    ['an unknown client', { client_id: 'stranger' }],
    ['a client of a site without services', { client_id: 'acornclient00000000000001' }],
    ['an invalid client ID', { client_id: "x' or '1'='1" }],
  ])('%s is not redirected', async (_, changes) => {
    const answer = await world.authorize('Google', changes)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'openid email' }],
    ['invalid_scope', { scope: 'openid aws.cognito.signin.user.admin everything' }],
    ['invalid_request', { state: undefined }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { identity_provider: 'COGNITO' }],
  ])('%s is returned to the app: %j', async (error, changes) => {
    expect(readBack((await world.authorize('Google', changes)).headers.location)).toMatchObject({
      at: APP,
      error,
    })
  })

  test.each([
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_request', { code: '' }],
    ['invalid_client', { code: 'x', client_id: 'stranger' }],
    ['invalid_grant', { code: 'made-up' }],
  ])('the token endpoint answers %s to %j', async (error, changes) => {
    expect(await world.trade(changes as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error },
    })
  })

  test('the token endpoint takes only forms, and each field once', async () => {
    const send = (type: string, payload: string) =>
      world.app.inject({
        method: 'POST',
        url: '/identity/oauth2/token',
        headers: { 'content-type': type },
        payload,
      })
    expect((await send('application/json', '{}')).statusCode).toBe(415)
    const twice = await send('application/x-www-form-urlencoded', 'code=a&code=b')
    expect(twice.statusCode).toBe(400)
    expect(twice.json()).toEqual({ error: 'invalid_request' })
  })

  test('sign-out redirects only to an exact address of the site', async () => {
    const leave = (logoutUri: string) =>
      world.get(
        `/identity/logout?${new URLSearchParams({ client_id: world.ClientId, logout_uri: logoutUri })}`,
      )
    expect((await leave(APP)).headers.location).toBe(APP)
    expect((await leave('https://evil.test/')).statusCode).toBe(400)
  })
})

test('abandoned trips and codes are deleted', async () => {
  await world.leave('Google')
  await world.signInAt('Google')
  world.wait(601)
  await world.identity.deleteExpired()
  expect(await world.db.selectFrom('identity.social_trips').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('identity.social_codes').selectAll().execute()).toEqual([])
})
