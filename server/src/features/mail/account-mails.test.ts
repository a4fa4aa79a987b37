import { type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobHandler } from '../../jobs/jobs.ts'
import { accountsWorld, PASSWORD } from '../../testing/accounts-world.ts'
import { allMailHandlers } from '../../testing/all-mail-handlers.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { deliverCode } from './mail.jobs.ts'
import { makeSmsGateway } from './sms-gateway.ts'

let world: World
let sandbox: Sandbox
let handlers: JobHandler[]
let accounts: ReturnType<typeof accountsWorld>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  world = await makeWorld({
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    SANDBOX_PORT: String(sandbox.port),
  })
  handlers = allMailHandlers(world.kit)
  accounts = accountsWorld(world)
}, 60_000)
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

type Purpose = Parameters<ReturnType<typeof deliverCode>>[1]['purpose']

async function enqueueCode(
  medium: 'EMAIL' | 'SMS',
  purpose: Purpose,
  destination: string,
  lifeMs: number,
  sub?: string,
) {
  const { user_pool_id: poolId } = (await accounts.site()).accounts
  const expiresAt = new Date(Date.now() + lifeMs)
  const message = {
    poolId,
    purpose,
    medium,
    destination,
    code: '048213',
    username: 'x',
    expiresAt,
    ...(sub && { sub }),
  }
  await world.kit.pool.transaction().execute((tx) => deliverCode(world.kit)(tx, message))
}

async function read(channel: 'inbox' | 'sms', to: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${sandbox.origin}/${channel}/messages/?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as { subject: string; text: string }[]
}

test('a sign-in code by text message names the site, the code, and its lifetime, and warns a person who didn’t ask', async () => {
  await enqueueCode('SMS', 'sign-in', '+15550100142', 180_000)
  const [enqueued] = await accounts.work('sms.code', handlers)
  expect(JSON.stringify(enqueued)).not.toMatch(/048213|5550100142/)
  expect((await read('sms', '+15550100142')).map(({ text }) => text)).toEqual([
    'Northwind Rewards: 048213 is your code. It works for 3 minutes. Not you? Someone knows your password. Change it now.',
  ])
})

test('codes for an account that reads Spanish are in Spanish, by mail and by text message', async () => {
  const customer = await world.signIn()
  await customer.call('PATCH', '/api/v1/actual_user/', { language: 'es' })
  const { email } = (await customer.call('GET', '/api/v1/actual_user/')).body
  const { identity_subject: sub } = await world.kit.pool
    .selectFrom('customers')
    .select('identity_subject')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await enqueueCode('SMS', 'sign-in', '+15550100177', 180_000, sub)
  await accounts.work('sms.code', handlers)
  expect((await read('sms', '+15550100177')).map(({ text }) => text)).toEqual([
    'Northwind Rewards: 048213 es su código. Es válido por 3 minutos. ¿No fue usted? Alguien conoce su contraseña. Cámbiela ahora.',
  ])
  await enqueueCode('EMAIL', 'reset-password', 'es@customer.example', 600_000, sub)
  await accounts.work('mail.code', handlers)
  const [message] = await read('inbox', 'es@customer.example')
  expect(message!.subject).toBe('Su código de contraseña para Northwind Rewards')
  expect(message!.text).toContain('donde pidió una contraseña nueva. Es válido por 10 minutos.')
})

test.each([
  ['sign-up', 3_600_000, 'It works for 1 hour.'],
  ['verify-attribute', 600_000, 'It works for 10 minutes.'],
  ['sign-in', 180_000, 'It works for 3 minutes.'],
  ['invitation', 7 * 86_400_000, 'It works for 7 days.'],
] as const)('the mail of a %s code says how long it works', async (purpose, lifeMs, sentence) => {
  const to = `${purpose}@customer.example`
  await enqueueCode('EMAIL', purpose, to, lifeMs)
  await accounts.work('mail.code', handlers)
  const [message] = await read('inbox', to)
  expect(message!.text).toContain(sentence)
  expect(message!.text).toMatch(/^048213$/m)
  expect(message!.subject).not.toContain('048213')
})

test('the mail for an unrequested sign-in code says that the password is known, and links to a new one', async () => {
  const to = 'watched@customer.example'
  await enqueueCode('EMAIL', 'sign-in', to, 180_000)
  await enqueueCode('EMAIL', 'reset-password', `not-${to}`, 180_000)
  await accounts.work('mail.code', handlers)
  const [asked] = await read('inbox', to)
  expect(asked!.text).toContain('Someone knows your password.\nChange it now: ')
  expect(asked!.text).toContain(`http://localhost:3000/reset-password/?email=${encodeURIComponent(to)}`)
  expect((await read('inbox', `not-${to}`))[0]!.text).toContain('you can ignore this email')
})

test('a code that replaces the password doesn’t say that someone else knows it', async () => {
  await enqueueCode('EMAIL', 'first-factor', 'coder@customer.example', 180_000)
  await accounts.work('mail.code', handlers)
  const [message] = await read('inbox', 'coder@customer.example')
  expect(message!.text).toMatch(/^048213$/m)
  expect(message!.text).toContain('you can ignore this email')
  expect(message!.text).not.toContain('knows your password')
})

test('a sign-up with an existing account’s address is answered by mail, without a code', async () => {
  const to = 'known@customer.example'
  await enqueueCode('EMAIL', 'account-exists', to, 86_400_000)
  await accounts.work('mail.code', handlers)
  const [message] = await read('inbox', to)
  expect(message!.subject).toBe('You already have an account at Northwind Rewards')
  expect(message!.text).toContain('http://localhost:3000/?login=signIn')
  expect(message!.text).toContain(`http://localhost:3000/reset-password/?email=${encodeURIComponent(to)}`)
  expect(message!.text).not.toContain('048213')
})

test('an invitation links to the site’s own sign-in', async () => {
  await enqueueCode('EMAIL', 'invitation', 'invited@customer.example', 86_400_000)
  await accounts.work('mail.code', handlers)
  const [message] = await read('inbox', 'invited@customer.example')
  expect(message!.subject).toBe('Your account at Northwind Rewards')
  expect(message!.text).toContain('http://localhost:3000/?login=signIn')
})

test('a code that expired before sending isn’t sent', async () => {
  await enqueueCode('SMS', 'sign-in', '+15550100143', 180_000)
  world.setClock(new Date(Date.now() + 181_000))
  await accounts.work('sms.code', handlers)
  world.setClock(undefined)
  expect(await read('sms', '+15550100143')).toEqual([])
})

test('a gateway gets one JSON message with the bearer; its rejection is an error without the text', async () => {
  const gateway = (token?: string) =>
    makeSmsGateway({ url: `${sandbox.origin}/sms/messages/`, token, from: 'Laurel' })
  await gateway('secret').send('+15550100144', 'Hello')
  expect(await read('sms', '+15550100144')).toMatchObject([{ text: 'Hello' }])
  await expect(gateway().send('nobody', 'the code is 048213')).rejects.toThrow(
    /^the SMS gateway answered 422$/,
  )
})

test('a password change is mailed to its owner, with what to do', async () => {
  const { email, username } = await accounts.addAccount()
  const { AccessToken } = (await accounts.signIn(username)).tokens
  const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: `${PASSWORD}-2` }
  await accounts.ask('ChangePassword', change)
  const [enqueued] = await accounts.work('mail.account-notice', handlers)

  expect(JSON.stringify(enqueued)).not.toContain(email)
  const messages = await read('inbox', email)
  expect(messages.map(({ subject }) => subject)).toEqual(['Your password was changed at Northwind Rewards'])
  expect(messages[0]!.text).toContain('Not you? Reset your password')
  expect(messages[0]!.text).toContain(
    `http://localhost:3000/reset-password/?email=${encodeURIComponent(email)}`,
  )
})

test('a new address is reported to the old one, which points to support rather than to a reset', async () => {
  const { email, username } = await accounts.addAccount()
  const { AccessToken } = (await accounts.signIn(username)).tokens
  const next = `next-${email}`
  await accounts.ask('UpdateUserAttributes', {
    AccessToken,
    UserAttributes: [{ Name: 'email', Value: next }],
  })
  await accounts.work('mail.code', handlers)
  const Code = (await read('inbox', next))[0]!.text.match(/^\d{6}$/m)![0]
  await accounts.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
  await accounts.work('mail.account-notice', handlers)

  const [message] = await read('inbox', email)
  expect(message!.subject).toBe('Your email was changed at Northwind Rewards')
  expect(message!.text).toContain((await accounts.site()).support_email)
  expect(message!.text).not.toContain('/reset-password/')
  expect(message!.text).not.toContain(next)
})

test('notices name a second step, and a number that is added or removed', async () => {
  const { email, username } = await accounts.addAccount()
  const { AccessToken } = (await accounts.signIn(username)).tokens
  const number = '+15550100177'
  await accounts.ask('UpdateUserAttributes', {
    AccessToken,
    UserAttributes: [{ Name: 'phone_number', Value: number }],
  })
  await accounts.work('sms.code', handlers)
  const Code = (await read('sms', number))[0]!.text.match(/\d{6}/)![0]
  await accounts.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code })
  await accounts.ask('SetUserMFAPreference', { AccessToken, SMSMfaSettings: { Enabled: true } })
  await accounts.ask('DeleteUserAttributes', { AccessToken, UserAttributeNames: ['phone_number'] })
  await accounts.work('mail.account-notice', handlers)

  expect((await read('inbox', email)).map(({ subject }) => subject).sort()).toEqual([
    'A phone number was added at Northwind Rewards',
    'Codes by text message were added to your sign-in at Northwind Rewards',
    'Codes by text message were removed from your sign-in at Northwind Rewards',
    'Your phone number was removed at Northwind Rewards',
  ])
})

test('signing in isn’t mailed; closing the account is', async () => {
  const { email, username } = await accounts.addAccount()
  const { AccessToken } = (await accounts.signIn(username)).tokens
  expect(await accounts.work('mail.account-notice', handlers)).toEqual([])
  await accounts.ask('DeleteUser', { AccessToken })
  await accounts.work('mail.account-notice', handlers)
  expect((await read('inbox', email)).map(({ subject }) => subject)).toEqual([
    'Your account was closed at Northwind Rewards',
  ])
})
