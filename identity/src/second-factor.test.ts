import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MfaFactor } from './database.ts'
import {
  ANSWER_OF,
  type FactorWorld,
  INVALID_SESSION,
  openFactorWorld,
  otherThan,
} from './testing/factor-world.ts'
import { PASSWORD } from './testing/world.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.events.length = 0
})

describe.each<MfaFactor>(['SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'])('The second factor %s', (factor) => {
  const isSent = factor !== 'SOFTWARE_TOKEN_MFA'
  async function asked() {
    const person = await world.addPersonWith(factor)
    const { ChallengeName, ChallengeParameters, Session } = await world.openSignIn(person.username)
    expect(ChallengeName).toBe(factor)
    const code = world.codeFor(person.username, factor)
    const answer = (typed: string, session = Session, username = person.username) =>
      world.answer(username, factor, session, typed)
    return { ...person, Session, ChallengeParameters, code, answer }
  }

  test('is asked after the password; the right code opens the session', async () => {
    const ann = await asked()
    expect(ann.ChallengeParameters.USER_ID_FOR_SRP).toBe(ann.username)
    world.events.length = 0

    expect(await ann.answer(ann.code)).toMatchObject({
      status: 200,
      body: { AuthenticationResult: { TokenType: 'Bearer' } },
    })
    expect(world.events).toEqual(['second_factor_passed', 'signed_in'])
  })

  test('a wrong code is refused and audited, and the challenge stays open', async () => {
    const ann = await asked()
    world.events.length = 0
    const wrong = await ann.answer(otherThan(ann.code))
    expect(wrong).toMatchObject({
      status: 400,
      error: 'CodeMismatchException',
      body: {
        message: isSent
          ? 'That code isn’t right. Check it and try again.'
          : 'That code isn’t right. Enter the newest code from your app.',
      },
    })
    expect(world.events).toEqual(['second_factor_failed'])
    expect((await ann.answer(ann.code)).status).toBe(200)
  })

  test('the challenge expires after three minutes', async () => {
    const ann = await asked()
    world.wait(179)
    expect((await ann.answer(otherThan(ann.code))).error).toBe('CodeMismatchException')
    world.wait(1)
    expect(await ann.answer(world.codeFor(ann.username, factor))).toMatchObject({
      error: 'NotAuthorizedException',
      body: { message: 'Invalid session for the user, session is expired.' },
    })
  })

  test('a Session works once', async () => {
    const ann = await asked()
    await ann.answer(ann.code)
    expect(await ann.answer(ann.code)).toMatchObject(INVALID_SESSION)
  })

  test('two right answers sent at once open one session', async () => {
    const ann = await asked()
    const answers = await Promise.all([ann.answer(ann.code), ann.answer(ann.code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a Session works only for its own user, site, and challenge', async () => {
    const [bob, ann] = [await asked(), await asked()]
    expect(await ann.answer(ann.code, ann.Session, bob.username)).toMatchObject(INVALID_SESSION)
    expect(await ann.answer(ann.code, 'x'.repeat(43))).toMatchObject(INVALID_SESSION)
    expect(
      await world.answer(ann.username, factor, ann.Session, ann.code, 'acornclient00000000000001'),
    ).toMatchObject(INVALID_SESSION)
    for (const other of Object.keys(ANSWER_OF).filter((name) => name !== factor)) {
      const answers = { [ANSWER_OF[other as MfaFactor]]: ann.code, [ANSWER_OF[factor]]: ann.code }
      expect(await world.respond(ann.username, other, ann.Session, answers)).toMatchObject(INVALID_SESSION)
    }
    // The challenge is still open.
    expect((await ann.answer(ann.code)).status).toBe(200)
  })

  test("a code of another person's sign-in is wrong", async () => {
    const bob = await asked()
    const ann = await asked()
    if (bob.code === ann.code) return
    expect(await ann.answer(bob.code)).toMatchObject({ error: 'CodeMismatchException' })
  })

  test('a code sent for another purpose is wrong', async () => {
    const ann = await asked()
    await world.ask('GetUserAttributeVerificationCode', {
      AccessToken: ann.AccessToken,
      AttributeName: factor === 'SMS_MFA' ? 'phone_number' : 'email',
    })
    const forVerifying = world.lastCode()
    await world.ask('ForgotPassword', { ClientId: world.ClientId, Username: ann.username })
    for (const code of [forVerifying, world.lastCode()].filter((one) => one !== ann.code)) {
      expect(await ann.answer(code)).toMatchObject({ error: 'CodeMismatchException' })
    }
  })

  test.each([
    ['an empty code', ''],
    ['a code of letters', 'abcdef'],
    ['a code in digits of another script', '１２３４５６'],
    ['a very long code', '1'.repeat(2048)],
  ])('%s is refused like any wrong code', async (_what, typed) => {
    const ann = await asked()
    const answer = await ann.answer(typed)
    expect(answer.status).toBe(400)
    expect(['CodeMismatchException', 'InvalidParameterException']).toContain(answer.error)
  })

  test('an answer needs a code', async () => {
    const ann = await asked()
    expect(await world.respond(ann.username, factor, ann.Session, {})).toMatchObject({
      error: 'InvalidParameterException',
      body: { message: `Missing required parameter ${ANSWER_OF[factor]}` },
    })
    expect(await world.respond(ann.username, factor, ann.Session, { [ANSWER_OF[factor]]: 7 })).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
    })
  })

  test('five wrong codes lock all sign-ins, longer each time', async () => {
    const ann = await asked()
    for (let n = 1; n <= 5; n += 1) await ann.answer(otherThan(ann.code))
    expect(await ann.answer(ann.code)).toMatchObject({
      error: 'LimitExceededException',
      body: { message: 'Too many attempts. Wait a while, then try again.' },
    })
    const { Session } = await world.openSignIn(ann.username)
    const code = world.codeFor(ann.username, factor)
    expect((await ann.answer(code, Session)).error).toBe('LimitExceededException')
    world.wait(1)
    expect((await ann.answer(otherThan(code), Session)).error).toBe('CodeMismatchException') // the sixth: 2 s
    world.wait(1)
    expect((await ann.answer(code, Session)).error).toBe('LimitExceededException')
    world.wait(1)
    expect((await ann.answer(code, Session)).status).toBe(200)
  })

  test('guesses sent at once are all counted', async () => {
    const ann = await asked()
    const answers = await Promise.all(Array.from({ length: 12 }, () => ann.answer(otherThan(ann.code))))
    expect(answers.filter(({ error }) => error === 'CodeMismatchException')).toHaveLength(5)
  })

  test('a password reset keeps it on and ends pending sign-ins', async () => {
    const ann = await asked()
    await world.ask('ForgotPassword', { ClientId: world.ClientId, Username: ann.username })
    await world.ask('ConfirmForgotPassword', {
      ClientId: world.ClientId,
      Username: ann.username,
      ConfirmationCode: world.lastCode(),
      Password: 'pears-and-thyme',
    })
    expect(await ann.answer(ann.code)).toMatchObject(INVALID_SESSION)
    expect((await world.openSignIn(ann.username, 'pears-and-thyme')).ChallengeName).toBe(factor)
  })

  test('a password change keeps it on and ends pending sign-ins', async () => {
    const ann = await asked()
    const { AccessToken } = ann
    await world.ask('ChangePassword', {
      AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: 'pears-and-thyme',
    })
    expect(await ann.answer(ann.code)).toMatchObject(INVALID_SESSION)
    expect((await world.openSignIn(ann.username, 'pears-and-thyme')).ChallengeName).toBe(factor)
  })

  test('a deleted account answers no challenge', async () => {
    const ann = await asked()
    await world.ask('DeleteUser', { AccessToken: ann.AccessToken })
    expect(await ann.answer(ann.code)).toMatchObject(INVALID_SESSION)
  })

  test('is not asked if the site has turned second factors off', async () => {
    const { username } = await world.addPersonWith(factor)
    await world.setSite('off')
    expect((await world.openSignIn(username)).AuthenticationResult).toBeDefined()
  })
})

describe.each<[MfaFactor, 'SMS' | 'EMAIL']>([
  ['SMS_MFA', 'SMS'],
  ['EMAIL_OTP', 'EMAIL'],
])('A code sent for %s', (factor, medium) => {
  test('goes to the verified destination, which is shown masked', async () => {
    const ann = await world.addPersonWith(factor)
    const { ChallengeParameters } = await world.openSignIn(ann.username)
    const destination = medium === 'SMS' ? ann.phone : ann.email
    expect(world.mailbox.at(-1)).toMatchObject({ purpose: 'sign-in', medium, destination })
    expect(world.mailbox.at(-1)!.code).toMatch(/^\d{6}$/)
    expect(world.mailbox.at(-1)!.expiresAt.getTime() - world.now().getTime()).toBe(180_000)
    expect(ChallengeParameters).toMatchObject({
      CODE_DELIVERY_DELIVERY_MEDIUM: medium,
      CODE_DELIVERY_DESTINATION: medium === 'SMS' ? `+*******${ann.phone!.slice(-4)}` : 'p***@e***',
    })
    expect(JSON.stringify(ChallengeParameters)).not.toContain(world.lastCode())
  })

  test('belongs to one sign-in', async () => {
    const ann = await world.addPersonWith(factor)
    const first = await world.openSignIn(ann.username)
    const firstCode = world.lastCode()
    const second = await world.openSignIn(ann.username)
    const secondCode = world.lastCode()
    if (firstCode !== secondCode) {
      expect((await world.answer(ann.username, factor, second.Session, firstCode)).error).toBe(
        'CodeMismatchException',
      )
    }
    expect((await world.answer(ann.username, factor, first.Session, firstCode)).status).toBe(200)
    expect((await world.answer(ann.username, factor, second.Session, secondCode)).status).toBe(200)
  })

  test('stops working when the destination changes', async () => {
    const ann = await world.addPersonWith(factor)
    const { AccessToken } = ann
    const { Session } = await world.openSignIn(ann.username)
    const code = world.lastCode()
    if (medium === 'SMS') await world.provePhone(AccessToken)
    else {
      const AttributeName = 'email'
      const Value = `moved-${ann.email}`
      await world.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value }] })
      await world.ask('VerifyUserAttribute', { AccessToken, AttributeName, Code: world.lastCode() })
    }
    const username = medium === 'SMS' ? ann.username : `moved-${ann.email}#site-7`
    expect(await world.answer(username, factor, Session, code)).toMatchObject(INVALID_SESSION)
  })

  test('goes to the old destination until the new one is verified', async () => {
    const ann = await world.addPersonWith(factor)
    const [Name, Value] =
      medium === 'SMS' ? ['phone_number', '+13125559999'] : ['email', `moving-${ann.email}`]
    await world.ask('UpdateUserAttributes', {
      AccessToken: ann.AccessToken,
      UserAttributes: [{ Name, Value }],
    })
    await world.openSignIn(ann.username)
    expect(world.mailbox.at(-1)).toMatchObject({ destination: medium === 'SMS' ? ann.phone : ann.email })
  })

  test('is sent ten times an hour; more attempts do not lock the password', async () => {
    const ann = await world.addPersonWith(factor)
    for (let n = 1; n <= 10; n += 1) expect((await world.openSignIn(ann.username)).ChallengeName).toBe(factor)
    for (let n = 1; n <= 6; n += 1) {
      expect((await world.signIn(ann.username)).error).toBe('LimitExceededException')
    }
    world.wait(3600)
    expect((await world.openSignIn(ann.username)).ChallengeName).toBe(factor)
  })

  test('is not stored in plain text', async () => {
    const ann = await world.addPersonWith(factor)
    await world.openSignIn(ann.username)
    const rows = await world.db
      .selectFrom('identity.challenges')
      .select('state')
      .where('sub', '=', ann.sub)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows).replace(ann.phone ?? '', '')).not.toContain(world.lastCode())
  })
})

describe('A code of an authenticator app', () => {
  async function asked() {
    const person = await world.addPersonWith('SOFTWARE_TOKEN_MFA')
    const secret = world.apps.get(person.username)!
    const signIn = async (code: string) => {
      const { Session } = await world.openSignIn(person.username)
      return world.answer(person.username, 'SOFTWARE_TOKEN_MFA', Session, code)
    }
    return { ...person, secret, signIn }
  }

  test('is accepted up to 30 seconds early or late', async () => {
    const ann = await asked()
    world.wait(300)
    expect((await ann.signIn(world.appCode(ann.secret, -2))).error).toBe('CodeMismatchException')
    expect((await ann.signIn(world.appCode(ann.secret, 2))).error).toBe('CodeMismatchException')
    expect((await ann.signIn(world.appCode(ann.secret, -1))).status).toBe(200)
    expect((await ann.signIn(world.appCode(ann.secret, 1))).status).toBe(200)
  })

  test('works once across sign-ins, and invalidates older codes', async () => {
    const ann = await asked()
    const used = {
      error: 'ExpiredCodeException',
      body: { message: 'That code was already used. Wait for the next one from your app.' },
    }
    expect((await ann.signIn(world.appCode(ann.secret))).status).toBe(200)
    world.events.length = 0
    expect(await ann.signIn(world.appCode(ann.secret))).toMatchObject(used)
    expect(world.events).toEqual(['second_factor_failed'])
    expect(await ann.signIn(world.appCode(ann.secret, -1))).toMatchObject(used)
    world.wait(30)
    expect((await ann.signIn(world.appCode(ann.secret))).status).toBe(200)
  })

  test('opens one session when used twice at once', async () => {
    const ann = await asked()
    const questions = [await world.openSignIn(ann.username), await world.openSignIn(ann.username)]
    const code = world.appCode(ann.secret)
    // Both start while the database is blocked, so neither sees the other's commit.
    const { answers } = await world.db.transaction().execute(async () => {
      const started = questions.map(({ Session }) =>
        world.answer(ann.username, 'SOFTWARE_TOKEN_MFA', Session, code),
      )
      await sleep(100)
      return { answers: Promise.all(started) }
    })
    expect((await answers).map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('comes from a secret that is stored encrypted', async () => {
    const ann = await asked()
    const row = await world.db
      .selectFrom('identity.users')
      .select(['totp_secret', 'totp_pending'])
      .where('sub', '=', ann.sub)
      .executeTakeFirstOrThrow()
    expect(row.totp_secret).toBeTypeOf('string')
    expect(row.totp_secret).not.toContain(ann.secret)
    expect(row.totp_pending).toBeNull()
  })
})
