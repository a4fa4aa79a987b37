// Cognito takes a user's `sub` wherever it takes the user name.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
let ClientId: string
beforeAll(async () => {
  world = await openWorld()
  await world.identity.ensurePool({ ...NORTHWIND, srp: true, passwordless: true })
  ClientId = NORTHWIND.clientId
})
afterAll(() => world.close())

const srp = (USERNAME: string) =>
  world.ask('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId,
    AuthParameters: { USERNAME, SRP_A: 'abcdef0123456789' },
  })

async function addUnconfirmed() {
  const { email, username } = world.newName()
  const { body } = await world.ask('SignUp', {
    ClientId,
    Username: username,
    Password: PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ],
  })
  return { email, username, sub: String(body.UserSub) }
}

test('signs in by password and by code', async () => {
  const { sub, email } = await world.addPerson()
  expect((await world.signIn(sub)).body.AuthenticationResult).toBeDefined()
  const asked = await world.ask('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId,
    AuthParameters: { USERNAME: sub, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  })
  expect(world.mailbox.at(-1)).toMatchObject({ purpose: 'first-factor', destination: email })
  const { body } = await world.ask('RespondToAuthChallenge', {
    ClientId,
    ChallengeName: 'EMAIL_OTP',
    Session: asked.body.Session,
    ChallengeResponses: { USERNAME: sub, EMAIL_OTP_CODE: world.lastCode() },
  })
  expect(body.AuthenticationResult).toBeDefined()
})

test('a challenge opened by name can be answered by sub', async () => {
  const { sub, username } = await world.addPerson()
  const { body: asked } = await world.ask('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId,
    AuthParameters: { USERNAME: username },
  })
  const { body } = await world.ask('RespondToAuthChallenge', {
    ClientId,
    ChallengeName: 'SELECT_CHALLENGE',
    Session: asked.Session,
    ChallengeResponses: { USERNAME: sub, ANSWER: 'PASSWORD', PASSWORD },
  })
  expect(body.AuthenticationResult).toBeDefined()
})

test('confirms a sign-up and sends its code again', async () => {
  const { sub, email } = await addUnconfirmed()
  const { body } = await world.ask('ResendConfirmationCode', { ClientId, Username: sub })
  expect(body.CodeDeliveryDetails.Destination).toBe('***@***')
  expect(world.mailbox.at(-1)).toMatchObject({ purpose: 'sign-up', destination: email })
  const confirmed = await world.ask('ConfirmSignUp', {
    ClientId,
    Username: sub,
    ConfirmationCode: world.lastCode(),
  })
  expect(confirmed.status).toBe(200)
})

test('guesses at a code count together, by name or sub', async () => {
  const { sub, username } = await addUnconfirmed()
  for (const Username of [sub, username, sub, username, sub]) {
    await world.ask('ConfirmSignUp', { ClientId, Username, ConfirmationCode: '000000' })
  }
  const next = await world.ask('ConfirmSignUp', {
    ClientId,
    Username: username,
    ConfirmationCode: world.lastCode(),
  })
  expect(next.error).toBe('LimitExceededException')
})

test('a password that contains the address is refused by sub too', async () => {
  const { sub, email } = await world.addPerson()
  await world.ask('ForgotPassword', { ClientId, Username: sub })
  const reset = (Password: string) =>
    world.ask('ConfirmForgotPassword', {
      ClientId,
      Username: sub,
      ConfirmationCode: world.lastCode(),
      Password,
    })
  expect((await reset(email.split(/[@.]/, 2).join('-'))).error).toBe('InvalidPasswordException')
  expect((await reset('pears-and-basil')).status).toBe(200)
})

test('the SRP ID of an unknown name behaves like a user’s', async () => {
  const { username: nobody } = world.newName()
  const { username: somebody } = await world.addPerson()
  for (const name of [nobody, somebody]) {
    const { body: first } = await srp(name)
    const { SALT, USER_ID_FOR_SRP } = first.ChallengeParameters
    const { body: again } = await srp(USER_ID_FOR_SRP)
    expect(again.ChallengeParameters).toMatchObject({ SALT, USER_ID_FOR_SRP })

    const forgot = await world.ask('ForgotPassword', { ClientId, Username: USER_ID_FOR_SRP })
    expect(forgot.body.CodeDeliveryDetails.Destination).toBe('***@***')
    for (let count = 2; count <= 5; count += 1)
      await world.ask('ForgotPassword', { ClientId, Username: name })
    const sixth = await world.ask('ForgotPassword', { ClientId, Username: USER_ID_FOR_SRP })
    expect(sixth.error).toBe('LimitExceededException')
  }
})

test('a sub of another site, or an unknown one, is an unknown name', async () => {
  const { sub } = await world.addPerson()
  const { error } = await world.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: 'acornclient00000000000001',
    AuthParameters: { USERNAME: sub, PASSWORD },
  })
  expect(error).toBe('NotAuthorizedException')
  expect((await world.signIn(randomUUID())).body.message).toBe('Incorrect username or password.')
})
