import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const NEW_PASSWORD = 'pears-and-thyme'
const forgot = (Username: string) => world.ask('ForgotPassword', { ClientId: world.ClientId, Username })
const reset = (Username: string, ConfirmationCode: string, Password = NEW_PASSWORD) =>
  world.ask('ConfirmForgotPassword', { ClientId: world.ClientId, Username, ConfirmationCode, Password })

/** A different code. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('A forgotten password', () => {
  test('is replaced by the mailed code; every session ends', async () => {
    const { email, username } = await world.addPerson()
    const { RefreshToken, AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    await forgot(username)
    expect(world.mailbox.at(-1)).toMatchObject({ purpose: 'reset-password', destination: email })

    expect((await reset(username, world.lastCode())).status).toBe(200)

    expect((await world.ask('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked')
    expect((await world.refresh(RefreshToken)).body.message).toBe('Refresh Token has been revoked')
    expect((await world.signIn(username)).status).toBe(400)
    expect((await world.signIn(username, NEW_PASSWORD)).status).toBe(200)
  })

  test('a known and an unknown address get the same answers, and only one gets mail', async () => {
    const { username } = await world.addPerson()
    const sent = world.mailbox.length

    const known = await forgot(username)
    const unknown = await forgot('pia@example.com#site-7')

    expect(known).toEqual(unknown)
    expect(world.mailbox).toHaveLength(sent + 1)
    expect(await reset(username, otherThan(world.lastCode()))).toEqual(
      await reset('pia@example.com#site-7', '123456'),
    )
  })

  test('resetting lifts the lock of wrong passwords', async () => {
    const { username } = await world.addPerson()
    for (let n = 1; n <= 5; n += 1) await world.signIn(username, 'not-the-password')
    await forgot(username)
    await reset(username, world.lastCode())
    expect((await world.signIn(username, NEW_PASSWORD)).status).toBe(200)
  })

  test('resetting confirms an unconfirmed account and voids its first password', async () => {
    const { email, username } = world.newName()
    await world.ask('SignUp', {
      ClientId: world.ClientId,
      Username: username,
      Password: PASSWORD,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'custom:rewards_site_id', Value: 'site-7' },
      ],
    })
    await forgot(username)
    await reset(username, world.lastCode())
    expect((await world.signIn(username)).status).toBe(400)
    expect((await world.signIn(username, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('A code', () => {
  test('expires after ten minutes', async () => {
    const { username } = await world.addPerson()
    await forgot(username)
    world.wait(600)
    expect(await reset(username, world.lastCode())).toMatchObject({
      error: 'ExpiredCodeException',
      body: { message: 'That code no longer works. Send a new one.' },
    })
    await forgot(username)
    world.wait(599)
    expect((await reset(username, world.lastCode())).status).toBe(200)
  })

  test('works once', async () => {
    const { username } = await world.addPerson()
    await forgot(username)
    const code = world.lastCode()
    await reset(username, code)
    expect(await reset(username, code, 'plums-and-basil')).toMatchObject({ error: 'ExpiredCodeException' })
    expect((await world.signIn(username, NEW_PASSWORD)).status).toBe(200)
  })

  test('works for its own user only', async () => {
    const [ann, bob] = [await world.addPerson(), await world.addPerson()]
    await forgot(bob.username)
    await forgot(ann.username)
    expect(await reset(bob.username, world.lastCode())).toMatchObject({
      error: 'CodeMismatchException',
      body: { message: 'That code isn’t right. Check it and try again.' },
    })
  })

  test('works for its own purpose only', async () => {
    const { username } = await world.addPerson()
    const { AccessToken } = (await world.signIn(username)).body.AuthenticationResult
    await world.ask('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
    expect(await reset(username, world.lastCode())).toMatchObject({ error: 'CodeMismatchException' })
  })

  test('is replaced by the next one', async () => {
    const { username } = await world.addPerson()
    await forgot(username)
    const first = world.lastCode()
    await forgot(username)
    expect(
      first === world.lastCode() || (await reset(username, first)).error === 'CodeMismatchException',
    ).toBe(true)
    expect((await reset(username, world.lastCode())).status).toBe(200)
  })

  test('is locked after wrong guesses, which a new one does not reset', async () => {
    const { username } = await world.addPerson()
    await forgot(username)
    for (let n = 1; n <= 5; n += 1) await reset(username, otherThan(world.lastCode()))
    await forgot(username)
    expect(await reset(username, world.lastCode())).toMatchObject({
      error: 'LimitExceededException',
      body: { message: 'Too many attempts. Wait a while, then try again.' },
    })
  })

  test('is sent five times an hour per name, known or unknown', async () => {
    for (const { username } of [await world.addPerson(), world.newName()]) {
      const answers = []
      for (let n = 1; n <= 6; n += 1) answers.push((await forgot(username)).status)
      expect(answers).toEqual([200, 200, 200, 200, 200, 400])
      world.wait(3600)
      expect((await forgot(username)).status).toBe(200)
    }
  })

  test('is not stored in plain text', async () => {
    const { username, sub } = await world.addPerson()
    await forgot(username)
    const row = await world.db
      .selectFrom('identity.one_time_codes')
      .selectAll()
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, sub: '', expires_at: '' })).not.toContain(world.lastCode())
  })

  test('of sign-up can be sent again; an unknown address gets the same answer and no mail', async () => {
    const { email, username } = world.newName()
    const { ClientId } = world
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ]
    await world.ask('SignUp', { ClientId, Username: username, Password: PASSWORD, UserAttributes })
    const first = world.lastCode()
    const sent = world.mailbox.length

    const known = await world.ask('ResendConfirmationCode', { ClientId, Username: username })
    const unknown = await world.ask('ResendConfirmationCode', {
      ClientId,
      Username: 'pia@example.com#site-7',
    })

    expect(known).toEqual(unknown)
    expect(world.mailbox).toHaveLength(sent + 1)
    const confirm = (ConfirmationCode: string) =>
      world.ask('ConfirmSignUp', { ClientId, Username: username, ConfirmationCode })
    expect(first === world.lastCode() || (await confirm(first)).error === 'CodeMismatchException').toBe(true)
    world.wait(3599)
    expect((await confirm(world.lastCode())).status).toBe(200)
  })
})

describe('Attributes of a user', () => {
  async function signedInPerson() {
    const person = await world.addPerson()
    const { AccessToken } = (await world.signIn(person.username)).body.AuthenticationResult as {
      AccessToken: string
    }
    const change = (Name: string, Value: string) =>
      world.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })
    const verify = (Code: string) =>
      world.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
    const read = async (name: string) => {
      const { body } = await world.ask('GetUser', { AccessToken })
      return body.UserAttributes.find((one: { Name: string }) => one.Name === name)?.Value
    }
    return { ...person, AccessToken, change, verify, read }
  }

  test('the site never changes', async () => {
    const ann = await signedInPerson()
    expect(await ann.change('custom:rewards_site_id', 'site-8')).toMatchObject({
      error: 'InvalidParameterException',
    })
    expect(await ann.read('custom:rewards_site_id')).toBe('site-7')
  })

  test.each(['sub', 'email_verified', 'custom:is_staff', '__proto__'])(
    '%s is not theirs to write',
    async (name) => {
      const ann = await signedInPerson()
      expect(await ann.change(name, 'true')).toMatchObject({
        status: 400,
        error: 'InvalidParameterException',
      })
    },
  )

  test('a name changes immediately', async () => {
    const ann = await signedInPerson()
    await ann.change('given_name', 'Ann')
    expect(await ann.read('given_name')).toBe('Ann')
  })

  test('a new address takes effect with its code; the username follows', async () => {
    const ann = await signedInPerson()
    const { body } = await ann.change('email', 'ann.new@example.com')
    expect(body.CodeDeliveryDetailsList).toMatchObject([{ AttributeName: 'email', Destination: 'a***@e***' }])
    expect(world.mailbox.at(-1)).toMatchObject({
      purpose: 'verify-attribute',
      destination: 'ann.new@example.com',
    })
    expect(await ann.read('email')).toBe(ann.email)

    expect((await ann.verify(otherThan(world.lastCode()))).error).toBe('CodeMismatchException')
    expect((await ann.verify(world.lastCode())).status).toBe(200)

    expect(await ann.read('email')).toBe('ann.new@example.com')
    expect((await world.signIn('ann.new@example.com#site-7')).status).toBe(200)
    expect((await world.signIn(ann.username)).status).toBe(400)
  })

  test('a taken address is refused only after its code', async () => {
    const [ann, bob] = [await signedInPerson(), await signedInPerson()]
    expect((await ann.change('email', bob.email)).status).toBe(200)
    expect(await ann.verify(world.lastCode())).toMatchObject({ error: 'AliasExistsException' })
    expect(await ann.read('email')).toBe(ann.email)
  })

  test('a repeated code is sent to the new address', async () => {
    const ann = await signedInPerson()
    await ann.change('email', 'ann.third@example.com')
    await world.ask('GetUserAttributeVerificationCode', {
      AccessToken: ann.AccessToken,
      AttributeName: 'email',
    })
    expect(world.mailbox.at(-1)).toMatchObject({ destination: 'ann.third@example.com' })
  })
})
