// How many codes go to one account, one mailbox, one phone, and how many are guessed at.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ textsPerPoolPerHour: 14 })
})
afterAll(() => world.close())

const LIMIT = { error: 'LimitExceededException' }
const { clientId: ClientId } = NORTHWIND

/** A signed-in person, with actions on their address and number. */
async function signedIn() {
  const person = await world.addPerson()
  const { AccessToken } = (await world.signIn(person.username)).body.AuthenticationResult as {
    AccessToken: string
  }
  const change = (Name: string, Value: string) =>
    world.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })
  const verify = (AttributeName: string, Code: string) =>
    world.ask('VerifyUserAttribute', { AccessToken, AttributeName, Code })
  return {
    ...person,
    AccessToken,
    change,
    verify,
    async move() {
      const next = world.newName()
      await change('email', next.email)
      expect((await verify('email', world.lastCode())).status).toBe(200)
      return next
    },
  }
}

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

test('a new address does not reset an account’s count of codes', async () => {
  const ann = await signedIn()
  await ann.move()
  await ann.move()
  for (let n = 0; n < 3; n += 1) expect((await ann.change('email', world.newName().email)).status).toBe(200)
  expect(await ann.change('email', world.newName().email)).toMatchObject(LIMIT)
  world.wait(3600)
})

test('a new address does not lift the lock of wrong passwords', async () => {
  const ann = await signedIn()
  const guess = () =>
    world.ask('ChangePassword', {
      AccessToken: ann.AccessToken,
      PreviousPassword: 'not-the-password',
      ProposedPassword: 'a-pot-of-quinces',
    })
  for (let n = 0; n < 5; n += 1) await guess()
  expect((await guess()).body.message).toBe('Too many attempts. Wait a few minutes, then try again.')
  const { username } = await ann.move()
  expect((await guess()).body.message).toBe('Too many attempts. Wait a few minutes, then try again.')
  expect((await world.signIn(username)).body.message).toBe(
    'Too many attempts. Wait a few minutes, then try again.',
  )
})

test('verifying an address does not reset wrong codes of a phone', async () => {
  const ann = await signedIn()
  await ann.change('phone_number', '+13125550001')
  const code = world.lastCode()
  for (let n = 0; n < 5; n += 1) await ann.verify('phone_number', otherThan(code))
  await ann.move()
  expect(await ann.verify('phone_number', code)).toMatchObject(LIMIT)
})

test('one mailbox gets ten codes an hour over all accounts and plus tags', async () => {
  const people = [await signedIn(), await signedIn(), await signedIn()]
  const answers = []
  for (let n = 0; n < 11; n += 1) {
    answers.push((await people[n % 3]!.change('email', `pia+${n}@Mailbox.example`)).status)
  }
  expect(answers).toEqual([...Array(10).fill(200), 400])
  // A name without an account is refused alike: whether there is one stays hidden.
  const forgot = () => world.ask('ForgotPassword', { ClientId, Username: 'pia@mailbox.example#site-7' })
  expect(await forgot()).toMatchObject(LIMIT)
  world.wait(3600)
  expect((await forgot()).status).toBe(200)
})

test('one phone gets ten texts an hour, and a site has its own limit', async () => {
  world.wait(3600)
  const people = []
  for (let n = 0; n < 4; n += 1) people.push(await signedIn())
  const answers = []
  for (let n = 0; n < 11; n += 1) {
    answers.push((await people[n % 3]!.change('phone_number', '+13125550002')).status)
  }
  expect(answers).toEqual([...Array(10).fill(200), 400])
  const last = people[3]!
  // The refused one was counted, too, by the phone; the site's count stands at ten.
  for (let n = 0; n < 4; n += 1)
    expect((await last.change('phone_number', `+1312555100${n}`)).status).toBe(200)
  expect(await last.change('phone_number', '+13125551009')).toMatchObject(LIMIT)
  world.wait(3600)
})

test('codes requested by strangers do not use up those after the owner’s password', async () => {
  await world.identity.ensurePool({
    ...NORTHWIND,
    passwordless: true,
    mfa: 'optional',
    mfaFactors: ['EMAIL', 'TOTP'],
  })
  const ann = await signedIn()
  await world.ask('SetUserMFAPreference', {
    AccessToken: ann.AccessToken,
    EmailMfaSettings: { Enabled: true },
  })
  const stranger = () =>
    world.ask('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      ClientId,
      AuthParameters: { USERNAME: ann.username, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
    })
  for (let n = 0; n < 10; n += 1) expect((await stranger()).status).toBe(200)
  expect(await stranger()).toMatchObject(LIMIT)
  expect((await world.signIn(ann.username, PASSWORD)).body.ChallengeName).toBe('EMAIL_OTP')
})

test('codes after a password or a session do not use up a network’s limit', async () => {
  const office = await openWorld({ perIpPerHour: 3 })
  await office.identity.ensurePool({ ...NORTHWIND, mfa: 'required', mfaFactors: ['EMAIL'] })
  for (let n = 0; n < 5; n += 1) {
    const { username } = await office.addPerson()
    expect((await office.signIn(username)).body.ChallengeName).toMatch(/EMAIL_OTP|MFA_SETUP/)
  }
  const forgot = (n: number) =>
    office.ask('ForgotPassword', { ClientId, Username: `stranger${n}@example.com#site-7` })
  for (let n = 0; n < 3; n += 1) expect((await forgot(n)).status).toBe(200)
  expect(await forgot(3)).toMatchObject(LIMIT)
  await office.close()
})

test('dots in a Gmail address do not make another mailbox', async () => {
  world.wait(3600)
  const people = [await signedIn(), await signedIn(), await signedIn()]
  const dotted = (n: number) =>
    `${'quinn'.slice(0, 1 + (n % 4))}.${'quinn'.slice(1 + (n % 4))}+${n}@gmail.com`
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push((await people[n % 3]!.change('email', dotted(n))).status)
  expect(answers).toEqual([...Array(10).fill(200), 400])
})
