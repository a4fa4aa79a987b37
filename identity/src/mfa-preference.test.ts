import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MfaFactor } from './database.ts'
import { type FactorWorld, openFactorWorld, otherThan } from './testing/factor-world.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.setSite('optional')
  world.events.length = 0
})

const on = { Enabled: true }
const off = { Enabled: false }
const preferred = { Enabled: true, PreferredMfa: true }

async function read(AccessToken: string) {
  const { UserMFASettingList, PreferredMfaSetting } = (await world.ask('GetUser', { AccessToken })).body
  return { enabled: UserMFASettingList, preferred: PreferredMfaSetting }
}

describe('Second factors in the settings', () => {
  test('a new account has none', async () => {
    const ann = await world.addPersonWith()
    expect(await read(ann.AccessToken)).toEqual({ enabled: undefined, preferred: undefined })
    expect((await world.openSignIn(ann.username)).AuthenticationResult).toBeDefined()
  })

  test('can be turned on, preferred, and turned off, and are audited', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA')
    world.events.length = 0
    await world.prefer(AccessToken, { EmailMfaSettings: preferred })
    expect(await read(AccessToken)).toEqual({ enabled: ['SMS_MFA', 'EMAIL_OTP'], preferred: 'EMAIL_OTP' })
    await world.prefer(AccessToken, { SMSMfaSettings: preferred })
    expect(await read(AccessToken)).toMatchObject({ preferred: 'SMS_MFA' })
    await world.prefer(AccessToken, { SMSMfaSettings: { Enabled: true, PreferredMfa: false } })
    expect(await read(AccessToken)).toMatchObject({ preferred: undefined })
    await world.prefer(AccessToken, { SMSMfaSettings: off, EmailMfaSettings: off })
    expect(await read(AccessToken)).toEqual({ enabled: undefined, preferred: undefined })
    expect(world.events).toEqual([
      'mfa_enabled',
      'mfa_preferred',
      'mfa_preferred',
      'mfa_preferred',
      'mfa_disabled',
      'mfa_disabled',
    ])
  })

  test('turning one off ends its preference', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA', 'EMAIL_OTP')
    await world.setFactor(AccessToken, 'SMS_MFA', true, true)
    await world.setFactor(AccessToken, 'SMS_MFA', false)
    expect(await read(AccessToken)).toEqual({ enabled: ['EMAIL_OTP'], preferred: undefined })
  })

  test('omitted settings stay', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA', 'EMAIL_OTP')
    await world.prefer(AccessToken, {})
    expect(await read(AccessToken)).toMatchObject({ enabled: ['SMS_MFA', 'EMAIL_OTP'] })
  })

  test.each<[MfaFactor, string]>([
    ['SOFTWARE_TOKEN_MFA', 'User has not set up software token mfa'],
    ['SMS_MFA', 'User does not have delivery config set to turn on SMS_MFA'],
  ])('%s cannot be switched on before it is set up', async (factor, message) => {
    const { AccessToken } = await world.addPersonWith()
    expect(await world.setFactor(AccessToken, factor, true)).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
      body: { message },
    })
    expect(await read(AccessToken)).toMatchObject({ enabled: undefined })
  })

  test('not by an unverified address', async () => {
    const { AccessToken, sub } = await world.addPersonWith()
    await world.db
      .updateTable('identity.users')
      .set({ email_verified: false })
      .where('sub', '=', sub)
      .execute()
    expect((await world.setFactor(AccessToken, 'EMAIL_OTP', true)).error).toBe('InvalidParameterException')
  })

  test('not by a number whose change is pending', async () => {
    const { AccessToken } = await world.addPersonWith()
    const UserAttributes = [{ Name: 'phone_number', Value: '+13125550000' }]
    await world.ask('UpdateUserAttributes', { AccessToken, UserAttributes })
    expect((await world.setFactor(AccessToken, 'SMS_MFA', true)).error).toBe('InvalidParameterException')
  })

  test('one the site does not offer can only be turned off', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA')
    await world.setSite('optional', ['TOTP'])
    expect(await world.setFactor(AccessToken, 'EMAIL_OTP', true)).toMatchObject({
      body: { message: 'EMAIL_OTP is not enabled for the user pool.' },
    })
    expect((await world.setFactor(AccessToken, 'SMS_MFA', false)).status).toBe(200)
    await world.setSite('off')
    expect((await world.setFactor(AccessToken, 'EMAIL_OTP', true)).error).toBe('InvalidParameterException')
  })

  test.each([
    ['two preferred', { SMSMfaSettings: preferred, EmailMfaSettings: preferred }],
    ['a preferred one that is switched off', { SMSMfaSettings: { Enabled: false, PreferredMfa: true } }],
    ['a preferred one that was never on', { EmailMfaSettings: { PreferredMfa: true } }],
    ['a text for a switch', { SMSMfaSettings: { Enabled: 'yes' } }],
    ['a list for settings', { SMSMfaSettings: [] }],
  ])('%s: nothing changes', async (_what, settings) => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA')
    expect(await world.prefer(AccessToken, settings)).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
    })
    expect(await read(AccessToken)).toEqual({ enabled: ['SMS_MFA'], preferred: undefined })
  })

  test('a change refused in one part changes nothing', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA')
    const answer = await world.prefer(AccessToken, { SMSMfaSettings: off, SoftwareTokenMfaSettings: on })
    expect(answer.status).toBe(400)
    expect(await read(AccessToken)).toMatchObject({ enabled: ['SMS_MFA'] })
  })

  test('the last one cannot be turned off if one is required', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA', 'EMAIL_OTP')
    await world.setSite('required')
    expect((await world.setFactor(AccessToken, 'SMS_MFA', false)).status).toBe(200)
    expect(await world.setFactor(AccessToken, 'EMAIL_OTP', false)).toMatchObject({
      error: 'InvalidParameterException',
      body: { message: 'This site requires a second step, so you can’t remove your last one.' },
    })
    expect((await world.prefer(AccessToken, { SMSMfaSettings: on, EmailMfaSettings: off })).status).toBe(200)
    expect(await read(AccessToken)).toMatchObject({ enabled: ['SMS_MFA'] })
  })

  test('only signed-in users can change them', async () => {
    const { AccessToken } = await world.addPersonWith('SMS_MFA')
    await world.ask('GlobalSignOut', { AccessToken })
    expect(await world.setFactor(AccessToken, 'SMS_MFA', false)).toMatchObject({
      status: 400,
      error: 'NotAuthorizedException',
    })
  })
})

describe('Setting up an authenticator app in the settings', () => {
  const associate = (AccessToken: string) => world.ask('AssociateSoftwareToken', { AccessToken })
  const verify = (AccessToken: string, UserCode: string) =>
    world.ask('VerifySoftwareToken', { AccessToken, UserCode, FriendlyDeviceName: "Ann's phone" })

  test('takes a secret and its first code, and is turned on after it', async () => {
    const ann = await world.addPersonWith()
    const { SecretCode, Session } = (await associate(ann.AccessToken)).body
    expect(Session).toBeUndefined()
    expect((await verify(ann.AccessToken, world.appCode(SecretCode))).body).toEqual({ Status: 'SUCCESS' })
    expect(await read(ann.AccessToken)).toMatchObject({ enabled: undefined })
    await world.setFactor(ann.AccessToken, 'SOFTWARE_TOKEN_MFA', true)
    expect((await world.openSignIn(ann.username)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  })

  test('a wrong code is refused and counted', async () => {
    const { AccessToken } = await world.addPersonWith()
    const { SecretCode } = (await associate(AccessToken)).body
    const code = world.appCode(SecretCode)
    for (let n = 1; n <= 5; n += 1) {
      expect(await verify(AccessToken, otherThan(code))).toMatchObject({
        error: 'EnableSoftwareTokenMFAException',
        body: { message: 'That code isn’t right. Enter the newest code from your app.' },
      })
    }
    expect((await verify(AccessToken, code)).error).toBe('LimitExceededException')
    world.wait(1)
    expect((await verify(AccessToken, world.appCode(SecretCode))).status).toBe(200)
  })

  test('the current app keeps working until the new one’s first code', async () => {
    const ann = await world.addPersonWith('SOFTWARE_TOKEN_MFA')
    const old = world.apps.get(ann.username)!
    const { SecretCode } = (await associate(ann.AccessToken)).body
    const signIn = async (code: string) => {
      const { Session } = await world.openSignIn(ann.username)
      return world.answer(ann.username, 'SOFTWARE_TOKEN_MFA', Session, code)
    }
    expect((await signIn(world.appCode(old))).status).toBe(200)
    await verify(ann.AccessToken, world.appCode(SecretCode))
    world.wait(30)
    expect((await signIn(world.appCode(old))).error).toBe('CodeMismatchException')
    expect((await signIn(world.appCode(SecretCode))).status).toBe(200)
  })

  test('a secret expires after 15 minutes and works for its own user only', async () => {
    const [ann, bob] = [await world.addPersonWith(), await world.addPersonWith()]
    const { SecretCode } = (await associate(ann.AccessToken)).body
    await associate(bob.AccessToken)
    expect((await verify(bob.AccessToken, world.appCode(SecretCode))).error).toBe(
      'EnableSoftwareTokenMFAException',
    )
    await world.db
      .updateTable('identity.users')
      .set({ totp_pending_until: world.now() })
      .where('sub', '=', ann.sub)
      .execute()
    expect(await verify(ann.AccessToken, world.appCode(SecretCode))).toMatchObject({
      error: 'InvalidParameterException',
    })
  })

  test('needs a secret, which is verified once', async () => {
    const { AccessToken } = await world.addPersonWith()
    expect((await verify(AccessToken, '123456')).error).toBe('InvalidParameterException')
    const { SecretCode } = (await associate(AccessToken)).body
    await verify(AccessToken, world.appCode(SecretCode))
    expect((await verify(AccessToken, world.appCode(SecretCode))).error).toBe('InvalidParameterException')
  })

  test('is refused if the site does not offer it', async () => {
    const { AccessToken } = await world.addPersonWith()
    await world.setSite('optional', ['EMAIL'])
    expect(await associate(AccessToken)).toMatchObject({ error: 'SoftwareTokenMFANotFoundException' })
  })
})
