// A stranger registers an address before its owner does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoolSettings } from './mount.ts'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const { clientId: ClientId, poolId } = NORTHWIND
const OWN = 'pears-and-thyme'

const setSite = (more: Partial<PoolSettings>) => world.identity.ensurePool({ ...NORTHWIND, ...more })

async function reset(Username: string) {
  await world.ask('ForgotPassword', { ClientId, Username })
  const ConfirmationCode = world.lastCode()
  const done = await world.ask('ConfirmForgotPassword', {
    ClientId,
    Username,
    ConfirmationCode,
    Password: OWN,
  })
  expect(done.status).toBe(200)
}

/** A stranger's registration of another person's address. */
async function preregister() {
  const owner = world.newName()
  const UserAttributes = [
    { Name: 'email', Value: owner.email },
    { Name: 'custom:rewards_site_id', Value: 'site-7' },
    { Name: 'phone_number', Value: '+19375550999' },
    { Name: 'name', Value: 'A Stranger' },
  ]
  await world.ask('SignUp', { ClientId, Username: owner.username, Password: PASSWORD, UserAttributes })
  return owner
}

const answer = (username: string, { ChallengeName, Session }: Record<string, string>, answers: object) =>
  world.ask('RespondToAuthChallenge', {
    ClientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: username, ...answers },
  })

describe('The mailbox’s owner who resets the password of a stranger’s registration', () => {
  test('finds nothing of the stranger in the account', async () => {
    await setSite({ mfa: 'off' })
    const { email, username } = await preregister()
    await reset(username)
    const { AccessToken } = (await world.signIn(username, OWN)).body.AuthenticationResult
    const told = Object.fromEntries(
      (await world.ask('GetUser', { AccessToken })).body.UserAttributes.map(
        ({ Name, Value }: { Name: string; Value: string }) => [Name, Value],
      ),
    )
    expect(told).toEqual({
      email,
      email_verified: 'true',
      'custom:rewards_site_id': 'site-7',
      sub: expect.any(String),
    })
  })

  test('has to fill in the required attributes at the next sign-in', async () => {
    await setSite({ mfa: 'off', requiredAttributes: ['name'] })
    const { username } = await preregister()
    await reset(username)
    const { body } = await world.signIn(username, OWN)
    expect(body).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: { requiredAttributes: '["userAttributes.name"]' },
    })
    expect(await answer(username, body, { NEW_PASSWORD: OWN })).toMatchObject({
      error: 'InvalidParameterException',
    })
    const given = { NEW_PASSWORD: OWN, 'userAttributes.name': 'Ann' }
    expect((await answer(username, body, given)).body.AuthenticationResult).toBeDefined()
    // Once is enough, also when the site asks for more later.
    await setSite({ mfa: 'off', requiredAttributes: ['name', 'nickname'] })
    expect((await world.signIn(username, OWN)).body.AuthenticationResult).toBeDefined()
  })

  test('has to give a number if text messages are the only second factor', async () => {
    await setSite({ mfa: 'required', mfaFactors: ['SMS'] })
    const { username } = await preregister()
    await reset(username)
    const { body } = await world.signIn(username, OWN)
    expect(body).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: { requiredAttributes: '["userAttributes.phone_number"]' },
    })
    const next = await answer(username, body, {
      NEW_PASSWORD: OWN,
      'userAttributes.phone_number': '+13125550004',
    })
    expect(next.body.ChallengeName).toBe('SMS_MFA')
    expect(world.mailbox.at(-1)).toMatchObject({ medium: 'SMS', destination: '+13125550004' })
  })
})

test('an unverified number is no second factor after a reset, even of a confirmed account', async () => {
  await setSite({ mfa: 'required', mfaFactors: ['SMS'] })
  const { username } = await preregister()
  await world.ask('ConfirmSignUp', { ClientId, Username: username, ConfirmationCode: world.lastCode() })
  await reset(username)
  expect((await world.signIn(username, OWN)).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('resetting a temporary password does not skip the required attributes', async () => {
  await setSite({ mfa: 'off', requiredAttributes: ['name'] })
  const { email, username } = world.newName()
  await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })
  await reset(username)
  expect((await world.signIn(username, OWN)).body).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeParameters: { requiredAttributes: '["userAttributes.name"]' },
  })
})

describe('The mailbox’s owner who enters the code of a stranger’s registration', () => {
  const HOME = '198.51.100.7'

  async function register(from: string, browser?: string) {
    await setSite({ mfa: 'off' })
    const owner = world.newName()
    const UserAttributes = [
      { Name: 'email', Value: owner.email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
      { Name: 'name', Value: 'A Stranger' },
    ]
    const ClientMetadata = browser === undefined ? undefined : { browser }
    await world.ask(
      'SignUp',
      { ClientId, Username: owner.username, Password: PASSWORD, UserAttributes, ClientMetadata },
      from,
    )
    return owner
  }
  const confirm = (Username: string, from: string, browser?: string) =>
    world.ask(
      'ConfirmSignUp',
      {
        ClientId,
        Username,
        ConfirmationCode: world.lastCode(),
        ...(browser !== undefined && { ClientMetadata: { browser } }),
      },
      from,
    )

  test.each([
    ['from another browser', 'the-stranger', 'the-owner'],
    ['from a browser that signed nobody up', 'the-stranger', ''],
    ['of a client that names no browser', undefined, 'the-owner'],
  ])('%s opens nothing with the password of the stranger', async (_, theirs, own) => {
    const { username, email } = await register(HOME, theirs)
    expect((await confirm(username, HOME, own)).status).toBe(200)
    expect((await world.signIn(username)).body.message).toBe('Incorrect username or password.')
    // The mailbox is proved: its owner chooses a password, and nothing of the stranger is left.
    await reset(username)
    const { AccessToken } = (await world.signIn(username, OWN)).body.AuthenticationResult
    const { UserAttributes } = (await world.ask('GetUser', { AccessToken })).body
    expect(UserAttributes).toContainEqual({ Name: 'email', Value: email })
    expect(JSON.stringify(UserAttributes)).not.toContain('A Stranger')
  })

  test('confirms the password typed in the same browser, on any network', async () => {
    const { username } = await register(HOME, 'the-owner')
    expect((await confirm(username, '203.0.113.9', 'the-owner')).status).toBe(200)
    expect((await world.signIn(username)).body.AuthenticationResult).toBeDefined()
  })

  test('confirms by the same network only if the client has no browser secret', async () => {
    const mine = await register(HOME)
    await confirm(mine.username, HOME)
    expect((await world.signIn(mine.username)).body.AuthenticationResult).toBeDefined()
    const theirs = await register('203.0.113.9')
    await confirm(theirs.username, HOME)
    expect((await world.signIn(theirs.username)).error).toBe('NotAuthorizedException')
  })

  test('confirms the password typed at a sign-in in this browser', async () => {
    const { username } = await register('203.0.113.9', 'at-the-office')
    const signIn = await world.ask(
      'InitiateAuth',
      {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId,
        AuthParameters: { USERNAME: username, PASSWORD },
        ClientMetadata: { browser: 'at-home' },
      },
      HOME,
    )
    expect(signIn.error).toBe('UserNotConfirmedException')
    expect((await confirm(username, HOME, 'at-home')).status).toBe(200)
    expect((await world.signIn(username)).body.AuthenticationResult).toBeDefined()
  })

  test('does not confirm it after a wrong password in this browser', async () => {
    const { username } = await register('203.0.113.9', 'the-stranger')
    await world.ask(
      'InitiateAuth',
      {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId,
        AuthParameters: { USERNAME: username, PASSWORD: 'not-the-password' },
        ClientMetadata: { browser: 'the-owner' },
      },
      HOME,
    )
    await confirm(username, HOME, 'the-owner')
    expect((await world.signIn(username)).error).toBe('NotAuthorizedException')
  })

  test('gets a session that requires their own password', async () => {
    const { username } = await register(HOME, 'the-stranger')
    const { body } = await confirm(username, HOME, '')
    const asked = await world.ask('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      ClientId,
      Session: body.Session,
      AuthParameters: { USERNAME: username },
    })
    expect(asked.body).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' })
    const { body: done } = await answer(username, asked.body, { NEW_PASSWORD: OWN })
    expect(done.AuthenticationResult).toBeDefined()
  })
})
