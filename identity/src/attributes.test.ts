import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FactorWorld, openFactorWorld } from './testing/factor-world.ts'
import { NORTHWIND, PASSWORD } from './testing/world.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await openFactorWorld()
})
afterAll(() => world.close())

const EVERYTHING = {
  birthdate: '1984-02-29',
  family_name: 'Lee',
  given_name: 'Ann',
  middle_name: 'B.',
  name: 'Ann B. Lee',
  nickname: 'Annie',
  phone_number: '+13125550142',
  preferred_username: 'ann',
  profile: 'https://example.com/ann',
  website: 'http://ann.example.com',
}

const setRequired = (...requiredAttributes: string[]) =>
  world.setSite('optional', ['TOTP'], { requiredAttributes })

async function signUp(attributes: Record<string, string>) {
  const { email, username } = world.newName()
  const all = { email, 'custom:rewards_site_id': 'site-7', ...attributes }
  const answer = await world.ask('SignUp', {
    ClientId: world.ClientId,
    Username: username,
    Password: PASSWORD,
    UserAttributes: Object.entries(all).map(([Name, Value]) => ({ Name, Value })),
  })
  return { ...answer, email, username }
}

const stored = async (username: string) =>
  (await world.identity.findUser(NORTHWIND.poolId, username))?.attributes

describe('What a site asks at sign-up', () => {
  test.each(Object.entries(EVERYTHING))('%s must be given', async (name, value) => {
    await setRequired(name)
    for (const missing of [{}, { [name]: '' }, { [name]: '  ' }]) {
      const answer = await signUp(missing)
      expect(answer).toMatchObject({
        status: 400,
        error: 'InvalidParameterException',
        body: { message: `Attributes did not conform to the schema: ${name}: The attribute is required` },
      })
      expect(await stored(answer.username)).toBeUndefined()
    }
    const answer = await signUp({ [name]: value })
    expect(answer.status).toBe(200)
    expect(await stored(answer.username)).toMatchObject({ [name]: value })
  })

  test('is named all at once', async () => {
    await setRequired('given_name', 'family_name')
    expect((await signUp({})).body.message).toBe(
      'Attributes did not conform to the schema: given_name: The attribute is required\n' +
        'family_name: The attribute is required',
    )
  })

  test('and nothing more: what is left blank is not kept', async () => {
    await setRequired()
    const answer = await signUp({ website: '', phone_number: '', given_name: ' ' })
    expect(answer.status).toBe(200)
    expect(Object.keys((await stored(answer.username))!).sort()).toEqual(['custom:rewards_site_id', 'email'])
  })
})

describe('What a value must look like', () => {
  test.each([
    ['birthdate', '29.02.1984'],
    ['birthdate', '1983-02-29'],
    ['birthdate', '1984-2-9'],
    ['birthdate', '1984-02-29T00:00:00Z'],
    ['website', 'ann.example.com'],
    ['website', 'javascript:alert(1)'],
    ['website', 'ftp://example.com'],
    ['website', `https://example.com/${'a'.repeat(500)}`],
    ['profile', 'data:text/html,hello'],
    ['phone_number', '3125550142'],
    ['phone_number', '+0125550142'],
    ['phone_number', '+1 312 555 0142'],
    ['phone_number', '+1234567890123456'],
    ['name', 'a'.repeat(129)],
    ['nickname', 'a'.repeat(129)],
    ['address', 'a'.repeat(513)],
    ['email', ''],
  ])('%s %j is refused', async (name, value) => {
    await setRequired()
    expect(await signUp({ [name]: value })).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
    })
  })

  test('holds at a change too, and nothing changes', async () => {
    await setRequired()
    const ann = await world.addPersonWith()
    const UserAttributes = [
      { Name: 'given_name', Value: 'Ann' },
      { Name: 'website', Value: 'javascript:alert(1)' },
    ]
    const { AccessToken } = ann
    expect((await world.ask('UpdateUserAttributes', { AccessToken, UserAttributes })).status).toBe(400)
    expect(await stored(ann.username)).not.toHaveProperty('given_name')
  })
})

describe('A change that leaves a value blank', () => {
  const change = (AccessToken: string, Name: string, Value: string) =>
    world.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })

  test('takes it away, but not where the site asks for it', async () => {
    const { AccessToken, username } = await world.addPersonWith()
    await change(AccessToken, 'given_name', 'Ann')
    await setRequired('given_name')
    expect(await change(AccessToken, 'given_name', '')).toMatchObject({
      error: 'InvalidParameterException',
      body: { message: 'Attributes did not conform to the schema: given_name: The attribute is required' },
    })
    await setRequired('family_name')
    expect((await change(AccessToken, 'given_name', ' ')).status).toBe(200)
    expect(await stored(username)).not.toHaveProperty('given_name')
  })

  test('takes a phone number away with the codes sent to it', async () => {
    const { AccessToken, username } = await world.addPersonWith('SMS_MFA')
    await change(AccessToken, 'phone_number', '+13125550001')
    const Code = world.lastCode()
    expect((await change(AccessToken, 'phone_number', '')).status).toBe(200)

    const { body } = await world.ask('GetUser', { AccessToken })
    expect(body).not.toHaveProperty('UserMFASettingList')
    expect(await stored(username)).not.toHaveProperty('phone_number')
    expect(
      (await world.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code })).error,
    ).toBe('CodeMismatchException')
  })

  test('does not take away the number of the only factor where one is required', async () => {
    const { AccessToken, phone, username } = await world.addPersonWith('SMS_MFA')
    await world.setSite('required')
    expect((await change(AccessToken, 'phone_number', '')).error).toBe('InvalidParameterException')
    expect(await stored(username)).toMatchObject({ phone_number: phone })
  })

  test('never takes away the address', async () => {
    const { AccessToken, email, username } = await world.addPersonWith()
    expect((await change(AccessToken, 'email', '')).error).toBe('InvalidParameterException')
    expect(await stored(username)).toMatchObject({ email })
  })
})

describe('A phone number', () => {
  test('is proven by a code sent by SMS; until then the old one stays', async () => {
    const { AccessToken } = await world.addPersonWith()
    const read = async (name: string) =>
      (await world.ask('GetUser', { AccessToken })).body.UserAttributes.find(
        (one: { Name: string }) => one.Name === name,
      )?.Value
    const AttributeName = 'phone_number'
    const change = (Value: string) =>
      world.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: AttributeName, Value }] })

    expect((await change('+13125550101')).body.CodeDeliveryDetailsList).toEqual([
      { AttributeName, DeliveryMedium: 'SMS', Destination: '+*******0101' },
    ])
    expect(world.mailbox.at(-1)).toMatchObject({ medium: 'SMS', destination: '+13125550101' })
    expect(await read(AttributeName)).toBeUndefined()
    await world.ask('VerifyUserAttribute', { AccessToken, AttributeName, Code: world.lastCode() })
    expect(await read(AttributeName)).toBe('+13125550101')
    expect(await read('phone_number_verified')).toBe('true')

    await change('+13125550102')
    const again = await world.ask('GetUserAttributeVerificationCode', { AccessToken, AttributeName })
    expect(again.body.CodeDeliveryDetails.Destination).toBe('+*******0102')
    expect(await read(AttributeName)).toBe('+13125550101')
    expect(await read('phone_number_verified')).toBe('true')
    await world.ask('VerifyUserAttribute', { AccessToken, AttributeName, Code: world.lastCode() })
    expect(await read(AttributeName)).toBe('+13125550102')
  })

  test('given at sign-up is proven later', async () => {
    await setRequired('phone_number')
    const { username } = await signUp({ phone_number: '+13125550199' })
    const { ClientId } = world
    await world.ask('ConfirmSignUp', { ClientId, Username: username, ConfirmationCode: world.lastCode() })
    const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    const AttributeName = 'phone_number'
    await world.ask('GetUserAttributeVerificationCode', { AccessToken, AttributeName })
    expect(world.mailbox.at(-1)).toMatchObject({ medium: 'SMS', destination: '+13125550199' })
    const Code = world.lastCode()
    expect((await world.ask('VerifyUserAttribute', { AccessToken, AttributeName, Code })).status).toBe(200)
    const { body } = await world.ask('GetUser', { AccessToken })
    expect(body.UserAttributes).toContainEqual({ Name: 'phone_number_verified', Value: 'true' })
  })
})

describe('A temporary password at a site that asks for more', () => {
  async function invited(attributes?: Record<string, string>) {
    const { email, username } = world.newName()
    const { poolId } = NORTHWIND
    await world.identity.createUser({
      poolId,
      email,
      password: PASSWORD,
      attributes,
      confirmed: true,
      temporary: true,
    })
    const { ChallengeParameters, Session } = await world.openSignIn(username)
    const answer = (given: Record<string, string>, NEW_PASSWORD = 'pears-and-thyme') => {
      const named = Object.entries(given).map(([name, value]) => [`userAttributes.${name}`, value])
      return world.respond(username, 'NEW_PASSWORD_REQUIRED', Session, {
        NEW_PASSWORD,
        ...Object.fromEntries(named),
      })
    }
    return { username, answer, required: JSON.parse(ChallengeParameters.requiredAttributes) as string[] }
  }

  test('asks for what is missing, and for no more', async () => {
    await setRequired('name', 'phone_number', 'given_name')
    expect((await invited({ given_name: 'Ann' })).required).toEqual([
      'userAttributes.name',
      'userAttributes.phone_number',
    ])
    await setRequired()
    expect((await invited()).required).toEqual([])
  })

  test.each(['name', 'phone_number', 'birthdate'])('does not continue without %s', async (name) => {
    await setRequired('name', 'phone_number', 'birthdate')
    const given = { name: 'Ann Lee', phone_number: '+13125550142', birthdate: '1984-02-29' }
    const ann = await invited()
    for (const value of [undefined, '', ' ']) {
      const { [name as 'name']: _left, ...others } = given
      const answer = await ann.answer(value === undefined ? others : { ...others, [name]: value })
      expect(answer).toMatchObject({
        status: 400,
        error: 'InvalidParameterException',
        body: { message: `Attributes did not conform to the schema: ${name}: The attribute is required` },
      })
    }
    expect((await ann.answer({ ...given, [name]: 'a'.repeat(600) })).error).toBe('InvalidParameterException')
    expect((await ann.answer(given)).status).toBe(200)
    expect(await stored(ann.username)).toMatchObject(given)
  })

  test.each([
    ['the address', { email: 'somebody@example.com' }],
    ['the site', { 'custom:rewards_site_id': 'site-8' }],
    ['a number that is there', { phone_number: '+13125550143' }],
    ['what is not theirs', { email_verified: 'true' }],
  ])('does not change %s', async (_what, given) => {
    await setRequired()
    const ann = await invited({ phone_number: '+13125550142' })
    expect(await ann.answer(given as Record<string, string>)).toMatchObject({
      status: 400,
      error: 'InvalidParameterException',
    })
    expect((await ann.answer({})).status).toBe(200)
  })
})
