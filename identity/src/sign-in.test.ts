import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function signUp(
  email: string,
  changes: { username?: string; siteId?: string; password?: string } = {},
) {
  return world.ask('SignUp', {
    ClientId: world.ClientId,
    Username: changes.username ?? `${email}#site-7`,
    Password: changes.password ?? PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: changes.siteId ?? 'site-7' },
    ],
  })
}

describe('Signing up', () => {
  test('a visitor signs up, confirms by the mailed code and signs in', async () => {
    const { email, username } = world.newName()
    const { ClientId } = world
    expect(await signUp(email)).toMatchObject({
      status: 200,
      body: {
        UserConfirmed: false,
        CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'p***@e***' },
      },
    })
    expect(world.mailbox.at(-1)).toMatchObject({
      purpose: 'sign-up',
      medium: 'EMAIL',
      destination: email,
      username,
    })
    expect(await world.signIn(username)).toMatchObject({ status: 400, error: 'UserNotConfirmedException' })

    const ConfirmationCode = world.lastCode()
    const confirmed = await world.ask('ConfirmSignUp', { ClientId, Username: username, ConfirmationCode })
    expect(confirmed.status).toBe(200)

    const signedIn = await world.signIn(username)
    expect(signedIn).toMatchObject({
      status: 200,
      body: { AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 900 } },
    })
    const { AccessToken } = signedIn.body.AuthenticationResult
    const user = await world.ask('GetUser', { AccessToken })
    expect(user.body.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' })
  })

  test('addresses match in any case', async () => {
    const { email } = world.newName()
    await signUp(email)

    const again = await signUp(email.toUpperCase())

    expect(again).toMatchObject({ status: 400, error: 'UsernameExistsException' })
  })

  test.each([
    ['a site that is not this one', { siteId: 'site-8' }],
    ['a name that is not the address and the site', { username: 'somebody#site-7' }],
    ['the name of another site', { username: 'lee@example.com#site-8' }],
  ])('%s is refused', async (_what, changes) => {
    expect(await signUp('lee@example.com', changes)).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
    })
  })

  test('a common password is refused', async () => {
    expect(await signUp('lee@example.com', { password: 'P@ssw0rd123' })).toMatchObject({
      status: 400,
      error: 'InvalidPasswordException',
    })
  })

  test('the password is not stored', async () => {
    const { username } = await world.addPerson()
    const rows = await world.db.selectFrom('identity.users').selectAll().execute()
    expect(rows.find((row) => row.username === username)?.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    )
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  })
})

describe('Signing in', () => {
  test('a wrong password and an unknown name get the same answer', async () => {
    const { username } = await world.addPerson()

    const wrong = await world.signIn(username, 'not-the-password')
    const unknown = await world.signIn('nobody@example.com#site-7', 'not-the-password')

    expect(wrong).toEqual(unknown)
    expect(wrong.body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    })
  })

  test.each(['someone who exists', 'someone who does not'])(
    'five failures lock out %s, for longer each time',
    async (who) => {
      const { username } = who === 'someone who exists' ? await world.addPerson() : world.newName()
      const failed = async () => (await world.signIn(username, 'not-the-password')).body.message

      for (let n = 1; n <= 5; n += 1) expect(await failed()).toBe('Incorrect username or password.')
      expect(await failed()).toBe('Too many attempts. Wait a few minutes, then try again.')
      world.wait(1)
      expect(await failed()).toBe('Incorrect username or password.') // the sixth: 2 s
      world.wait(1)
      expect(await failed()).toBe('Too many attempts. Wait a few minutes, then try again.')
      world.wait(1)
      expect(await failed()).toBe('Incorrect username or password.') // the seventh: 4 s
      world.wait(3.9)
      expect(await failed()).toBe('Too many attempts. Wait a few minutes, then try again.')
    },
  )

  test('the lock applies to the right password too and ends after a success', async () => {
    const { username } = await world.addPerson()
    for (let n = 1; n <= 5; n += 1) await world.signIn(username, 'not-the-password')
    expect((await world.signIn(username)).status).toBe(400)

    world.wait(1)
    expect((await world.signIn(username)).status).toBe(200)
    for (let n = 1; n <= 4; n += 1) await world.signIn(username, 'not-the-password')
    expect((await world.signIn(username)).status).toBe(200)
  })

  test('no lock is longer than 15 minutes, and 15 minutes without a failure reset the count', async () => {
    const { username } = await world.addPerson()
    for (let n = 1; n <= 15; n += 1) {
      await world.signIn(username, 'not-the-password')
      if (n < 15) world.wait(2 ** Math.max(0, n - 5))
    }
    world.wait(899)
    expect((await world.signIn(username)).body.message).toBe(
      'Too many attempts. Wait a few minutes, then try again.',
    )
    world.wait(1)
    for (let n = 1; n <= 4; n += 1) await world.signIn(username, 'not-the-password')
    expect((await world.signIn(username)).status).toBe(200)
  })

  test('guesses sent at once are all counted', async () => {
    const { username } = await world.addPerson()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.signIn(username, 'not-the-password')),
    )
    const checked = answers.filter(({ body }) => body.message === 'Incorrect username or password.')
    expect(checked).toHaveLength(5)
  })

  test('a flow that sends no password is not enabled', async () => {
    const answer = await world.ask('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: world.ClientId,
      AuthParameters: { USERNAME: 'lee@example.com#site-7', SRP_A: 'abc' },
    })
    expect(answer.body).toEqual({
      __type: 'InvalidParameterException',
      message: 'USER_SRP_AUTH is not enabled for the client.',
    })
  })

  test('an account of one site does not open another', async () => {
    const { username } = await world.addPerson()
    const answer = await world.ask('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'acornclient00000000000001',
      AuthParameters: { USERNAME: username, PASSWORD },
    })
    expect(answer).toMatchObject({ status: 400, error: 'NotAuthorizedException' })
  })
})

describe('A temporary password', () => {
  async function invite() {
    const person = world.newName()
    const { poolId } = NORTHWIND
    await world.identity.createUser({
      poolId,
      email: person.email,
      password: PASSWORD,
      confirmed: true,
      temporary: true,
    })
    return person
  }
  const answer = (username: string, Session: string, NEW_PASSWORD: string) =>
    world.ask('RespondToAuthChallenge', {
      ClientId: world.ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: username, NEW_PASSWORD, 'userAttributes.given_name': 'Lee' },
    })

  test('must be replaced at sign-in; a refused one leaves the challenge open', async () => {
    const { username } = await invite()
    const { body } = await world.signIn(username)
    expect(body).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: { requiredAttributes: '[]' },
    })

    expect(await answer(username, body.Session, 'short')).toMatchObject({ error: 'InvalidPasswordException' })
    expect(await answer(username, body.Session, 'pears-and-thyme')).toMatchObject({
      status: 200,
      body: { AuthenticationResult: { TokenType: 'Bearer' } },
    })
    expect(await answer(username, body.Session, 'pears-and-basil')).toMatchObject({
      error: 'NotAuthorizedException',
    })
    expect((await world.signIn(username, 'pears-and-thyme')).status).toBe(200)
  })

  test('the challenge works for three minutes, for its own user only', async () => {
    const { username } = await invite()
    const stranger = await invite()
    const { body } = await world.signIn(username)

    expect(await answer(stranger.username, body.Session, 'pears-and-thyme')).toMatchObject({
      body: { message: 'Invalid session for the user.' },
    })
    world.wait(180)
    expect(await answer(username, body.Session, 'pears-and-thyme')).toMatchObject({
      body: { message: 'Invalid session for the user, session is expired.' },
    })
  })

  test('two answers sent at once count as one', async () => {
    const { username } = await invite()
    const { body } = await world.signIn(username)
    const answers = await Promise.all(
      ['pears-and-thyme', 'pears-and-basil'].map((password) => answer(username, body.Session, password)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('expires after seven days', async () => {
    const { username } = await invite()
    world.wait(7 * 86_400)
    expect((await world.signIn(username)).body.message).toMatch('Your temporary password has expired')
  })
})
