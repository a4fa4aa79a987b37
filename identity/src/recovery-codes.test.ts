import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FactorWorld, openFactorWorld } from './testing/factor-world.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())
beforeEach(() => world.setSite('optional'))

async function addPersonWithCodes() {
  const person = await world.addPersonWith('SOFTWARE_TOKEN_MFA')
  const codes = (await world.identity.makeRecoveryCodes(person.sub, '127.0.0.1'))!
  return { ...person, codes }
}

async function signInBy(username: string, code: string) {
  const { Session } = await world.openSignIn(username)
  return world.answer(username, 'SOFTWARE_TOKEN_MFA', Session, code)
}

describe('A recovery code', () => {
  test('signs in without the authenticator app, once', async () => {
    const { username, sub, codes } = await addPersonWithCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await signInBy(username, codes[0]!)).body.AuthenticationResult).toBeDefined()
    expect(await world.identity.countRecoveryCodes(sub)).toBe(9)
    const again = await signInBy(username, codes[0]!)
    expect(again.error).toBe('CodeMismatchException')
    expect(await world.identity.countRecoveryCodes(sub)).toBe(9)
  })

  test('is accepted in any case and spacing', async () => {
    const { username, codes } = await addPersonWithCodes()
    const typed = codes[1]!.toLowerCase().replace('-', ' ').replaceAll('1', 'l').replaceAll('0', 'o')
    expect((await signInBy(username, typed)).status).toBe(200)
  })

  test('opens one session when used twice at once', async () => {
    const { username, codes } = await addPersonWithCodes()
    const sessions = [await world.openSignIn(username), await world.openSignIn(username)]
    const answers = await Promise.all(
      sessions.map(({ Session }) => world.answer(username, 'SOFTWARE_TOKEN_MFA', Session, codes[2]!)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('works for its own user and challenge only', async () => {
    const ann = await addPersonWithCodes()
    const ben = await world.addPersonWith('SOFTWARE_TOKEN_MFA')
    expect((await signInBy(ben.username, ann.codes[0]!)).error).toBe('CodeMismatchException')
    const cleo = await world.addPersonWith('SOFTWARE_TOKEN_MFA', 'EMAIL_OTP')
    const [code] = (await world.identity.makeRecoveryCodes(cleo.sub, '127.0.0.1'))!
    const { Session } = await world.openSignIn(cleo.username)
    const chosen = await world.respond(cleo.username, 'SELECT_MFA_TYPE', Session, { ANSWER: 'EMAIL_OTP' })
    const answer = await world.answer(cleo.username, 'EMAIL_OTP', chosen.body.Session, code!)
    expect(answer.error).toBe('CodeMismatchException')
  })

  test('is delayed for seconds by wrong ones, which do not delay the app’s codes', async () => {
    const { username, codes } = await addPersonWithCodes()
    for (let guess = 0; guess < 20; guess += 1) {
      await signInBy(username, '00000-00000')
      world.wait(10)
    }
    await signInBy(username, '00000-00000')
    expect((await signInBy(username, codes[3]!)).error).toBe('LimitExceededException')
    expect((await signInBy(username, world.codeFor(username, 'SOFTWARE_TOKEN_MFA'))).status).toBe(200)

    for (let guess = 0; guess < 6; guess += 1) await signInBy(username, '00000-00000')
    expect((await signInBy(username, codes[3]!)).error).toBe('LimitExceededException')
    world.wait(10)
    expect((await signInBy(username, codes[3]!)).status).toBe(200)
  })

  test('signs in while the app is locked by wrong codes', async () => {
    const { username, codes } = await addPersonWithCodes()
    const wrong = world.codeFor(username, 'SOFTWARE_TOKEN_MFA') === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 6; guess += 1) await signInBy(username, wrong)
    const right = await signInBy(username, world.codeFor(username, 'SOFTWARE_TOKEN_MFA'))
    expect(right.error).toBe('LimitExceededException')
    expect((await signInBy(username, codes[0]!)).status).toBe(200)
  })

  test('is audited with the number left', async () => {
    const { username, sub, codes, email } = await addPersonWithCodes()
    await signInBy(username, codes[4]!)
    expect(
      world.auditEvents.find((one) => one.name === 'recovery_code_used' && one.sub === sub),
    ).toMatchObject({
      about: '9',
      email,
    })
    const kept = await world.db
      .selectFrom('identity.recovery_codes')
      .selectAll()
      .where('sub', '=', sub)
      .execute()
    for (const code of codes) expect(JSON.stringify([kept, world.auditEvents])).not.toContain(code)
  })
})

describe('Recovery codes', () => {
  test('replace earlier ones', async () => {
    const { username, sub, codes } = await addPersonWithCodes()
    const [fresh] = (await world.identity.makeRecoveryCodes(sub, '127.0.0.1'))!
    expect(await world.identity.countRecoveryCodes(sub)).toBe(10)
    expect((await signInBy(username, codes[0]!)).error).toBe('CodeMismatchException')
    expect((await signInBy(username, fresh!)).status).toBe(200)
    expect(
      world.auditEvents.filter((one) => one.name === 'recovery_codes_made' && one.sub === sub),
    ).toHaveLength(2)
  })

  test('need an authenticator app and are removed with it', async () => {
    const { sub } = await world.addPersonWith('EMAIL_OTP')
    expect(await world.identity.makeRecoveryCodes(sub, '127.0.0.1')).toBeUndefined()
    const ann = await addPersonWithCodes()
    await world.setFactor(ann.AccessToken, 'SOFTWARE_TOKEN_MFA', false)
    expect(await world.identity.countRecoveryCodes(ann.sub)).toBe(0)
  })
})

describe('After staff reset a second factor', () => {
  test('the password alone signs in, and all sessions have ended', async () => {
    const { username, sub, AccessToken, email } = await addPersonWithCodes()
    expect(await world.identity.resetSecondFactor(sub, 'staff:7')).toBe(true)
    expect((await world.ask('GetUser', { AccessToken })).error).toBe('NotAuthorizedException')
    expect((await world.openSignIn(username)).AuthenticationResult).toBeDefined()
    expect(await world.identity.countRecoveryCodes(sub)).toBe(0)
    expect(world.auditEvents.find((one) => one.name === 'second_factor_reset')).toMatchObject({
      sub,
      email,
      by: 'staff:7',
    })
    expect(await world.identity.resetSecondFactor(sub, 'staff:7')).toBe(false)
  })

  test('another one has to be set up if required, and not by the old phone', async () => {
    const { username, sub } = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
    await world.setSite('required')
    await world.identity.resetSecondFactor(sub, 'staff:7')
    expect(await world.openSignIn(username)).toMatchObject({ ChallengeName: 'MFA_SETUP' })
  })

  test('pending sign-ins with the old one end', async () => {
    const { username, sub } = await world.addPersonWith('SOFTWARE_TOKEN_MFA')
    const { Session } = await world.openSignIn(username)
    await world.identity.resetSecondFactor(sub, 'staff:7')
    const code = world.codeFor(username, 'SOFTWARE_TOKEN_MFA')
    expect((await world.answer(username, 'SOFTWARE_TOKEN_MFA', Session, code)).error).toBe(
      'NotAuthorizedException',
    )
  })
})
