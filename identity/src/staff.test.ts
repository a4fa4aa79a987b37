// What staff do, by the AWS SDK with real signatures.

import {
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeMessage } from './mount.ts'
import { openStaffWorld, type StaffWorld } from './testing/staff-world.ts'
import { NORTHWIND, PASSWORD, STAFF_KEY } from './testing/world.ts'

const { poolId: UserPoolId } = NORTHWIND

let world: StaffWorld
let staff: CognitoIdentityProviderClient
beforeAll(async () => {
  world = await openStaffWorld()
  staff = world.staff
})
afterAll(() => world.close())

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

describe('Creating an account', () => {
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

  test('mails nothing when staff choose to hand over the password', async () => {
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

  test('mails a password only to a verified address', async () => {
    const { email, username } = world.newName()
    const mails = world.mailbox.length
    await expect(createUser(username, email, { UserAttributes: attributesOf(email, false) })).rejects.toThrow(
      'email_verified must be true',
    )
    expect(world.mailbox).toHaveLength(mails)
    expect(await world.identity.findUser(UserPoolId, username)).toBeUndefined()
  })

  test('sends a new password when the first was lost, and voids the first', async () => {
    const { email, username } = world.newName()
    await createUser(username, email)
    const first = lastMail().code
    world.wait(8 * 86_400)
    const late = world.clientWith(STAFF_KEY, { offset: 8 * 86_400_000 })
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

  test('is refused for a taken name, another site, or a weak password', async () => {
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

describe('Disabling an account', () => {
  const disable = (Username: string) => staff.send(new AdminDisableUserCommand({ UserPoolId, Username }))
  const enable = (Username: string) => staff.send(new AdminEnableUserCommand({ UserPoolId, Username }))

  test('ends its sessions, refresh tokens, pending sign-ins, and codes', async () => {
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

  test('shows only with the right password; asking for a reset reveals nothing', async () => {
    const { username } = await world.addPerson()
    await disable(username)
    expect((await world.signIn(username, 'not-the-password')).body.message).toBe(
      'Incorrect username or password.',
    )
    expect((await world.signIn(username)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'This account is blocked. Contact support to unblock it.',
    })
    const mails = world.mailbox.length
    const { ClientId } = world
    const forgot = await world.ask('ForgotPassword', { ClientId, Username: username })
    const stranger = await world.ask('ForgotPassword', { ClientId, Username: world.newName().username })
    expect(forgot).toEqual(stranger)
    expect(world.mailbox).toHaveLength(mails)
  })

  test('ends a sign-in whose last challenge is being answered', async () => {
    const { email, username } = world.newName()
    await createUser(username, email, { TemporaryPassword: PASSWORD, MessageAction: 'SUPPRESS' })
    const { Session } = (await world.signIn(username)).body
    // Staged: staff disable the account after the challenge was read and before the session opens.
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
    expect(answer.body.message).toBe('This account is blocked. Contact support to unblock it.')
  })

  test('can be undone: they can sign in again, but ended sessions stay ended', async () => {
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

  test('needs an existing user', async () => {
    await expect(disable('nobody@example.com#site-7')).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    })
  })
})

describe('Requiring a new password', () => {
  const reset = (Username: string) => staff.send(new AdminResetUserPasswordCommand({ UserPoolId, Username }))

  test('ends their sessions, mails a code, and voids the old password', async () => {
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

  test('is refused for an account without a verified address', async () => {
    const { email, username } = world.newName()
    await createUser(username, email, { TemporaryPassword: PASSWORD, MessageAction: 'SUPPRESS' })
    await expect(reset(username)).rejects.toThrow('User password cannot be reset in the current state.')
  })
})
