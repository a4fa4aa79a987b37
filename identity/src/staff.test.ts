// Staff's side, driven by the AWS SDK with real signatures.

import { request as httpRequest } from 'node:http'
import { Sha256 } from '@aws-crypto/sha256-js'
import {
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { SignatureV4 } from '@smithy/signature-v4'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeMessage } from './mount.ts'
import { NORTHWIND, openWorld, PASSWORD, STAFF_KEY, type World } from './testing/world.ts'

const { poolId: UserPoolId } = NORTHWIND

let world: World
let address: string
let staff: CognitoIdentityProviderClient
beforeAll(async () => {
  world = await openWorld()
  world.waitUntilToday()
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  staff = clientWith(STAFF_KEY)
})
afterAll(() => world.close())

function clientWith(credentials: { accessKeyId: string; secretAccessKey: string }, offset = 0) {
  return new CognitoIdentityProviderClient({
    endpoint: `${address}/identity`,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials,
    systemClockOffset: offset,
  })
}

const attributesOf = (email: string, isVerified = true) => [
  { Name: 'email', Value: email },
  { Name: 'custom:rewards_site_id', Value: 'site-7' },
  ...(isVerified ? [{ Name: 'email_verified', Value: 'true' }] : []),
]

function createUser(Username: string, email: string, more: Partial<AdminCreateUserCommandInput> = {}) {
  const UserAttributes = attributesOf(email)
  return staff.send(new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, ...more }))
}

const lastMail = (): CodeMessage => world.mailbox.at(-1)!

describe('Opening an account for somebody', () => {
  test('mails a temporary password that must be replaced at the first sign-in', async () => {
    const { email, username } = world.newName()
    const { User } = await createUser(username, email)
    expect(User).toMatchObject({ Username: username, Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' })
    expect(User?.UserCreateDate).toBeInstanceOf(Date)
    expect(User?.Attributes).toContainEqual({ Name: 'email_verified', Value: 'true' })
    expect(lastMail()).toMatchObject({ purpose: 'invitation', medium: 'EMAIL', destination: email })
    expect(lastMail().expiresAt.getTime() - world.now().getTime()).toBe(7 * 86_400_000)

    const { body } = await world.signIn(username, lastMail().code)
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  })

  test('mails nothing when staff hands the password over', async () => {
    const { email, username } = world.newName()
    const mails = world.mailbox.length
    await createUser(username, email, {
      TemporaryPassword: PASSWORD,
      MessageAction: 'SUPPRESS',
      UserAttributes: attributesOf(email, false),
    })
    expect(world.mailbox).toHaveLength(mails)
    expect((await world.signIn(username)).body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  })

  test('mails a password only to an address staff vouches for', async () => {
    const { email, username } = world.newName()
    const mails = world.mailbox.length
    await expect(createUser(username, email, { UserAttributes: attributesOf(email, false) })).rejects.toThrow(
      'email_verified must be true',
    )
    expect(world.mailbox).toHaveLength(mails)
    expect(await world.identity.findUser(UserPoolId, username)).toBeUndefined()
  })

  test('sends a new password when the first was lost, and the first is dead', async () => {
    const { email, username } = world.newName()
    await createUser(username, email)
    const first = lastMail().code
    world.wait(8 * 86_400)
    const late = clientWith(STAFF_KEY, 8 * 86_400_000)
    const again = { UserPoolId, Username: username, MessageAction: 'RESEND' } as const
    await late.send(new AdminCreateUserCommand(again))
    world.waitUntilToday()

    expect(lastMail().code).not.toBe(first)
    expect((await world.signIn(username, first)).body.message).toBe('Incorrect username or password.')
    expect((await world.signIn(username, lastMail().code)).status).toBe(200)
    const settled = await world.addPerson()
    const forSettled = new AdminCreateUserCommand({ ...again, Username: settled.username })
    await expect(staff.send(forSettled)).rejects.toMatchObject({ name: 'UnsupportedUserStateException' })
  })

  test('is refused for a name that is taken, another site or a weak password', async () => {
    const taken = await world.addPerson()
    await expect(createUser(taken.username, taken.email)).rejects.toMatchObject({
      name: 'UsernameExistsException',
    })
    const { email, username } = world.newName()
    await expect(createUser(`${email}#site-8`, email)).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
    await expect(createUser(username, email, { TemporaryPassword: 'short' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    })
    await expect(createUser(username, email, { UserPoolId: 'us-east-1_Nowhere' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })
})

describe('Shutting somebody out', () => {
  const disable = (Username: string) => staff.send(new AdminDisableUserCommand({ UserPoolId, Username }))
  const enable = (Username: string) => staff.send(new AdminEnableUserCommand({ UserPoolId, Username }))

  test('ends sessions, refreshing, sign-ins under way and codes', async () => {
    const { email, username } = world.newName()
    await createUser(username, email, { TemporaryPassword: PASSWORD, MessageAction: 'SUPPRESS' })
    const { body: underWay } = await world.signIn(username)
    const person = await world.addPerson()
    const { AccessToken, RefreshToken } = (await world.signIn(person.username)).body.AuthenticationResult
    const { ClientId } = world
    await world.ask('ForgotPassword', { ClientId, Username: person.username })
    const code = world.lastCode()

    await disable(username)
    await disable(person.username)

    expect((await world.ask('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked')
    expect((await world.refresh(RefreshToken)).body.message).toBe('Refresh Token has been revoked')
    const answer = await world.ask('RespondToAuthChallenge', {
      ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: underWay.Session,
      ChallengeResponses: { USERNAME: username, NEW_PASSWORD: 'pears-and-thyme' },
    })
    expect(answer.body.message).toBe('Invalid session for the user.')
    const reset = await world.ask('ConfirmForgotPassword', {
      ClientId,
      Username: person.username,
      ConfirmationCode: code,
      Password: 'pears-and-thyme',
    })
    expect(reset.error).toBe('CodeMismatchException')
  })

  test('is heard of only with the right password, and asking for a reset tells nothing', async () => {
    const { username } = await world.addPerson()
    await disable(username)
    expect((await world.signIn(username, 'not-the-password')).body.message).toBe(
      'Incorrect username or password.',
    )
    expect((await world.signIn(username)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'This account is blocked. Contact support to open it again.',
    })
    const mails = world.mailbox.length
    const { ClientId } = world
    const forgot = await world.ask('ForgotPassword', { ClientId, Username: username })
    const stranger = await world.ask('ForgotPassword', { ClientId, Username: world.newName().username })
    expect(forgot).toEqual(stranger)
    expect(world.mailbox).toHaveLength(mails)
  })

  test('ends a sign-in whose last question is being answered', async () => {
    const { email, username } = world.newName()
    await createUser(username, email, { TemporaryPassword: PASSWORD, MessageAction: 'SUPPRESS' })
    const { Session } = (await world.signIn(username)).body
    // Staged: staff was here after the question was read and before the session opens.
    await world.db
      .updateTable('identity.users')
      .set({ disabled_at: world.now() })
      .where('username', '=', username)
      .execute()
    const answer = await world.ask('RespondToAuthChallenge', {
      ClientId: world.ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: username, NEW_PASSWORD: 'pears-and-thyme' },
    })
    expect(answer.body.message).toBe('This account is blocked. Contact support to open it again.')
  })

  test('is taken back: they sign in anew, what ended stays ended', async () => {
    const { username } = await world.addPerson()
    const { RefreshToken } = (await world.signIn(username)).body.AuthenticationResult
    await disable(username)
    const shut = await staff.send(new AdminGetUserCommand({ UserPoolId, Username: username }))
    await enable(username)
    const open = await staff.send(new AdminGetUserCommand({ UserPoolId, Username: username }))

    expect([shut.Enabled, open.Enabled]).toEqual([false, true])
    expect((await world.refresh(RefreshToken)).status).toBe(400)
    expect((await world.signIn(username)).status).toBe(200)
  })

  test('needs a user who exists', async () => {
    await expect(disable('nobody@example.com#site-7')).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    })
  })
})

describe('Making somebody choose a new password', () => {
  const reset = (Username: string) => staff.send(new AdminResetUserPasswordCommand({ UserPoolId, Username }))

  test('ends their sessions and mails a code, and the old password opens nothing', async () => {
    const { email, username } = await world.addPerson()
    const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult

    await reset(username)

    expect(lastMail()).toMatchObject({ purpose: 'reset-password', destination: email })
    expect((await world.ask('GetUser', { AccessToken })).status).toBe(400)
    expect((await world.signIn(username)).error).toBe('PasswordResetRequiredException')
    await world.ask('ConfirmForgotPassword', {
      ClientId: world.ClientId,
      Username: username,
      ConfirmationCode: world.lastCode(),
      Password: 'pears-and-thyme',
    })
    expect((await world.signIn(username, 'pears-and-thyme')).status).toBe(200)
  })

  test('is refused while the account was never confirmed or its address never proven', async () => {
    const { email, username } = world.newName()
    await createUser(username, email, { TemporaryPassword: PASSWORD, MessageAction: 'SUPPRESS' })
    await expect(reset(username)).rejects.toThrow('User password cannot be reset in the current state.')
  })
})

describe('A request of staff', () => {
  const command = () => new AdminGetUserCommand({ UserPoolId, Username: 'nobody@example.com#site-7' })

  test('is done only when signed by the key that is configured', async () => {
    const { accessKeyId, secretAccessKey } = STAFF_KEY
    await expect(
      clientWith({ accessKeyId, secretAccessKey: 'x'.repeat(40) }).send(command()),
    ).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    await expect(
      clientWith({ accessKeyId: 'SOMEBODYELSE', secretAccessKey }).send(command()),
    ).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
    const { status, error } = await world.ask('AdminGetUser', { UserPoolId, Username: 'a' })
    expect([status, error]).toEqual([400, 'MissingAuthenticationTokenException'])
  })

  test('is refused when it is older or newer than five minutes', async () => {
    for (const minutes of [-6, 6]) {
      // The SDK would correct its clock by the answer's date and try again.
      const client = clientWith(STAFF_KEY, minutes * 60_000)
      await expect(client.send(command())).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    }
  })

  test('cannot be changed on its way: neither body, nor operation, nor time', async () => {
    const { username } = await world.addPerson()
    const target = 'AWSCognitoIdentityProviderService.AdminGetUser'
    const body = JSON.stringify({ UserPoolId, Username: username })
    const signed = await sign(body, target)
    const { host: _host, ...withoutHost } = await sign(body, target, ['host'])
    const other = body.replace(username, 'nobody@example.com#site-7')

    expect((await send(body, signed)).status).toBe(200)
    for (const [changedBody, headers] of [
      // Its headers go on claiming the digest of the first body.
      [other, signed],
      [body, { ...signed, 'x-amz-target': target.replace('GetUser', 'DisableUser') }],
      [body, { ...signed, 'x-amz-date': signed['x-amz-date']!.replace(/\d\dZ/, '99Z') }],
      [
        body,
        {
          ...signed,
          authorization: signed.authorization!.replace(/SignedHeaders=[^,]+/, 'SignedHeaders=host'),
        },
      ],
      [body, { ...signed, authorization: 'Bearer x' }],
      [body, withoutHost],
    ] as const) {
      const answer = await send(changedBody, headers)
      expect([answer.status, answer.body.__type]).toEqual([
        400,
        expect.stringMatching(/^(InvalidSignature|IncompleteSignature)Exception$/),
      ])
    }
    expect((await world.identity.findUser(UserPoolId, username))?.disabled_at).toBeNull()
  })

  test('is done once: whoever overheard it does not repeat it', async () => {
    const { username } = await world.addPerson()
    const body = JSON.stringify({ UserPoolId, Username: username })
    const disabling = await sign(body, 'AWSCognitoIdentityProviderService.AdminDisableUser')
    expect((await send(body, disabling)).status).toBe(200)
    await staff.send(new AdminEnableUserCommand({ UserPoolId, Username: username }))

    const repeated = await send(body, disabling)
    expect([repeated.status, repeated.body.__type]).toEqual([400, 'InvalidSignatureException'])
    expect((await world.identity.findUser(UserPoolId, username))?.disabled_at).toBeNull()
  })

  test('is remembered until it is too old by itself, and no longer', async () => {
    const body = JSON.stringify({ UserPoolId, Username: (await world.addPerson()).username })
    const getting = await sign(body, 'AWSCognitoIdentityProviderService.AdminGetUser')
    expect((await send(body, getting)).status).toBe(200)
    const repeat = async () => (await send(body, getting)).body.message

    world.wait(299)
    await world.identity.deleteExpired()
    expect(await repeat()).toBe('This request was made before. Sign it anew.')
    world.wait(2)
    await world.identity.deleteExpired()
    expect(await repeat()).toBe('Signature expired or not yet current.')
    const kept = await world.db.selectFrom('identity.staff_signatures').selectAll().execute()
    expect(kept.every(({ expires_at }) => expires_at >= world.now())).toBe(true)
    world.waitUntilToday()
  })

  test('is done in the region of its pool alone', async () => {
    const { username: Username } = await world.addPerson()
    const elsewhere = new CognitoIdentityProviderClient({
      endpoint: `${address}/identity`,
      region: 'eu-west-1',
      maxAttempts: 1,
      credentials: STAFF_KEY,
    })
    const disabling = new AdminDisableUserCommand({ UserPoolId, Username })
    await expect(elsewhere.send(disabling)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    expect((await world.identity.findUser(UserPoolId, Username))?.disabled_at).toBeNull()
  })

  test('is refused everywhere while no key is configured, and a key too short stops the start', async () => {
    const closed = await world.mount({ admin: undefined })
    const body = '{}'
    const { host: _, ...headers } = await sign(body, 'AWSCognitoIdentityProviderService.AdminGetUser')
    const answer = await closed.app.inject({ method: 'POST', url: '/identity/', headers, payload: body })
    expect([answer.statusCode, answer.json().__type]).toEqual([400, 'AccessDeniedException'])
    await closed.app.close()

    await expect(world.mount({ admin: { accessKeyId: 'A', secretAccessKey: 'short' } })).rejects.toThrow(
      RangeError,
    )
  })

  test('leaves in the trail, once an hour, that its signature was refused', async () => {
    world.waitUntilToday()
    const stranger = clientWith({ ...STAFF_KEY, secretAccessKey: 'x'.repeat(40) })
    const before = world.trail.length
    for (let n = 0; n < 3; n += 1) {
      const look = stranger.send(
        new AdminGetUserCommand({ UserPoolId, Username: `nobody${n}@example.com#site-7` }),
      )
      await expect(look).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    }
    const kept = world.trail.slice(before)
    expect(kept.filter(({ name }) => name === 'staff_refused').length).toBeLessThanOrEqual(1)
    expect(world.events).toContain('staff_refused')
  })

  test('leaves in the trail whose key it was', async () => {
    const { username } = await world.addPerson()
    await staff.send(new AdminDisableUserCommand({ UserPoolId, Username: username }))
    expect(world.trail.at(-1)).toMatchObject({
      name: 'user_disabled',
      username,
      accessKeyId: STAFF_KEY.accessKeyId,
    })
  })
})

/** Signs as the SDK does, for requests it would never send. */
async function sign(body: string, target: string, without: string[] = []): Promise<Record<string, string>> {
  const { host } = new URL(address)
  const signer = new SignatureV4({
    service: 'cognito-idp',
    region: 'us-east-1',
    credentials: STAFF_KEY,
    sha256: Sha256,
  })
  const all = { host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))
  const { headers: signed } = await signer.sign(
    { method: 'POST', protocol: 'http:', hostname: host, path: '/identity/', headers, body },
    { signingDate: world.now() },
  )
  return { ...signed, host }
}

function send(body: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    body: { __type?: string; message?: string }
  }>()
  const outgoing = httpRequest(`${address}/identity/`, { method: 'POST', headers }, (incoming) => {
    let text = ''
    incoming.on('data', (chunk) => {
      text += chunk
    })
    incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }))
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}
