// Third-party clients: Amplify as the web app uses it, and the AWS SDK.

import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity'
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttribute,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NORTHWIND, ORIGIN, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
let endpoint: string
beforeAll(async () => {
  world = await openWorld()
  endpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity`
})
afterAll(() => world.close())

const byPassword = { authFlowType: 'USER_PASSWORD_AUTH' } as const

describe('Amplify', () => {
  beforeAll(() => {
    const stored = new Map<string, string>()
    cognitoUserPoolsTokenProvider.setKeyValueStorage({
      setItem: async (key, value) => void stored.set(key, value),
      getItem: async (key) => stored.get(key) ?? null,
      removeItem: async (key) => void stored.delete(key),
      clear: async () => stored.clear(),
    })
    Amplify.configure({
      Auth: {
        Cognito: {
          userPoolId: NORTHWIND.poolId,
          userPoolClientId: NORTHWIND.clientId,
          userPoolEndpoint: endpoint,
          identityPoolId: NORTHWIND.identityPoolId,
          identityPoolEndpoint: endpoint,
          allowGuestAccess: true,
          loginWith: { email: true },
        },
      },
    })
  })
  afterEach(() => signOut())

  test('signs up, confirms, signs in, refreshes, reads the user and signs out', async () => {
    const { email, username } = world.newName()
    const userAttributes = { email, 'custom:rewards_site_id': 'site-7' }
    const { nextStep } = await signUp({ username, password: PASSWORD, options: { userAttributes } })
    expect(nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
    })

    const early = await signIn({ username, password: PASSWORD, options: byPassword })
    expect(early.nextStep.signInStep).toBe('CONFIRM_SIGN_UP')
    await resendSignUpCode({ username })
    await confirmSignUp({ username, confirmationCode: world.lastCode() })
    await expect(resendSignUpCode({ username })).rejects.toThrow('User is already confirmed.')

    expect((await signIn({ username, password: PASSWORD, options: byPassword })).isSignedIn).toBe(true)
    expect(await getCurrentUser()).toMatchObject({ username })
    const first = await fetchAuthSession()
    const second = await fetchAuthSession({ forceRefresh: true })
    expect(second.tokens?.accessToken.payload.jti).not.toBe(first.tokens?.accessToken.payload.jti)
    expect(second.userSub).toBe(first.userSub)
    expect(await fetchUserAttributes()).toMatchObject({ ...userAttributes, email_verified: 'true' })

    await signOut()
    await expect(fetchUserAttributes()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' })
  })

  test('gives a guest credentials, and the user other ones after signing in', async () => {
    const guest = await fetchAuthSession()
    expect(guest.identityId).toMatch(/^us-east-1:/)
    expect(guest.credentials?.accessKeyId).toMatch(/^LAUREL-/)

    const { username } = await world.addPerson()
    await signIn({ username, password: PASSWORD, options: byPassword })
    const user = await fetchAuthSession()
    await signOut()
    await signIn({ username, password: PASSWORD, options: byPassword })
    const again = await fetchAuthSession()

    expect(user.identityId).toMatch(/^us-east-1:/)
    expect(user.identityId).not.toBe(guest.identityId)
    expect(again.identityId).toBe(user.identityId)
  })

  test('replaces a forgotten password', async () => {
    const { username } = await world.addPerson()
    const { nextStep } = await resetPassword({ username })
    expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE')
    await confirmResetPassword({
      username,
      confirmationCode: world.lastCode(),
      newPassword: 'pears-and-thyme',
    })
    expect((await signIn({ username, password: 'pears-and-thyme', options: byPassword })).isSignedIn).toBe(
      true,
    )
  })

  test('requires a new password after a temporary one', async () => {
    const { email, username } = world.newName()
    const { poolId } = NORTHWIND
    await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })

    const { nextStep } = await signIn({ username, password: PASSWORD, options: byPassword })
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
    expect((await confirmSignIn({ challengeResponse: 'pears-and-thyme' })).isSignedIn).toBe(true)
  })

  test('changes address and password, and deletes the account', async () => {
    const { username } = await world.addPerson()
    await signIn({ username, password: PASSWORD, options: byPassword })
    const change = await updateUserAttribute({
      userAttribute: { attributeKey: 'email', value: 'moved@example.com' },
    })
    expect(change.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE')
    await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: world.lastCode() })
    expect(await fetchUserAttributes()).toMatchObject({ email: 'moved@example.com' })

    await updatePassword({ oldPassword: PASSWORD, newPassword: 'pears-and-thyme' })
    await fetchAuthSession({ forceRefresh: true })
    await deleteUser()
    await expect(
      signIn({ username: 'moved@example.com#site-7', password: 'pears-and-thyme', options: byPassword }),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
  })

  test('gets the specification’s message for each broken password rule', async () => {
    const { email, username } = world.newName()
    const userAttributes = { email, 'custom:rewards_site_id': 'site-7' }
    await expect(signUp({ username, password: 'short', options: { userAttributes } })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password must have at least 8 characters',
    })
  })
})

describe('The AWS SDK', () => {
  const { clientId: ClientId, identityPoolId: IdentityPoolId } = NORTHWIND
  const settings = () => ({ endpoint, region: 'us-east-1', maxAttempts: 1 })
  const users = () => new CognitoIdentityProviderClient(settings())
  const identities = () => new CognitoIdentityClient(settings())

  test('signs up, uses the account, and signs out everywhere', async () => {
    const { email, username: Username } = world.newName()
    const client = users()
    await client.send(
      new SignUpCommand({
        ClientId,
        Username,
        Password: PASSWORD,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'custom:rewards_site_id', Value: 'site-7' },
        ],
      }),
    )
    const sent = await client.send(new ResendConfirmationCodeCommand({ ClientId, Username }))
    expect(sent.CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL')
    await client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: world.lastCode() }))

    const { AuthenticationResult: signedIn } = await client.send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: Username, PASSWORD },
      }),
    )
    const { AuthenticationResult: refreshed } = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: signedIn?.RefreshToken }),
    )
    const AccessToken = refreshed?.AccessToken
    expect((await client.send(new GetUserCommand({ AccessToken }))).Username).toBe(Username)

    await client.send(new GlobalSignOutCommand({ AccessToken }))
    await expect(client.send(new GetUserCommand({ AccessToken }))).rejects.toThrow(NotAuthorizedException)
  })

  test('gets an identity only for our own token under its issuer', async () => {
    const { username } = await world.addPerson()
    const { IdToken, AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    const issuer = `${ORIGIN}/identity/${NORTHWIND.poolId}`.replace('http://', '')
    const client = identities()

    const { IdentityId } = await client.send(
      new GetIdCommand({ IdentityPoolId, Logins: { [issuer]: IdToken } }),
    )
    const mine = new GetCredentialsForIdentityCommand({ IdentityId, Logins: { [issuer]: IdToken } })
    const { Credentials } = await client.send(mine)
    expect(Credentials?.SecretKey).toBeTypeOf('string')
    expect(Credentials?.Expiration).toBeInstanceOf(Date)

    for (const Logins of [
      { 'accounts.google.com': IdToken },
      { [issuer]: AccessToken },
      { [issuer]: 'a.b.c' },
    ]) {
      await expect(client.send(new GetIdCommand({ IdentityPoolId, Logins }))).rejects.toThrow(Error)
    }
    // The identity ID alone doesn't give a user's credentials.
    await expect(client.send(new GetCredentialsForIdentityCommand({ IdentityId }))).rejects.toThrow(
      /not found/,
    )
  })

  test('a guest’s ID resolves to the user after sign-in', async () => {
    const client = identities()
    const { IdentityId: guest } = await client.send(new GetIdCommand({ IdentityPoolId }))
    const { username } = await world.addPerson()
    const { IdToken } = (await world.signIn(username)).body.AuthenticationResult
    const issuer = `${ORIGIN}/identity/${NORTHWIND.poolId}`.replace('http://', '')

    const { IdentityId } = await client.send(
      new GetCredentialsForIdentityCommand({ IdentityId: guest, Logins: { [issuer]: IdToken } }),
    )
    expect(IdentityId).not.toBe(guest)
  })
})

describe('jose', () => {
  test('verifies both tokens by the published keys, issuer and audience', async () => {
    const { username, sub, email } = await world.addPerson()
    const { IdToken, AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    const issuer = world.identity.issuer(NORTHWIND.poolId)
    const currentDate = new Date('2026-11-21T10:00:00Z')
    const keys = createRemoteJWKSet(new URL(`${endpoint}/${NORTHWIND.poolId}/.well-known/jwks.json`))

    const { payload } = await jwtVerify(IdToken, keys, { issuer, audience: NORTHWIND.clientId, currentDate })
    expect(payload).toMatchObject({
      sub,
      email,
      email_verified: true,
      token_use: 'id',
      'cognito:username': username,
      'custom:rewards_site_id': 'site-7',
      auth_time: currentDate.getTime() / 1000,
    })
    expect(payload.exp! - payload.iat!).toBe(900)

    const local = createLocalJWKSet(await world.identity.publicKeys())
    const access = await jwtVerify(AccessToken, local, { issuer, currentDate })
    expect(access.payload).toMatchObject({
      sub,
      token_use: 'access',
      client_id: NORTHWIND.clientId,
      scope: 'aws.cognito.signin.user.admin',
      origin_jti: payload.origin_jti,
    })
  })

  test('finds the configuration and only public keys', async () => {
    const configuration = await world.app.inject(
      `/identity/${NORTHWIND.poolId}/.well-known/openid-configuration`,
    )
    expect(configuration.json()).toMatchObject({ issuer: world.identity.issuer(NORTHWIND.poolId) })
    const { keys } = (await world.app.inject('/identity/.well-known/jwks.json')).json()
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect((await world.app.inject('/identity/us-east-1_Nobody/.well-known/jwks.json')).statusCode).toBe(404)
  })
})
