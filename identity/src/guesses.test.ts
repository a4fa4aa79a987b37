// Guesses at codes and passwords: from where, how often, and what the audit log says about them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ failuresPerIpPerHour: 6 })
})
afterAll(() => world.close())

const { clientId: ClientId } = NORTHWIND
const LIMIT = { error: 'LimitExceededException' }
const confirm = (Username: string, from: string) =>
  world.ask('ConfirmSignUp', { ClientId, Username, ConfirmationCode: '123456' }, from)
const reset = (Username: string, from: string, ConfirmationCode = '123456', Password = 'pears-and-thyme') =>
  world.ask('ConfirmForgotPassword', { ClientId, Username, ConfirmationCode, Password }, from)
const lastEvent = () => world.auditEvents.at(-1)

describe('One visitor address', () => {
  test('guesses at codes of many names as rarely as at passwords', async () => {
    const from = '198.51.100.1'
    for (let n = 0; n < 3; n += 1) {
      expect((await confirm(`one${n}@example.com#site-7`, from)).error).toBe('CodeMismatchException')
      expect((await reset(`two${n}@example.com#site-7`, from)).error).toBe('CodeMismatchException')
    }
    expect(await confirm('three@example.com#site-7', from)).toMatchObject(LIMIT)
    expect(await reset('three@example.com#site-7', from)).toMatchObject(LIMIT)
    expect((await confirm('three@example.com#site-7', '198.51.100.2')).error).toBe('CodeMismatchException')
  })

  test('gets no more guesses by concurrent requests', async () => {
    const from = '198.51.100.3'
    const names = Array.from({ length: 12 }, (_, n) => `at-once${n}@example.com#site-7`)
    const answers = await Promise.all(names.map((name) => confirm(name, from)))
    expect(answers.filter(({ error }) => error === 'CodeMismatchException')).toHaveLength(6)
  })

  test('of an office is not locked by successful sign-ins', async () => {
    const { username } = await world.addPerson()
    for (let n = 0; n < 8; n += 1) expect((await world.signIn(username)).status).toBe(200)
  })
})

describe('The audit log has', () => {
  test('wrong codes of a sign-up, a reset, and a new address', async () => {
    await confirm('guess@example.com#site-7', '198.51.100.4')
    expect(lastEvent()).toMatchObject({ name: 'code_failed:sign-up', username: 'guess@example.com#site-7' })
    await reset('guess@example.com#site-7', '198.51.100.4')
    expect(lastEvent()).toMatchObject({ name: 'code_failed:reset-password', ip: '198.51.100.4' })
    const { username, sub } = await world.addPerson()
    const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    await world.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: '123456' })
    expect(lastEvent()).toMatchObject({ name: 'code_failed:verify-attribute', sub })
  })

  test('a wrong previous password', async () => {
    const { username, sub } = await world.addPerson()
    const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    const input = { AccessToken, PreviousPassword: 'not-the-password', ProposedPassword: 'pears-and-thyme' }
    await world.ask('ChangePassword', input)
    expect(lastEvent()).toMatchObject({ name: 'password_change_failed', sub })
  })

  test('guesses at a locked account, once an hour', async () => {
    world.wait(3600)
    const { username, sub } = await world.addPerson()
    for (let n = 0; n < 5; n += 1) await world.signIn(username, 'not-the-password')
    const before = world.auditEvents.length
    for (let n = 0; n < 3; n += 1) await world.signIn(username, 'not-the-password')
    expect(world.auditEvents.slice(before)).toMatchObject([{ name: 'locked:password', sub }])
    world.wait(3600)
  })
})

describe('A new password equal to the old one is refused', () => {
  const SAME = {
    error: 'InvalidPasswordException',
    body: { message: 'You already use this password. Choose another one.' },
  }

  test('in a password change', async () => {
    const { username } = await world.addPerson()
    const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    const change = (PreviousPassword: string) =>
      world.ask('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: PASSWORD })
    expect(await change(PASSWORD)).toMatchObject(SAME)
    // Only after the old one was shown: the answer is no way to guess it.
    expect(await change('not-the-password')).toMatchObject({ error: 'NotAuthorizedException' })
  })

  test('after a temporary password', async () => {
    const { email, username } = world.newName()
    const { poolId } = NORTHWIND
    await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })
    const { Session, ChallengeName } = (await world.signIn(username)).body
    const choose = (NEW_PASSWORD: string) =>
      world.ask('RespondToAuthChallenge', {
        ClientId,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: username, NEW_PASSWORD },
      })
    expect(await choose(PASSWORD)).toMatchObject(SAME)
    expect((await choose('pears-and-thyme')).status).toBe(200)
  })

  test('to whom staff made choose another one; the code stays good', async () => {
    const { username, sub } = await world.addPerson()
    await world.db
      .updateTable('identity.users')
      .set({ status: 'RESET_REQUIRED' })
      .where('sub', '=', sub)
      .execute()
    await world.ask('ForgotPassword', { ClientId, Username: username })
    const code = world.lastCode()
    expect(await reset(username, '198.51.100.5', code, PASSWORD)).toMatchObject(SAME)
    expect((await reset(username, '198.51.100.5', code)).status).toBe(200)
  })
})
