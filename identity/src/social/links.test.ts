// What ends access through another service: a reset, a new address, signing out everywhere.

import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserStatus } from '../database.ts'
import { openSocialWorld, type SocialWorld } from '../testing/social-world.ts'
import { NORTHWIND, PASSWORD, STAFF_KEY } from '../testing/world.ts'

let world: SocialWorld
beforeAll(async () => {
  world = await openSocialWorld()
})
afterAll(() => world.close())

let me: { email: string; username: string }
beforeEach(() => {
  me = world.newPerson()
  world.events.length = 0
})

const NEW_PASSWORD = `${PASSWORD}-anew`
const subOf = (entered: Awaited<ReturnType<SocialWorld['enter']>>) => decodeJwt(entered.body.id_token).sub!

async function staff(operation: string) {
  const body = JSON.stringify({ UserPoolId: NORTHWIND.poolId, Username: me.username })
  const plain = {
    host: 'shop.test',
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  }
  const signer = new SignatureV4({
    service: 'cognito-idp',
    region: 'us-east-1',
    credentials: STAFF_KEY,
    sha256: Sha256,
  })
  const { headers } = await signer.sign(
    { method: 'POST', protocol: 'https:', hostname: 'shop.test', path: '/identity/', headers: plain, body },
    { signingDate: world.now() },
  )
  const answer = await world.app.inject({ method: 'POST', url: '/identity/', headers, payload: body })
  expect(answer.statusCode).toBe(200)
}

async function resetByCode(username = me.username) {
  const { ClientId } = world
  await world.ask('ForgotPassword', { ClientId, Username: username })
  await confirmReset(username)
}

async function confirmReset(username = me.username) {
  const answer = await world.ask('ConfirmForgotPassword', {
    ClientId: world.ClientId,
    Username: username,
    ConfirmationCode: world.lastCode(),
    Password: NEW_PASSWORD,
  })
  expect(answer.status).toBe(200)
}

async function moveTo(AccessToken: string, email: string) {
  await world.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value: email }] })
  const Code = world.lastCode()
  const answer = await world.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
  expect(answer.status).toBe(200)
}

const linksOf = (sub: string) =>
  world.db.selectFrom('identity.linked_accounts').select('provider').where('sub', '=', sub).execute()

const changeUser = (status: UserStatus, password_set_at = world.now()) =>
  world.db
    .updateTable('identity.users')
    .set({ status, password_set_at })
    .where('username', '=', me.username)
    .execute()

const addAccount = () =>
  world.identity.createUser({
    poolId: NORTHWIND.poolId,
    email: me.email,
    password: PASSWORD,
    confirmed: true,
  })

describe('A reset by code', () => {
  test('removes every link and audits it', async () => {
    const sub = subOf(await world.enter('Google'))
    await world.enter('Facebook')
    await resetByCode()
    expect(await linksOf(sub)).toEqual([])
    expect(world.events).toContain('social_unlinked')
  })

  test('refuses a person whose address at the service changed; the owner links again by signing in', async () => {
    const sub = subOf(await world.enter('Google'))
    await resetByCode()
    const { email } = world.providers.person
    world.providers.person.email = `moved-${email}`
    expect(subOf(await world.enter('Google'))).not.toBe(sub)

    world.newPerson({ email: me.email })
    expect(subOf(await world.enter('Google'))).toBe(sub)
    expect(await linksOf(sub)).toEqual([{ provider: 'Google' }])
  })

  test('audits no link if there was none', async () => {
    await addAccount()
    await resetByCode()
    expect(world.events).not.toContain('social_unlinked')
  })
})

describe('A reset by staff', () => {
  test('removes every link and refuses services until a new password is set', async () => {
    const { sub } = await addAccount()
    await world.enter('Google')
    await staff('AdminResetUserPassword')
    expect(await linksOf(sub)).toEqual([])

    const back = await world.signInAt('Google')
    expect(back).toMatchObject({ error: 'access_denied' })
    expect(back.error_description).toContain('needs a new password first')
    expect(await linksOf(sub)).toEqual([])

    await confirmReset()
    expect(subOf(await world.enter('Google'))).toBe(sub)
  })

  test('refuses sign-in by a remaining link', async () => {
    await world.enter('Google')
    await changeUser('RESET_REQUIRED')
    expect((await world.signInAt('Google')).error_description).toContain('needs a new password first')
  })
})

test.each([
  ['good', 0],
  ['long expired', 8 * 86_400_000],
])(
  'whom staff gave a temporary password, %s, replaces it before a service lets them in',
  async (_what, age) => {
    await addAccount()
    await changeUser('FORCE_CHANGE_PASSWORD', new Date(world.now().getTime() - age))
    const back = await world.signInAt('Google')
    expect([back.error, back.code]).toEqual(['access_denied', undefined])
    expect(back.error_description).toContain('still has a temporary password')
  },
)

describe('A new email address', () => {
  test('removes the links of the old one', async () => {
    const first = await world.enter('Google')
    const sub = subOf(first)
    await moveTo(first.body.access_token, `new-${me.email}`)
    expect(await linksOf(sub)).toEqual([])
    // The old mailbox no longer opens this account.
    expect(subOf(await world.enter('Google'))).not.toBe(sub)
  })

  test('links again by a service that verified it', async () => {
    const first = await world.enter('Google')
    await moveTo(first.body.access_token, `new-${me.email}`)
    world.providers.person.email = `new-${me.email}`
    expect(subOf(await world.enter('Google'))).toBe(subOf(first))
  })

  test('that is the old one, verified again, keeps the links', async () => {
    const { sub } = await addAccount()
    const { body } = await world.enter('Google')
    await world.ask('GetUserAttributeVerificationCode', {
      AccessToken: body.access_token,
      AttributeName: 'email',
    })
    const Code = world.lastCode()
    const answer = await world.ask('VerifyUserAttribute', {
      AccessToken: body.access_token,
      AttributeName: 'email',
      Code,
    })
    expect(answer.status).toBe(200)
    expect(await linksOf(sub)).toHaveLength(1)
  })
})

describe('GetUser', () => {
  const read = async (AccessToken: string) => {
    const { UserAttributes } = (await world.ask('GetUser', { AccessToken })).body
    const found = UserAttributes.find(({ Name }: { Name: string }) => Name === 'identities')
    return found && JSON.parse(found.Value)
  }
  const signedIn = async (password: string) =>
    (await world.signIn(me.username, password)).body.AuthenticationResult.AccessToken

  test('lists the services, one of them primary if there is no password', async () => {
    await world.enter('Apple')
    const { body } = await world.enter('Google')
    const { subject } = world.providers.person
    const dateCreated = expect.stringMatching(/^\d{13}$/)
    const service = { userId: subject, issuer: null, dateCreated }
    expect(await read(body.access_token)).toEqual([
      { ...service, providerName: 'SignInWithApple', providerType: 'SignInWithApple', primary: 'true' },
      { ...service, providerName: 'Google', providerType: 'Google', primary: 'false' },
    ])
  })

  test('lists no primary service if there is a password', async () => {
    await addAccount()
    const { body } = await world.enter('Google')
    expect(await read(body.access_token)).toMatchObject([{ providerName: 'Google', primary: 'false' }])
  })

  test('lists no services if there are none, and an empty list without a password', async () => {
    const { body } = await world.enter('Google')
    await moveTo(body.access_token, `new-${me.email}`)
    expect(await read(body.access_token)).toEqual([])
    const moved = `${`new-${me.email}`}#${NORTHWIND.siteId}`
    await resetByCode(moved)
    me.username = moved
    expect(await read(await signedIn(NEW_PASSWORD))).toBeUndefined()
  })
})

describe('Unlinking a service', () => {
  const unlink = (sub: string, provider: 'Google' | 'Facebook') =>
    world.identity.unlinkService(sub, provider, '203.0.113.4')

  test('keeps the others and is audited by name', async () => {
    const sub = subOf(await world.enter('Google'))
    await world.enter('Facebook')
    expect(await unlink(sub, 'Google')).toBe('unlinked')
    expect(await linksOf(sub)).toEqual([{ provider: 'Facebook' }])
    expect(world.events).toContain('social_unlinked')
    expect(await unlink(sub, 'Google')).toBe('not_linked')
  })

  test('keeps the last one of an account without a password, also for two requests at once', async () => {
    const sub = subOf(await world.enter('Google'))
    expect(await unlink(sub, 'Google')).toBe('last')
    await world.enter('Facebook')
    const both = await Promise.all([unlink(sub, 'Google'), unlink(sub, 'Facebook')])
    expect(both.sort()).toEqual(['last', 'unlinked'])
    expect(await linksOf(sub)).toHaveLength(1)
  })

  test('removes the last one of an account with a password and voids pending codes', async () => {
    const { sub } = await addAccount()
    const code = (await world.signInAt('Google')).code!
    expect(await unlink(sub, 'Google')).toBe('unlinked')
    expect((await world.trade({ code })).body).toEqual({ error: 'invalid_grant' })
    expect((await world.signIn(me.username)).status).toBe(200)
  })
})

describe('A code the app has not traded yet is void', () => {
  const waiting = async () => (await world.signInAt('Google')).code!
  const expectVoid = async (code: string) =>
    expect((await world.trade({ code })).body).toEqual({ error: 'invalid_grant' })
  let AccessToken: string
  beforeEach(async () => {
    AccessToken = (await world.enter('Google')).body.access_token
  })

  test('after signing out everywhere', async () => {
    const code = await waiting()
    await world.ask('GlobalSignOut', { AccessToken })
    await expectVoid(code)
  })

  test('after a reset by code', async () => {
    const code = await waiting()
    await resetByCode()
    await expectVoid(code)
  })

  test('after a reset by staff, also when the new password is made at once', async () => {
    const code = await waiting()
    await staff('AdminResetUserPassword')
    await confirmReset()
    await expectVoid(code)
  })

  test('after a password change', async () => {
    await resetByCode()
    const { body } = await world.signIn(me.username, NEW_PASSWORD)
    const code = await waiting()
    const changed = await world.ask('ChangePassword', {
      AccessToken: body.AuthenticationResult.AccessToken,
      PreviousPassword: NEW_PASSWORD,
      ProposedPassword: PASSWORD,
    })
    expect(changed.status).toBe(200)
    await expectVoid(code)
  })

  test('after staff shut its owner out, also when they are let in again', async () => {
    const code = await waiting()
    await staff('AdminDisableUser')
    await staff('AdminEnableUser')
    await expectVoid(code)
  })

  test('after the account is deleted', async () => {
    const code = await waiting()
    await world.ask('DeleteUser', { AccessToken })
    await expectVoid(code)
  })

  test('after a second factor was turned on, even if it is off again', async () => {
    await world.identity.ensurePool({ ...NORTHWIND, mfa: 'optional' })
    const code = await waiting()
    for (const Enabled of [true, false]) {
      const answer = await world.ask('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled } })
      expect(answer.status).toBe(200)
    }
    await world.identity.ensurePool(NORTHWIND)
    await expectVoid(code)
  })

  test.each([
    ['staff asks for a new password', { status: 'RESET_REQUIRED' as const }],
    ['a second step stands before the account', { mfa_enabled: '["EMAIL_OTP"]' }],
  ])('while %s', async (_what, change) => {
    await world.identity.ensurePool({ ...NORTHWIND, mfa: 'optional' })
    const code = await waiting()
    await world.db.updateTable('identity.users').set(change).where('username', '=', me.username).execute()
    await expectVoid(code)
    await world.identity.ensurePool(NORTHWIND)
  })
})
