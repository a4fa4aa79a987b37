import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  APP,
  openSocialWorld,
  type ProviderName,
  readBack,
  type SocialWorld,
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

describe('signing in with another service', () => {
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

  test('the session can be read, refreshed, and signed out everywhere', async () => {
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

  test('a returning person gets the same account, also with a new address', async () => {
    const first = decodeJwt((await world.enter('Facebook')).body.id_token)
    world.providers.person.email = `moved-${me.email}`
    const second = decodeJwt((await world.enter('Facebook')).body.id_token)
    expect(second.sub).toBe(first.sub)
    expect(second.email).toBe(me.email)
    expect(world.events.filter((event) => event === 'social_linked')).toHaveLength(1)
  })

  test('one address is one account at all services', async () => {
    const subjects = []
    for (const provider of FOUR) subjects.push(decodeJwt((await world.enter(provider)).body.id_token).sub)
    expect(new Set(subjects).size).toBe(1)
  })

  test('an account with a confirmed address is linked and keeps its password', async () => {
    const { sub } = await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    expect(decodeJwt((await world.enter('Google')).body.id_token).sub).toBe(sub)
    expect((await world.signIn(me.username)).status).toBe(200)
  })

  test('addresses match in any case', async () => {
    const { sub } = await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    world.providers.person.email = me.email.toUpperCase()
    expect(decodeJwt((await world.enter('Google')).body.id_token).sub).toBe(sub)
  })

  test('two sign-ins at once open one account', async () => {
    const [one, two] = await Promise.all([world.enter('Google'), world.enter('Google')])
    expect(decodeJwt(one.body.id_token).sub).toBe(decodeJwt(two.body.id_token).sub)
  })
})

describe('an address registered without proof', () => {
  test('goes to its owner; the password, attributes, and code of the registration are void', async () => {
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
    // Same answer as for any wrong code.
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

describe('a refused sign-in tells the app why', () => {
  const refused = { at: APP, error: 'access_denied', state: 'the-app-s-state', code: undefined }
  const expectRefused = (back: ReturnType<typeof readBack>, words: string) => {
    expect({ code: undefined, ...back }).toMatchObject(refused)
    expect(back.error_description).toContain(words)
    // The characters OAuth allows in a description.
    expect(back.error_description).toMatch(/^[ !#-[\]-~]+$/)
  }

  test.each(FOUR)('the person cancels at %s', async (provider) => {
    expectRefused(await world.signInAt(provider, 'Cancel'), `You canceled signing in with ${provider}`)
  })

  test.each(FOUR)('%s has not confirmed the address', async (provider) => {
    world.newPerson({ emailVerified: false })
    expectRefused(await world.signInAt(provider), "hasn't confirmed your email address")
  })

  test.each<ProviderName>(['Google', 'Apple'])(
    '%s does not say whether the address is confirmed',
    async (provider) => {
      world.newPerson({ emailVerified: undefined })
      expectRefused(await world.signInAt(provider), "hasn't confirmed your email address")
    },
  )

  test.each<ProviderName>(['Amazon', 'Facebook'])(
    '%s never says so, and the site does not trust it',
    async (provider) => {
      const restore = world.changeClient(provider, { trustEmail: false })
      expectRefused(await world.signInAt(provider), "hasn't confirmed your email address")
      restore()
    },
  )

  test.each(FOUR)('%s sends no address', async (provider) => {
    world.newPerson({ email: undefined })
    expectRefused(await world.signInAt(provider), "didn't share your email address")
  })

  test('the address is invalid', async () => {
    world.newPerson({ email: 'not an address' })
    expectRefused(await world.signInAt('Google'), "can't use the email address")
  })

  test('a disabled account stays closed, linked or not', async () => {
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

  test('the account has changed its address since', async () => {
    const { sub } = await world.identity.createUser({
      poolId: NORTHWIND.poolId,
      email: me.email,
      password: PASSWORD,
      confirmed: true,
    })
    const attributes = JSON.stringify({ email: `new-${me.email}`, 'custom:rewards_site_id': 'site-7' })
    await world.db.updateTable('identity.users').set({ attributes }).where('sub', '=', sub).execute()
    expectRefused(await world.signInAt('Google'), 'belongs to you')
  })

  test('the address belongs to another person at the service now', async () => {
    await world.enter('Google')
    world.newPerson({ email: me.email })
    expectRefused(await world.signInAt('Google'), 'already belongs to another Google account')
  })

  test('the account uses a second factor', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, mfa: 'optional' })
    await world.enter('Google')
    const mfa_enabled = JSON.stringify(['SOFTWARE_TOKEN_MFA'])
    await world.db
      .updateTable('identity.users')
      .set({ mfa_enabled })
      .where('username', '=', me.username)
      .execute()
    expectRefused(await world.signInAt('Google'), 'requires a code')
  })

  test('the site requires a second factor', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, mfa: 'required' })
    const answer = await world.authorize('Google')
    expectRefused(readBack(answer.headers.location), 'requires a code')
    await world.identity.ensurePool(NORTHWIND)
  })

  test('the site has no self sign-up', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, selfSignUp: false })
    expectRefused(await world.signInAt('Google'), 'There is no account for')
    expect(await accountOf(me.username)).toBeUndefined()
    await world.identity.ensurePool(NORTHWIND)
  })

  test('the sign-in took longer than ten minutes', async () => {
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

  test('when the browser is sent there', async () => {
    const restore = world.changeClient('Google', { issuer: 'https://localhost:1' })
    const answer = await world.authorize('Google')
    expect(answer.statusCode).toBe(302)
    expect(readBack(answer.headers.location)).toMatchObject(down)
    restore()
  })

  test.each(FOUR)('when the browser returns from %s', async (provider) => {
    world.providers.outage.on = true
    const back = await world.signInAt(provider)
    world.providers.outage.on = false
    expect(back).toMatchObject(down)
    expect(back.error_description).toContain(`get your details from ${provider}`)
    expect(await accountOf(me.username)).toBeUndefined()
  })

  test('with an untrusted certificate', async () => {
    const { port } = new URL((await world.leave('Google')).to)
    const restore = world.changeClient('Google', { issuer: `https://[::1]:${port}` })
    expect(readBack((await world.authorize('Google')).headers.location)).toMatchObject(down)
    restore()
  })

  test('that rejects the client secret', async () => {
    const restore = world.changeClient('Google', { clientSecret: 'another' })
    expect(await world.signInAt('Google')).toMatchObject(down)
    restore()
  })
})
