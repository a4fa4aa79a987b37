import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  APP,
  openSocialWorld,
  type ProviderName,
  readBack,
  type SocialWorld,
  VERIFIER,
} from '../testing/social-world.ts'
import { visitProvider } from '../testing/visit-provider.ts'
import { NORTHWIND, PASSWORD } from '../testing/world.ts'

let world: SocialWorld
beforeAll(async () => {
  world = await openSocialWorld()
})
afterAll(() => world.close())

let me: { email: string; username: string }
beforeEach(() => {
  me = world.newPerson()
  world.events.length = 0
})

const FOUR: ProviderName[] = ['Google', 'Apple', 'Amazon', 'Facebook']
const accountOf = (username: string) => world.identity.findUser(NORTHWIND.poolId, username)

describe('done', () => {
  test.each(FOUR)('%s opens an account and signs in', async (provider) => {
    const back = await world.signInAt(provider)
    expect(back).toMatchObject({ at: APP, state: 'the-app-s-state' })
    expect(back.error_description).toBeUndefined()

    const { status, body, headers } = await world.trade({ code: back.code! })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900 })
    expect(decodeJwt(body.id_token)).toMatchObject({
      email: me.email,
      email_verified: true,
      'cognito:username': me.username,
      'custom:rewards_site_id': 'site-7',
    })
    expect(world.events.slice(0, 3)).toEqual(['signed_up', 'social_linked', 'social_sign_in'])
  })

  test('the session is like any other: read, refreshed, signed out everywhere', async () => {
    const { body } = await world.enter('Google')
    const { body: user } = await world.ask('GetUser', { AccessToken: body.access_token })
    expect(user.UserAttributes).toContainEqual({ Name: 'given_name', Value: 'Maya' })

    const next = await world.refresh(body.refresh_token)
    expect(next.status).toBe(200)
    await world.ask('GlobalSignOut', { AccessToken: body.access_token })
    const { RefreshToken } = next.body.AuthenticationResult
    expect(await world.refresh(RefreshToken)).toMatchObject({ error: 'NotAuthorizedException' })
  })

  test('a session can be revoked by its refresh token', async () => {
    const { body } = await world.enter('Amazon')
    await world.ask('RevokeToken', { ClientId: world.ClientId, Token: body.refresh_token })
    expect((await world.refresh(body.refresh_token)).error).toBe('NotAuthorizedException')
  })

  test('who comes back enters the same account, also under another address', async () => {
    const first = decodeJwt((await world.enter('Facebook')).body.id_token)
    world.providers.person.email = `moved-${me.email}`
    const second = decodeJwt((await world.enter('Facebook')).body.id_token)
    expect(second.sub).toBe(first.sub)
    expect(second.email).toBe(me.email)
    expect(world.events.filter((event) => event === 'social_linked')).toHaveLength(1)
  })

  test('one address is one account, whichever service leads there', async () => {
    const subjects = []
    for (const provider of FOUR) subjects.push(decodeJwt((await world.enter(provider)).body.id_token).sub)
    expect(new Set(subjects).size).toBe(1)
  })

  test('an account with a confirmed address is linked, and keeps its password', async () => {
    const { sub } = await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    expect(decodeJwt((await world.enter('Google')).body.id_token).sub).toBe(sub)
    expect((await world.signIn(me.username)).status).toBe(200)
  })

  test('the address of an account is the same in every spelling', async () => {
    const { sub } = await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    world.providers.person.email = me.email.toUpperCase()
    expect(decodeJwt((await world.enter('Google')).body.id_token).sub).toBe(sub)
  })

  test('two at once are one account', async () => {
    const [one, two] = await Promise.all([world.enter('Google'), world.enter('Google')])
    expect(decodeJwt(one.body.id_token).sub).toBe(decodeJwt(two.body.id_token).sub)
  })
})

describe('an address registered by somebody who never proved it', () => {
  test('goes to its owner: password, attributes and code of the other are void', async () => {
    const attributes = [
      { Name: 'email', Value: me.email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
      { Name: 'phone_number', Value: '+15005550006' },
    ]
    await world.ask('SignUp', {
      ClientId: world.ClientId,
      Username: me.username,
      Password: PASSWORD,
      UserAttributes: attributes,
    })
    const code = world.lastCode()

    const { body } = await world.enter('Google')
    expect(decodeJwt(body.id_token)).toMatchObject({ email: me.email, email_verified: true })
    expect((await world.signIn(me.username)).error).toBe('NotAuthorizedException')
    expect(await accountOf(me.username)).toMatchObject({ status: 'CONFIRMED', signed_up_from: null })
    expect((await accountOf(me.username))?.attributes.phone_number).toBeUndefined()
    const late = await world.ask('ConfirmSignUp', {
      ClientId: world.ClientId,
      Username: me.username,
      ConfirmationCode: code,
    })
    // Whoever registered it learns as little as anybody else.
    expect(late.error).toBe('CodeMismatchException')
  })

  test('a password can be chosen afterwards, by a code to the address', async () => {
    await world.enter('Google')
    await world.ask('ForgotPassword', { ClientId: world.ClientId, Username: me.username })
    await world.ask('ConfirmForgotPassword', {
      ClientId: world.ClientId,
      Username: me.username,
      ConfirmationCode: world.lastCode(),
      Password: PASSWORD,
    })
    expect((await world.signIn(me.username)).status).toBe(200)
  })
})

describe('refused, told to the app in words', () => {
  const refused = { at: APP, error: 'access_denied', state: 'the-app-s-state', code: undefined }
  const expectRefused = (back: ReturnType<typeof readBack>, words: string) => {
    expect({ code: undefined, ...back }).toMatchObject(refused)
    expect(back.error_description).toContain(words)
    // What OAuth lets stand in a description.
    expect(back.error_description).toMatch(/^[ !#-[\]-~]+$/)
  }

  test.each(FOUR)('by the person, at %s', async (provider) => {
    expectRefused(await world.signInAt(provider, 'Cancel'), `You did not let ${provider} tell us`)
  })

  test.each(FOUR)('%s has not confirmed the address', async (provider) => {
    world.newPerson({ emailVerified: false })
    expectRefused(await world.signInAt(provider), 'has not confirmed your email address')
  })

  test.each<ProviderName>(['Google', 'Apple'])('%s does not say of the address', async (provider) => {
    world.newPerson({ emailVerified: undefined })
    expectRefused(await world.signInAt(provider), 'has not confirmed your email address')
  })

  test.each<ProviderName>(['Amazon', 'Facebook'])(
    '%s says nothing about the address, and the site does not take its word',
    async (provider) => {
      const restore = world.changeClient(provider, { trustEmail: false })
      expectRefused(await world.signInAt(provider), 'has not confirmed your email address')
      restore()
    },
  )

  test.each(FOUR)('%s tells no address', async (provider) => {
    world.newPerson({ email: undefined })
    expectRefused(await world.signInAt(provider), 'did not tell us your email address')
  })

  test('the address is none', async () => {
    world.newPerson({ email: 'not an address' })
    expectRefused(await world.signInAt('Google'), 'cannot use the email address')
  })

  test('a disabled account stays shut, linked or not', async () => {
    await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    const disable = (at: Date | null) =>
      world.db
        .updateTable('identity.users')
        .set({ disabled_at: at })
        .where('username', '=', me.username)
        .execute()
    await disable(new Date())
    expectRefused(await world.signInAt('Google'), 'closed')
    await disable(null)
    const { code } = await world.signInAt('Google')
    await disable(new Date())
    expect((await world.trade({ code: code! })).body).toEqual({ error: 'invalid_grant' })
    expectRefused(await world.signInAt('Google'), 'closed')
  })

  test('an account whose address is no longer the one it began with', async () => {
    const { sub } = await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    const attributes = JSON.stringify({ email: `new-${me.email}`, 'custom:rewards_site_id': 'site-7' })
    await world.db.updateTable('identity.users').set({ attributes }).where('sub', '=', sub).execute()
    expectRefused(await world.signInAt('Google'), 'one person')
  })

  test('an address that passed to somebody else at the service', async () => {
    await world.enter('Google')
    world.newPerson({ email: me.email })
    expectRefused(await world.signInAt('Google'), 'Another Google account belongs to this address')
  })

  test('whoever switched a second step on signs in with it', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, mfa: 'optional' })
    await world.enter('Google')
    const mfa_enabled = JSON.stringify(['SOFTWARE_TOKEN_MFA'])
    await world.db
      .updateTable('identity.users')
      .set({ mfa_enabled })
      .where('username', '=', me.username)
      .execute()
    expectRefused(await world.signInAt('Google'), 'asks for a code when you sign in')
  })

  test('a site that asks everybody for a second step sends nobody away', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, mfa: 'required' })
    const answer = await world.authorize('Google')
    expectRefused(readBack(answer.headers.location), 'asks everybody for a code')
    await world.identity.ensurePool(NORTHWIND)
  })

  test('a site that opens no accounts by itself opens none here', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, selfSignUp: false })
    expectRefused(await world.signInAt('Google'), 'There is no account for')
    expect(await accountOf(me.username)).toBeUndefined()
    await world.identity.ensurePool(NORTHWIND)
  })

  test('who took longer than ten minutes', async () => {
    const { to, cookie } = await world.leave('Google')
    const brought = await visitProvider(to, 'Continue')
    world.wait(601)
    expectRefused(
      readBack((await world.comeBack(brought, cookie)).headers.location),
      'longer than ten minutes',
    )
  })
})

describe('a service that is down', () => {
  const down = { at: APP, error: 'temporarily_unavailable', state: 'the-app-s-state' }

  test('before the way there', async () => {
    const restore = world.changeClient('Google', { issuer: 'https://localhost:1' })
    const answer = await world.authorize('Google')
    expect(answer.statusCode).toBe(302)
    expect(readBack(answer.headers.location)).toMatchObject(down)
    restore()
  })

  test.each(FOUR)('on the way back from %s', async (provider) => {
    world.providers.outage.on = true
    const back = await world.signInAt(provider)
    world.providers.outage.on = false
    expect(back).toMatchObject(down)
    expect(back.error_description).toContain(`${provider} could not tell us who you are`)
    expect(await accountOf(me.username)).toBeUndefined()
  })

  test('one whose certificate nobody vouches for', async () => {
    const { port } = new URL((await world.leave('Google')).to)
    const restore = world.changeClient('Google', { issuer: `https://[::1]:${port}` })
    expect(readBack((await world.authorize('Google')).headers.location)).toMatchObject(down)
    restore()
  })

  test('a client secret the service does not take', async () => {
    const restore = world.changeClient('Google', { clientSecret: 'another' })
    expect(await world.signInAt('Google')).toMatchObject(down)
    restore()
  })
})

describe('the code', () => {
  test('is good once', async () => {
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
  ])('is refused with %s, and spent', async (_, wrong) => {
    const { code } = await world.signInAt('Google')
    expect((await world.trade({ code: code!, ...wrong })).body).toEqual({ error: 'invalid_grant' })
    expect((await world.trade({ code: code! })).body).toEqual({ error: 'invalid_grant' })
  })

  test('dies after a minute', async () => {
    const { code } = await world.signInAt('Google')
    world.wait(61)
    expect((await world.trade({ code: code! })).body).toEqual({ error: 'invalid_grant' })
  })

  test('lies hashed in the database, and what goes to the service lies sealed', async () => {
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

describe('the way back', () => {
  const isDeadEnd = (answer: { statusCode: number; headers: Record<string, unknown>; body: string }) => {
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain('We could not sign you in')
  }

  test('is open once', async () => {
    const { to, cookie } = await world.leave('Google')
    const brought = await visitProvider(to, 'Continue')
    expect((await world.comeBack(brought, cookie)).statusCode).toBe(302)
    isDeadEnd(await world.comeBack(brought, cookie))
  })

  test('is closed to a browser without the cookie, and to one with another trip’s', async () => {
    const mine = await world.leave('Google')
    const other = await world.leave('Google')
    const brought = await visitProvider(mine.to, 'Continue')
    isDeadEnd(await world.comeBack(brought, ''))
    isDeadEnd(await world.comeBack(brought, other.cookie))
    const forged = `${mine.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`
    isDeadEnd(await world.comeBack(brought, forged))
    // Nothing of that kept the right browser out.
    expect((await world.comeBack(brought, mine.cookie)).statusCode).toBe(302)
  })

  test.each(['', '?state=made-up&code=made-up', '?state=a&state=b&code=c', '?code=%00'])(
    'is closed to an answer we never asked for: %s',
    async (query) => {
      const { cookie } = await world.leave('Google')
      isDeadEnd(await world.get(`/identity/oauth2/idpresponse${query}`, cookie))
    },
  )

  test('the cookie is the browser’s alone, and travels with Apple’s form', async () => {
    const google = (await world.leave('Google')).setCookie
    expect(google).toMatch(
      /^__Host-trip-[\w-]+=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect((await world.leave('Apple')).setCookie).toMatch(/SameSite=None$/)
  })

  test('a code of another sign-in at the service does not pass for this one', async () => {
    const mine = await world.leave('Google')
    const other = await world.leave('Google')
    const foreign = new URL((await visitProvider(other.to, 'Continue')).path, APP)
    foreign.searchParams.set('state', new URL(mine.to).searchParams.get('state')!)
    const path = foreign.pathname + foreign.search
    const answer = await world.comeBack({ method: 'GET', path, body: undefined }, mine.cookie)
    expect(readBack(answer.headers.location).error).toBe('temporarily_unavailable')
  })
})

describe('what an app may ask', () => {
  test.each([
    ['a redirect_uri of somebody else', { redirect_uri: 'https://evil.test/' }],
    ['one that only begins right', { redirect_uri: `${APP}.evil.test/` }],
    ['one with more to it', { redirect_uri: `${APP}?next=https://evil.test` }],
    ['none', { redirect_uri: undefined }],
    ['a client nobody knows', { client_id: 'stranger' }],
    ['a client of a site without services', { client_id: 'acornclient00000000000001' }],
    ['a client id that is none', { client_id: "x' or '1'='1" }],
  ])('%s leads nowhere', async (_, changes) => {
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
  ])('%s goes back to the app: %j', async (error, changes) => {
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
  ])('the token endpoint says %s for %j', async (error, changes) => {
    expect(await world.trade(changes as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error },
    })
  })

  test('the token endpoint takes forms only, and each field once', async () => {
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

  test('signing out leads to an address of the site, to the letter', async () => {
    const leave = (logoutUri: string) =>
      world.get(
        `/identity/logout?${new URLSearchParams({ client_id: world.ClientId, logout_uri: logoutUri })}`,
      )
    expect((await leave(APP)).headers.location).toBe(APP)
    expect((await leave('https://evil.test/')).statusCode).toBe(400)
  })
})

test('what nobody came back for is forgotten', async () => {
  await world.leave('Google')
  await world.signInAt('Google')
  world.wait(601)
  await world.identity.deleteExpired()
  expect(await world.db.selectFrom('identity.social_trips').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('identity.social_codes').selectAll().execute()).toEqual([])
})
