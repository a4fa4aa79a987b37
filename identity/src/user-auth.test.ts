import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSrpClient } from './testing/srp-client.ts'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

const EVERYTHING = { ...NORTHWIND, srp: true, passwordless: true, mfaFactors: ['SMS' as const] }

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.identity.ensurePool(EVERYTHING))
afterAll(() => world.close())

const begin = (username: string, more: object = {}, Session?: string) =>
  world.ask('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: world.ClientId,
    AuthParameters: { USERNAME: username, ...more },
    ...(Session && { Session }),
  })

const answer = (ChallengeName: string, username: string, Session: string, answers: object) =>
  world.ask('RespondToAuthChallenge', {
    ClientId: world.ClientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: username, ...answers },
  })

async function choose(username: string, answers: object) {
  const { body } = await begin(username)
  return answer('SELECT_CHALLENGE', username, body.Session, answers)
}

async function addPersonWithPhone() {
  const person = await world.addPerson()
  await world.db
    .updateTable('identity.users')
    .set({
      attributes: JSON.stringify({ email: person.email, phone_number: '+15550100199' }),
      phone_number_verified: true,
    })
    .where('sub', '=', person.sub)
    .execute()
  return person
}

const signedIn = { status: 200, body: { AuthenticationResult: { TokenType: 'Bearer' } } }

describe('Choosing how to sign in', () => {
  test('every name is offered the site’s methods, even an unknown one', async () => {
    for (const { username } of [await world.addPerson(), world.newName()]) {
      const { body } = await begin(username)
      expect(body.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'])
      expect(body).toMatchObject({
        ChallengeName: 'SELECT_CHALLENGE',
        ChallengeParameters: { USERNAME: username },
      })
    }
    await world.identity.ensurePool(NORTHWIND)
    expect((await begin(world.newName().username)).body.AvailableChallenges).toEqual(['PASSWORD'])
    await world.identity.ensurePool({ ...EVERYTHING, mfa: 'required' })
    expect((await begin(world.newName().username)).body.AvailableChallenges).toEqual([
      'PASSWORD',
      'PASSWORD_SRP',
    ])
  })

  test('a wrong password leaves the choice open; a right one signs in and uses it up', async () => {
    const { username } = await world.addPerson()
    const { Session } = (await begin(username)).body
    const byPassword = (PASSWORD: string) =>
      answer('SELECT_CHALLENGE', username, Session, { ANSWER: 'PASSWORD', PASSWORD })

    expect((await byPassword('not-the-password')).body.message).toBe('Incorrect username or password.')
    expect(await byPassword(PASSWORD)).toMatchObject(signedIn)
    expect((await byPassword(PASSWORD)).body.message).toBe('Invalid session for the user.')
  })

  test('the password signs in without being sent', async () => {
    const { username } = await world.addPerson()
    const client = makeSrpClient('Northwind')
    const { body } = await choose(username, { ANSWER: 'PASSWORD_SRP', SRP_A: client.A })
    const proof = client.answer(body.ChallengeParameters, PASSWORD, world.now())
    expect(
      await world.ask('RespondToAuthChallenge', {
        ClientId: world.ClientId,
        ChallengeName: body.ChallengeName,
        ChallengeResponses: proof,
      }),
    ).toMatchObject(signedIn)
  })

  test('a preferred and offered factor is asked directly', async () => {
    const { username } = await world.addPerson()
    expect(await begin(username, { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD })).toMatchObject(signedIn)
    const { A: SRP_A } = makeSrpClient('Northwind')
    const srp = await begin(username, { PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A })
    expect(srp.body.ChallengeName).toBe('PASSWORD_VERIFIER')
    expect((await begin(username, { PREFERRED_CHALLENGE: 'EMAIL_OTP' })).body.ChallengeName).toBe('EMAIL_OTP')
    expect((await begin(username, { PREFERRED_CHALLENGE: 'WEB_AUTHN' })).body.ChallengeName).toBe(
      'SELECT_CHALLENGE',
    )
    expect((await begin(username, { PREFERRED_CHALLENGE: 'PASSWORD' })).error).toBe(
      'InvalidParameterException',
    )
  })

  test('a method the site does not offer cannot be chosen', async () => {
    await world.identity.ensurePool(NORTHWIND)
    const { username } = await world.addPerson()
    const mails = world.mailbox.length
    for (const ANSWER of ['EMAIL_OTP', 'SMS_OTP', 'PASSWORD_SRP', 'WEB_AUTHN', '__proto__']) {
      expect((await choose(username, { ANSWER, SRP_A: 'abc' })).error).toBe('InvalidParameterException')
    }
    expect(world.mailbox).toHaveLength(mails)
  })

  test('the choice works for three minutes, for its own name and site', async () => {
    const { username } = await world.addPerson()
    const { Session } = (await begin(username)).body
    const chosen = { ANSWER: 'PASSWORD', PASSWORD }
    expect((await answer('SELECT_CHALLENGE', world.newName().username, Session, chosen)).body.message).toBe(
      'Invalid session for the user.',
    )
    world.wait(180)
    expect((await answer('SELECT_CHALLENGE', username, Session, chosen)).body.message).toBe(
      'Invalid session for the user, session is expired.',
    )
  })
})

describe('A code instead of the password', () => {
  test.each(['EMAIL_OTP', 'SMS_OTP'])(
    '%s goes to the verified address or number and signs in once',
    async (factor) => {
      const { username, email } = await addPersonWithPhone()
      const { body } = await choose(username, { ANSWER: factor })
      expect(world.mailbox.at(-1)).toMatchObject({
        purpose: 'first-factor',
        destination: factor === 'EMAIL_OTP' ? email : '+15550100199',
      })
      const code = { [`${factor}_CODE`]: world.lastCode() }
      const wrong = { [`${factor}_CODE`]: world.lastCode() === '000000' ? '111111' : '000000' }

      expect((await answer(factor, username, body.Session, wrong)).error).toBe('CodeMismatchException')
      expect(await answer(factor, username, body.Session, code)).toMatchObject(signedIn)
      expect((await answer(factor, username, body.Session, code)).status).toBe(400)
    },
  )

  test('is requested the same way for an unknown name, and nothing is sent', async () => {
    const known = await addPersonWithPhone()
    const nobody = world.newName()
    for (const factor of ['EMAIL_OTP', 'SMS_OTP']) {
      const one = (await choose(known.username, { ANSWER: factor })).body
      const mails = world.mailbox.length
      const other = (await choose(nobody.username, { ANSWER: factor })).body
      expect(world.mailbox).toHaveLength(mails)
      expect(other).toEqual({ ...one, Session: expect.any(String) })
      expect(
        (await answer(factor, nobody.username, other.Session, { [`${factor}_CODE`]: '123456' })).body,
      ).toEqual({
        __type: 'CodeMismatchException',
        message: 'That code isn’t right. Check it and try again.',
      })
    }
  })

  test('is not sent to a number that was never verified', async () => {
    const { username } = await world.addPerson()
    const mails = world.mailbox.length
    await choose(username, { ANSWER: 'SMS_OTP' })
    expect(world.mailbox).toHaveLength(mails)
  })

  test('is rate-limited for known and unknown names', async () => {
    for (const { username } of [await world.addPerson(), world.newName()]) {
      const { Session } = (await choose(username, { ANSWER: 'EMAIL_OTP' })).body
      const guess = () => answer('EMAIL_OTP', username, Session, { EMAIL_OTP_CODE: 'abcdef' })
      for (let n = 1; n <= 5; n += 1) expect((await guess()).error).toBe('CodeMismatchException')
      expect((await guess()).error).toBe('LimitExceededException')
    }
  })

  test('does not count as both factors on one channel', async () => {
    const { username, sub } = await world.addPerson()
    await world.identity.ensurePool({ ...EVERYTHING, mfa: 'optional', mfaFactors: ['EMAIL'] })
    await world.db
      .updateTable('identity.users')
      .set({ mfa_enabled: JSON.stringify(['EMAIL_OTP']), mfa_preferred: 'EMAIL_OTP' })
      .where('sub', '=', sub)
      .execute()
    const { Session } = (await choose(username, { ANSWER: 'EMAIL_OTP' })).body
    const { body } = await answer('EMAIL_OTP', username, Session, { EMAIL_OTP_CODE: world.lastCode() })
    expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Sign in with your password.' })

    // With the password the same person is asked for the code as a second factor.
    const second = (await world.signIn(username)).body
    expect(second.ChallengeName).toBe('EMAIL_OTP')
    expect(
      await answer('EMAIL_OTP', username, second.Session, { EMAIL_OTP_CODE: world.lastCode() }),
    ).toMatchObject(signedIn)
  })
})

describe('Right after signing up', () => {
  async function confirm() {
    const { email, username } = world.newName()
    const { ClientId } = world
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ]
    await world.ask('SignUp', { ClientId, Username: username, Password: PASSWORD, UserAttributes })
    const ConfirmationCode = world.lastCode()
    const { body } = await world.ask('ConfirmSignUp', { ClientId, Username: username, ConfirmationCode })
    return { username, Session: body.Session as string }
  }

  test('the confirmation’s Session signs in its own user, once', async () => {
    const { username, Session } = await confirm()
    const other = await world.addPerson()
    expect((await begin(other.username, {}, Session)).body.message).toBe('Invalid session for the user.')
    expect(await begin(username, {}, Session)).toMatchObject(signedIn)
    expect((await begin(username, {}, Session)).body.message).toBe('Invalid session for the user.')
  })

  test('the Session works for three minutes and for no other challenge', async () => {
    const { username, Session } = await confirm()
    const asAnother = await answer('SELECT_CHALLENGE', username, Session, { ANSWER: 'PASSWORD', PASSWORD })
    expect(asAnother.body.message).toBe('Invalid session for the user.')
    world.wait(180)
    expect((await begin(username, {}, Session)).body.message).toBe(
      'Invalid session for the user, session is expired.',
    )
  })
})
