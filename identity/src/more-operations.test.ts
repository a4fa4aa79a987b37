// Operations beyond signing in, driven by the AWS SDK with real signatures.
import { CognitoIdentityClient, GetIdCommand, GetOpenIdTokenCommand } from '@aws-sdk/client-cognito-identity'
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  DeleteWebAuthnCredentialCommand,
  GetUserAuthFactorsCommand,
  ListDevicesCommand,
  ListUsersCommand,
  ListWebAuthnCredentialsCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACORN, NORTHWIND, openWorld, PASSWORD, STAFF_KEY, type World } from './testing/world.ts'

const { poolId: UserPoolId, clientId: ClientId, identityPoolId: IdentityPoolId } = NORTHWIND

let world: World
let staff: CognitoIdentityProviderClient
let visitors: CognitoIdentityClient
let person: Awaited<ReturnType<World['addPerson']>>
let tokens: { AccessToken: string; IdToken: string }
beforeAll(async () => {
  world = await openWorld()
  world.waitUntilToday()
  const endpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity`
  const options = { endpoint, region: 'us-east-1', maxAttempts: 1, credentials: STAFF_KEY }
  staff = new CognitoIdentityProviderClient(options)
  visitors = new CognitoIdentityClient(options)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.addPerson()
  tokens = (await world.signIn(person.username)).body.AuthenticationResult
})

describe('ListUsers', () => {
  const list = (more: object = {}) => staff.send(new ListUsersCommand({ UserPoolId, ...more }))

  test('lists every user of the pool once, in pages', async () => {
    await world.addPerson()
    const names: (string | undefined)[] = []
    let PaginationToken: string | undefined
    do {
      const page = await list({ Limit: 1, PaginationToken })
      expect(page.Users).toHaveLength(1)
      names.push(page.Users![0]!.Username)
      PaginationToken = page.PaginationToken
    } while (PaginationToken)
    expect(names).toContain(person.username)
    expect(new Set(names).size).toBe(names.length)
    expect((await list({ UserPoolId: ACORN.poolId })).Users).toEqual([])
  })

  test.each([
    ['email', '=', () => person.email.toUpperCase()],
    ['email', '^=', () => person.email.split('@')[0]!],
    ['sub', '=', () => person.sub],
    ['username', '=', () => person.username],
  ])('finds by %s %s', async (name, operator, value) => {
    const { Users } = await list({ Filter: `${name} ${operator} "${value()}"`, AttributesToGet: ['email'] })
    expect(Users?.map(({ Attributes }) => Attributes)).toContainEqual([
      { Name: 'email', Value: person.email },
    ])
  })

  test('filters by status', async () => {
    await world.identity.setEnabled(person.sub, false, 'staff:1')
    const { Users } = await list({ Filter: 'status = "Disabled"' })
    expect(Users).toMatchObject([{ Username: person.username, Enabled: false }])
    expect((await list({ Filter: 'cognito:user_status = "UNCONFIRMED"' })).Users).toEqual([])
  })

  test.each([
    [{ Filter: 'email like "x"' }, 'Error while parsing filter.'],
    [{ Filter: 'password_hash = "x"' }, 'Invalid search attribute: password_hash'],
    [{ PaginationToken: '!' }, 'Invalid pagination token given.'],
  ])('refuses %j', async (asked, message) => {
    await expect(list(asked)).rejects.toMatchObject({ name: 'InvalidParameterException', message })
  })

  test('is staff’s alone', async () => {
    expect((await world.ask('ListUsers', { UserPoolId })).error).toBe('MissingAuthenticationTokenException')
  })
})

describe('AdminInitiateAuth', () => {
  const signIn = (more: object = {}) =>
    staff.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: person.username, PASSWORD },
        ...more,
      }),
    )

  test('still requires the password, and refreshes', async () => {
    const { AuthenticationResult } = await signIn()
    expect(AuthenticationResult?.AccessToken).toBeDefined()
    const AuthParameters = { REFRESH_TOKEN: AuthenticationResult!.RefreshToken! }
    const again = await signIn({ AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters })
    expect(again.AuthenticationResult?.AccessToken).toBeDefined()
    await expect(
      signIn({ AuthParameters: { USERNAME: person.username, PASSWORD: 'x' } }),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
  })

  test('accepts clients of its own pool only, and needs a signature', async () => {
    await expect(signIn({ ClientId: ACORN.clientId })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    expect((await world.ask('AdminInitiateAuth', { UserPoolId, ClientId })).error).toBe(
      'MissingAuthenticationTokenException',
    )
  })
})

describe('A signed-in user', () => {
  test('has no devices and no passkeys, and cannot register one', async () => {
    const { AccessToken } = tokens
    expect((await staff.send(new ListDevicesCommand({ AccessToken }))).Devices).toEqual([])
    expect((await staff.send(new ListWebAuthnCredentialsCommand({ AccessToken }))).Credentials).toEqual([])
    await expect(staff.send(new StartWebAuthnRegistrationCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'WebAuthnNotEnabledException',
    })
    await expect(
      staff.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: 'x' })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    for (const operation of ['ListDevices', 'ListWebAuthnCredentials', 'StartWebAuthnRegistration']) {
      expect((await world.ask(operation, { AccessToken: 'no-token' })).error).toBe('NotAuthorizedException')
    }
  })

  test('can list their sign-in methods', async () => {
    const factors = () => staff.send(new GetUserAuthFactorsCommand({ AccessToken: tokens.AccessToken }))
    expect(await factors()).toMatchObject({
      Username: person.username,
      ConfiguredUserAuthFactors: ['PASSWORD'],
    })
    await world.identity.ensurePool({ ...NORTHWIND, passwordless: true })
    expect((await factors()).ConfiguredUserAuthFactors).toEqual(['PASSWORD', 'EMAIL_OTP'])
    await world.identity.ensurePool(NORTHWIND)
  })
})

describe('GetOpenIdToken', () => {
  test('identifies a user or a guest of the identity pool and opens no session', async () => {
    const provider = `shop.test/identity/${UserPoolId}`
    const Logins = { [provider]: tokens.IdToken }
    const { IdentityId } = await visitors.send(new GetIdCommand({ IdentityPoolId, Logins }))
    const { Token } = await visitors.send(new GetOpenIdTokenCommand({ IdentityId, Logins }))
    expect(decodeJwt(Token!)).toMatchObject({
      sub: IdentityId,
      aud: IdentityPoolId,
      amr: ['authenticated', provider, `${provider}:${person.sub}`],
    })
    expect((await world.ask('GetUser', { AccessToken: Token })).error).toBe('NotAuthorizedException')

    const guest = await visitors.send(new GetIdCommand({ IdentityPoolId }))
    const unknown = await visitors.send(new GetOpenIdTokenCommand({ IdentityId: guest.IdentityId }))
    expect(decodeJwt(unknown.Token!)).toMatchObject({ sub: guest.IdentityId, amr: ['unauthenticated'] })
    await expect(visitors.send(new GetOpenIdTokenCommand({ IdentityId }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })
})
