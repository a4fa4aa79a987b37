// A site that hides accounts: sign-up and every later step answer a taken address like a free one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.identity.ensurePool({ ...NORTHWIND, hideAccounts: true, srp: true })
})
afterAll(() => world.close())

const { clientId: ClientId } = NORTHWIND

const signUp = (
  { email, username }: { email: string; username: string },
  browser?: string,
  password = PASSWORD,
) =>
  world.ask('SignUp', {
    ClientId,
    Username: username,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ],
    ...(browser && { ClientMetadata: { browser } }),
  })
const confirm = (Username: string, ConfirmationCode: string, browser?: string) =>
  world.ask('ConfirmSignUp', {
    ClientId,
    Username,
    ConfirmationCode,
    ...(browser && { ClientMetadata: { browser } }),
  })

describe('An address that has an account', () => {
  test('signs up like a free one, and its owner gets a mail', async () => {
    const known = await world.addPerson()
    const [taken, free] = [await signUp(known), await signUp(world.newName())]
    for (const { status, body } of [taken, free]) {
      expect([status, Object.keys(body).sort()]).toEqual([
        200,
        ['CodeDeliveryDetails', 'UserConfirmed', 'UserSub'],
      ])
      expect(body.CodeDeliveryDetails).toEqual(free.body.CodeDeliveryDetails)
    }
    expect(taken.body.UserSub).not.toBe(known.sub)
    expect(world.mailbox.at(-2)).toMatchObject({
      purpose: 'account-exists',
      destination: known.email,
      code: '',
    })
    expect((await world.signIn(known.username)).status).toBe(200)
  })

  test('is not revealed by any later step', async () => {
    const known = await world.addPerson()
    const free = world.newName()
    const steps = async (person: typeof free) => {
      const answers = [await signUp(person, 'browser-1', 'a-guess-of-theirs')]
      answers.push(await world.ask('ResendConfirmationCode', { ClientId, Username: person.username }))
      answers.push(await confirm(person.username, '000000', 'browser-1'))
      answers.push(await world.signIn(person.username, 'a-guess-of-theirs'))
      answers.push(await world.ask('ForgotPassword', { ClientId, Username: person.username }))
      for (let count = 0; count < 5; count += 1) answers.push(await signUp(person))
      return answers.map(({ status, error, body }) => [status, error, { ...body, UserSub: undefined }])
    }
    expect(await steps(known)).toEqual(await steps(free))
  })

  test.each([
    [
      'codes asked for before signing up',
      ['resend', 'resend', 'resend', 'resend', 'resend', 'resend', 'signUp', 'resend'],
    ],
    [
      'codes guessed before signing up',
      ['guess', 'guess', 'guess', 'guess', 'guess', 'guess', 'signUp', 'guess'],
    ],
    [
      'sign-ups before codes',
      ['signUp', 'signUp', 'signUp', 'signUp', 'signUp', 'signUp', 'resend', 'guess'],
    ],
  ] as const)('is not revealed by the limits of %s', async (_name, order) => {
    const known = await world.addPerson()
    const steps = {
      resend: (Username: string) => world.ask('ResendConfirmationCode', { ClientId, Username }),
      guess: (Username: string) => confirm(Username, '000000', 'browser-1'),
      signUp: (username: string) => signUp({ username, email: username.split('#')[0]! }, 'browser-1'),
    }
    const walk = async ({ username }: { username: string }) => {
      const answers = []
      for (const step of order) answers.push(await steps[step](username))
      return answers.map(({ status, error, body }) => [status, error, { ...body, UserSub: undefined }])
    }
    expect(await walk(known)).toEqual(await walk(world.newName()))
  })

  test('is left alone where staff shut it out', async () => {
    const known = await world.addPerson()
    await world.identity.setEnabled(known.sub, false, 'staff:1')
    const sent = world.mailbox.length
    expect((await signUp(known)).status).toBe(200)
    expect(world.mailbox).toHaveLength(sent)
  })
})

describe('An unconfirmed registration', () => {
  test('is replaced by a later one, whose code confirms its own browser’s password', async () => {
    const person = world.newName()
    await signUp(person, 'a-stranger', 'password-of-a-stranger')
    const stale = world.lastCode()
    await signUp(person, 'the-owner', 'password-of-the-owner')
    expect((await confirm(person.username, stale, 'the-owner')).error).toBe('CodeMismatchException')
    expect((await confirm(person.username, world.lastCode(), 'the-owner')).status).toBe(200)
    expect((await world.signIn(person.username, 'password-of-a-stranger')).error).toBe(
      'NotAuthorizedException',
    )
    expect((await world.signIn(person.username, 'password-of-the-owner')).status).toBe(200)
  })

  test('replaced by a stranger is not confirmed with the stranger’s password', async () => {
    const person = world.newName()
    await signUp(person, 'the-owner', 'password-of-the-owner')
    await signUp(person, 'a-stranger', 'password-of-a-stranger')
    expect((await confirm(person.username, world.lastCode(), 'the-owner')).status).toBe(200)
    expect((await world.signIn(person.username, 'password-of-a-stranger')).error).toBe(
      'NotAuthorizedException',
    )
  })
})

test('a site that does not hide accounts refuses by name, as Cognito does', async () => {
  await world.identity.ensurePool({ ...NORTHWIND, hideAccounts: false })
  expect((await signUp(await world.addPerson())).error).toBe('UsernameExistsException')
})
