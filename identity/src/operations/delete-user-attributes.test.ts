import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const PHONE = '+19375550110'

/** A signed-in person with a verified number as second factor. */
async function enterWithPhone() {
  await world.identity.ensurePool({ ...NORTHWIND, mfa: 'optional', mfaFactors: ['SMS', 'EMAIL'] })
  const { username } = await world.addPerson()
  const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
  const ask = (operation: string, input: object) => world.ask(operation, { AccessToken, ...input })
  await ask('UpdateUserAttributes', { UserAttributes: [{ Name: 'phone_number', Value: PHONE }] })
  await ask('VerifyUserAttribute', { AttributeName: 'phone_number', Code: world.lastCode() })
  await ask('SetUserMFAPreference', { SMSMfaSettings: { Enabled: true, PreferredMfa: true } })
  return ask
}
type Ask = Awaited<ReturnType<typeof enterWithPhone>>

const remove = (ask: Ask, ...names: string[]) => ask('DeleteUserAttributes', { UserAttributeNames: names })
const namesOf = async (ask: Ask) =>
  (await ask('GetUser', {})).body.UserAttributes.map(({ Name }: { Name: string }) => Name)

test('removing a number also removes text messages as a factor', async () => {
  const ask = await enterWithPhone()
  expect((await ask('GetUser', {})).body).toMatchObject({ UserMFASettingList: ['SMS_MFA'] })

  expect((await remove(ask, 'phone_number')).status).toBe(200)

  const { body } = await ask('GetUser', {})
  expect(body).not.toHaveProperty('UserMFASettingList')
  expect(body).not.toHaveProperty('PreferredMfaSetting')
  expect(await namesOf(ask)).not.toContain('phone_number')
  expect(world.events.slice(-3)).toEqual(['attributes_changed', 'phone_number_removed', 'mfa_disabled'])
})

test('the same number added again has to be verified again and is no factor', async () => {
  const ask = await enterWithPhone()
  await remove(ask, 'phone_number')
  await ask('UpdateUserAttributes', { UserAttributes: [{ Name: 'phone_number', Value: PHONE }] })
  const turnOn = () => ask('SetUserMFAPreference', { SMSMfaSettings: { Enabled: true } })
  expect((await turnOn()).error).toBe('InvalidParameterException')

  await ask('VerifyUserAttribute', { AttributeName: 'phone_number', Code: world.lastCode() })
  expect((await ask('GetUser', {})).body).not.toHaveProperty('UserMFASettingList')
  expect((await turnOn()).status).toBe(200)
})

test('a pending number is removed with the old one', async () => {
  const ask = await enterWithPhone()
  await ask('UpdateUserAttributes', { UserAttributes: [{ Name: 'phone_number', Value: '+19375550134' }] })
  await remove(ask, 'phone_number')
  const late = await ask('VerifyUserAttribute', { AttributeName: 'phone_number', Code: world.lastCode() })
  expect(late.error).toBe('CodeMismatchException')
  expect(await namesOf(ask)).not.toContain('phone_number')
})

test.each(['email', 'custom:rewards_site_id', 'sub'])('%s stays', async (name) => {
  const ask = await enterWithPhone()
  expect((await remove(ask, name)).error).toBe('InvalidParameterException')
  expect(await namesOf(ask)).toContain(name)
})

test('the number of the last required factor cannot be removed', async () => {
  const ask = await enterWithPhone()
  await world.identity.ensurePool({ ...NORTHWIND, mfa: 'required', mfaFactors: ['SMS', 'EMAIL'] })
  expect((await remove(ask, 'phone_number')).error).toBe('InvalidParameterException')
  expect(await namesOf(ask)).toContain('phone_number')

  await ask('SetUserMFAPreference', { EmailMfaSettings: { Enabled: true } })
  expect((await remove(ask, 'phone_number')).status).toBe(200)
})

test('required attributes cannot be removed', async () => {
  const ask = await enterWithPhone()
  await world.identity.ensurePool({ ...NORTHWIND, requiredAttributes: ['phone_number'] })
  expect((await remove(ask, 'phone_number')).error).toBe('InvalidParameterException')
})
