import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FactorWorld, openFactorWorld, otherThan } from './testing/factor-world.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())

const INVALID = {
  status: 400,
  error: 'NotAuthorizedException',
  body: { message: 'Invalid session for the user.' },
}
const MISMATCH = {
  error: 'EnableSoftwareTokenMFAException',
  body: { message: 'That code isn’t right. Enter the newest code from your app.' },
}

/** A person without a second factor, at a site that wants one from everybody, after the password. */
async function told(mfaFactors?: ('SMS' | 'TOTP' | 'EMAIL')[]) {
  const person = await world.addPerson()
  await world.setSite('required', mfaFactors)
  const { ChallengeName, ChallengeParameters, Session } = await world.openSignIn(person.username)
  const finish = (session: string, answers: Record<string, unknown> = {}) =>
    world.respond(person.username, 'MFA_SETUP', session, answers)
  return { ...person, ChallengeName, ChallengeParameters, Session, finish }
}
const associate = (Session: string) => world.ask('AssociateSoftwareToken', { Session })
const verify = (Session: string, UserCode: string) => world.ask('VerifySoftwareToken', { Session, UserCode })

describe('A site that requires a second factor', () => {
  test('requires setup at sign-in', async () => {
    const ann = await told()
    expect(ann.ChallengeName).toBe('MFA_SETUP')
    expect(JSON.parse(ann.ChallengeParameters.MFAS_CAN_SETUP)).toEqual(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'])
  })

  test('lists only the factors it offers', async () => {
    const ann = await told(['TOTP'])
    expect(JSON.parse(ann.ChallengeParameters.MFAS_CAN_SETUP)).toEqual(['SOFTWARE_TOKEN_MFA'])
    expect(await ann.finish(ann.Session, { EMAIL: ann.email })).toMatchObject({
      error: 'InvalidParameterException',
    })
    const bob = await told(['EMAIL'])
    expect(await associate(bob.Session)).toMatchObject({ error: 'SoftwareTokenMFANotFoundException' })
  })

  test('uses a verified phone, which becomes the person’s factor', async () => {
    const ann = await world.addPersonWith()
    const phone = await world.provePhone(ann.AccessToken)
    await world.setSite('required')
    const { ChallengeName, Session } = await world.openSignIn(ann.username)
    expect(ChallengeName).toBe('SMS_MFA')
    expect(world.mailbox.at(-1)).toMatchObject({ medium: 'SMS', destination: phone })
    const { body } = await world.answer(ann.username, 'SMS_MFA', Session, world.lastCode())
    const { AccessToken } = body.AuthenticationResult
    expect((await world.ask('GetUser', { AccessToken })).body.UserMFASettingList).toEqual(['SMS_MFA'])
  })

  test('refuses sign-in when no factor can be set up', async () => {
    const person = await world.addPerson()
    await world.setSite('required', ['SMS'])
    expect(await world.signIn(person.username)).toMatchObject({
      status: 400,
      error: 'NotAuthorizedException',
      body: { message: 'A second factor is required and none can be set up.' },
    })
  })

  test('verifies an unverified phone by the code if it offers SMS only', async () => {
    const { poolId } = { poolId: 'us-east-1_Northwind' }
    const { email, username } = world.newName()
    const attributes = { phone_number: '+13125557777' }
    await world.identity.createUser({
      poolId,
      email,
      password: 'kettle-of-plum-jam',
      attributes,
      confirmed: true,
    })
    await world.setSite('required', ['SMS'])
    const { ChallengeName, Session } = await world.openSignIn(username)
    expect(ChallengeName).toBe('SMS_MFA')
    const { body } = await world.answer(username, 'SMS_MFA', Session, world.lastCode())
    const { AccessToken } = body.AuthenticationResult
    expect((await world.ask('GetUser', { AccessToken })).body.UserAttributes).toContainEqual({
      Name: 'phone_number_verified',
      Value: 'true',
    })
  })
})

describe('Setting up an authenticator app while signing in', () => {
  test('takes a secret, its first code, and the new Session; the next sign-in requires the app', async () => {
    const ann = await told()
    const first = await associate(ann.Session)
    expect(first.body.SecretCode).toMatch(/^[A-Z2-7]{32}$/)
    const second = await verify(first.body.Session, world.appCode(first.body.SecretCode))
    expect(second.body).toMatchObject({ Status: 'SUCCESS', Session: expect.any(String) })
    world.events.length = 0
    const done = await ann.finish(second.body.Session)
    expect(done.body.AuthenticationResult).toMatchObject({ TokenType: 'Bearer' })
    expect(world.events).toEqual(['mfa_enabled', 'second_factor_passed', 'authenticator_set_up', 'signed_in'])

    const again = await world.openSignIn(ann.username)
    expect(again.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    const code = world.appCode(first.body.SecretCode)
    // It was used up by the set-up.
    expect((await world.answer(ann.username, 'SOFTWARE_TOKEN_MFA', again.Session, code)).error).toBe(
      'ExpiredCodeException',
    )
    world.wait(30)
    const next = world.appCode(first.body.SecretCode)
    expect((await world.answer(ann.username, 'SOFTWARE_TOKEN_MFA', again.Session, next)).status).toBe(200)
  })

  test('each Session works once', async () => {
    const ann = await told()
    const first = (await associate(ann.Session)).body
    expect(await associate(ann.Session)).toMatchObject(INVALID)
    expect(await verify(ann.Session, world.appCode(first.SecretCode))).toMatchObject(INVALID)
    const second = (await verify(first.Session, world.appCode(first.SecretCode))).body
    expect(await verify(first.Session, world.appCode(first.SecretCode, 1))).toMatchObject(INVALID)
    expect(await ann.finish(first.Session)).toMatchObject(INVALID)
    expect((await ann.finish(second.Session)).status).toBe(200)
    expect(await ann.finish(second.Session)).toMatchObject(INVALID)
  })

  test('a wrong code is audited and can be retried', async () => {
    const ann = await told()
    const { SecretCode, Session } = (await associate(ann.Session)).body
    world.events.length = 0
    expect(await verify(Session, otherThan(world.appCode(SecretCode)))).toMatchObject(MISMATCH)
    expect(world.events).toEqual(['second_factor_failed'])
    expect((await verify(Session, world.appCode(SecretCode))).body.Status).toBe('SUCCESS')
  })

  test('needs the app’s first code', async () => {
    const ann = await told()
    const refused = { status: 400, error: 'InvalidParameterException' }
    expect(await ann.finish(ann.Session)).toMatchObject(refused)
    expect(await verify(ann.Session, '123456')).toMatchObject(refused)
    const { Session } = (await associate(ann.Session)).body
    expect(await ann.finish(Session)).toMatchObject(refused)
  })

  test('a new secret needs its own code', async () => {
    const ann = await told()
    const first = (await associate(ann.Session)).body
    const proven = (await verify(first.Session, world.appCode(first.SecretCode))).body
    const second = (await associate(proven.Session)).body
    expect(await ann.finish(second.Session)).toMatchObject({ error: 'InvalidParameterException' })
    expect(await verify(second.Session, world.appCode(first.SecretCode))).toMatchObject(MISMATCH)
    expect((await verify(second.Session, world.appCode(second.SecretCode))).status).toBe(200)
  })

  test('expires after 15 minutes over all steps', async () => {
    const ann = await told()
    world.wait(899)
    const first = (await associate(ann.Session)).body
    expect(first.SecretCode).toBeDefined()
    world.wait(1)
    const expired = { body: { message: 'Invalid session for the user, session is expired.' } }
    expect(await verify(first.Session, world.appCode(first.SecretCode))).toMatchObject(expired)
    expect(await associate(first.Session)).toMatchObject(expired)
    expect(await ann.finish(first.Session)).toMatchObject(expired)
  })

  test('a Session works for its own user, site, and challenge only', async () => {
    const bob = await told()
    const ann = await told()
    const first = (await associate(ann.Session)).body
    const proven = (await verify(first.Session, world.appCode(first.SecretCode))).body
    expect(await bob.finish(proven.Session)).toMatchObject(INVALID)
    expect(
      await world.respond(ann.username, 'MFA_SETUP', proven.Session, {}, 'acornclient00000000000001'),
    ).toMatchObject(INVALID)
    expect(await world.answer(ann.username, 'SOFTWARE_TOKEN_MFA', proven.Session, '123456')).toMatchObject(
      INVALID,
    )
    expect((await ann.finish(proven.Session)).status).toBe(200)

    const cid = await world.addPersonWith('EMAIL_OTP')
    const { Session } = await world.openSignIn(cid.username)
    expect(await associate(Session)).toMatchObject(INVALID)
  })

  test('of two setups at once, only the first to finish counts', async () => {
    const ann = await told()
    const other = await world.openSignIn(ann.username)
    const proofs = []
    for (const Session of [ann.Session, other.Session]) {
      const first = (await associate(Session)).body
      proofs.push((await verify(first.Session, world.appCode(first.SecretCode))).body.Session)
    }
    expect((await ann.finish(proofs[0])).status).toBe(200)
    expect(await ann.finish(proofs[1])).toMatchObject(INVALID)
  })

  test('wrong codes are counted separately from sign-in codes', async () => {
    const ann = await told()
    const { SecretCode, Session } = (await associate(ann.Session)).body
    for (let n = 1; n <= 5; n += 1) await verify(Session, otherThan(world.appCode(SecretCode)))
    expect((await verify(Session, world.appCode(SecretCode))).error).toBe('LimitExceededException')
    world.wait(1)
    expect((await verify(Session, world.appCode(SecretCode))).status).toBe(200)
  })

  test.each([
    ['AssociateSoftwareToken', {}],
    ['AssociateSoftwareToken', { Session: 'short' }],
    ['AssociateSoftwareToken', { Session: 7 }],
    ['AssociateSoftwareToken', { Session: 'x'.repeat(43), AccessToken: 'a.b.c' }],
    ['VerifySoftwareToken', { UserCode: '123456' }],
    ['VerifySoftwareToken', { UserCode: '12345', Session: 'x'.repeat(43) }],
    ['VerifySoftwareToken', { UserCode: '１２３４５６', Session: 'x'.repeat(43) }],
    ['VerifySoftwareToken', { UserCode: 123456, Session: 'x'.repeat(43) }],
    ['VerifySoftwareToken', { Session: 'x'.repeat(43) }],
  ])('%s with %j is refused as malformed', async (operation, input) => {
    expect(await world.ask(operation, input)).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
    })
  })

  test('an unknown Session or token is refused', async () => {
    const Session = 'x'.repeat(43)
    expect(await associate(Session)).toMatchObject(INVALID)
    expect(await verify(Session, '123456')).toMatchObject(INVALID)
    expect(await world.ask('AssociateSoftwareToken', { AccessToken: 'a.b.c' })).toMatchObject({
      status: 400,
      error: 'NotAuthorizedException',
    })
  })
})

describe('Setting up the address while signing in', () => {
  test('sends a code to it and makes it the factor', async () => {
    const ann = await told()
    const sent = await ann.finish(ann.Session, { EMAIL: ann.email })
    expect(sent.body).toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
        CODE_DELIVERY_DESTINATION: 'p***@e***',
      },
    })
    expect(world.mailbox.at(-1)).toMatchObject({ purpose: 'sign-in', destination: ann.email })
    expect(await ann.finish(ann.Session, { EMAIL: ann.email })).toMatchObject(INVALID)
    const code = world.lastCode()
    const wrong = await world.answer(ann.username, 'EMAIL_OTP', sent.body.Session, otherThan(code))
    expect(wrong.error).toBe('CodeMismatchException')
    expect((await world.answer(ann.username, 'EMAIL_OTP', sent.body.Session, code)).status).toBe(200)
    expect((await world.openSignIn(ann.username)).ChallengeName).toBe('EMAIL_OTP')
  })

  test('accepts only the account’s address, in any case', async () => {
    const ann = await told()
    for (const EMAIL of ['somebody@example.com', 'no address', '', `${ann.email}, x@example.com`]) {
      expect(await ann.finish(ann.Session, { EMAIL })).toMatchObject({
        status: 400,
        error: 'InvalidParameterException',
      })
    }
    const sent = await ann.finish(ann.Session, { EMAIL: ann.email.toUpperCase() })
    expect(sent.body.ChallengeName).toBe('EMAIL_OTP')
    expect(world.mailbox.at(-1)).toMatchObject({ destination: ann.email })
  })

  test('verifies an unverified address', async () => {
    const ann = await told()
    await world.db
      .updateTable('identity.users')
      .set({ email_verified: false })
      .where('sub', '=', ann.sub)
      .execute()
    const sent = await ann.finish(ann.Session, { EMAIL: ann.email })
    const { body } = await world.answer(ann.username, 'EMAIL_OTP', sent.body.Session, world.lastCode())
    const { AccessToken } = body.AuthenticationResult
    expect((await world.ask('GetUser', { AccessToken })).body).toMatchObject({
      UserMFASettingList: ['EMAIL_OTP'],
      UserAttributes: expect.arrayContaining([{ Name: 'email_verified', Value: 'true' }]),
    })
  })
})

describe('A new password and a second factor', () => {
  test('are required one after the other', async () => {
    const { email, username } = world.newName()
    await world.identity.createUser({
      poolId: 'us-east-1_Northwind',
      email,
      password: 'kettle-of-plum-jam',
      confirmed: true,
      temporary: true,
    })
    await world.setSite('required')
    const first = await world.openSignIn(username)
    expect(first.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    const second = await world.respond(username, 'NEW_PASSWORD_REQUIRED', first.Session, {
      NEW_PASSWORD: 'pears-and-thyme',
    })
    expect(second.body.ChallengeName).toBe('MFA_SETUP')
    expect((await world.openSignIn(username, 'pears-and-thyme')).ChallengeName).toBe('MFA_SETUP')
  })
})
