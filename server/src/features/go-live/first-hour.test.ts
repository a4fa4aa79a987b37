// From an empty database to the first order of a new site, over HTTP alone: real DNS, and a real mail server.
import { setTimeout as delay } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { listenForMail } from '../../testing/listen-for-mail.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeSetupLink } from '../setup/setup-links.ts'

const EMAIL = 'ines@northwind.example'
const PASSWORD = 'seven green lanterns'
const ORIGIN = 'http://localhost:3000'

async function setUp(world: World) {
  const link = await makeSetupLink(world.kit.pool, ORIGIN, new Date())
  const answer = await world.visit('localhost')('POST', '/api/v1/setup/', {
    token: link!.split('/setup/#')[1]!,
    organization_name: 'Northwind Holdings',
    time_zone: 'America/Chicago',
    site_name: 'Northwind',
    host: 'localhost',
    owner_name: 'Ines Varga',
    owner_email: EMAIL,
    password: PASSWORD,
  })
  expect(answer.status).toBe(200)
}

/** @returns calls of the office by its owner; each has to succeed */
async function signIn(world: World) {
  const visit = world.visit('localhost')
  const { body } = await visit('POST', '/api/v1/office/sign_in/', { email: EMAIL, password: PASSWORD })
  const code = new TOTP({ secret: Secret.fromBase32(body.secret), period: 30, digits: 6 }).generate()
  const { headers } = await visit('POST', '/api/v1/office/sign_in/code/', { ticket: body.ticket, code })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  return async (method: string, path: string, given?: Record<string, unknown>) => {
    const answer = await visit(method, `/api/v1/office/${path}`, given, { cookie })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

const blocking = ({ lines }: { lines: { name: string; blocks: boolean }[] }) =>
  lines.filter(({ blocks }) => blocks).map(({ name }) => name)

test('an owner finishes the checklist, goes live, and the first customer orders', async () => {
  const mailServer = await listenForMail()
  const settings = {
    DEMO: '0',
    PUBLIC_ORIGIN: ORIGIN,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'rewards@northwind.example',
  }
  const world = await makeWorld(settings, await openTestDatabase())
  onTestFinished(async () => {
    await world.close()
    await mailServer.close()
  })
  await setUp(world)
  const office = await signIn(world)
  expect(blocking(await office('GET', 'go_live/'))).toEqual(['hosts', 'payments', 'mail', 'legal_texts'])

  expect(blocking(await office('POST', 'go_live/checks/'))).toEqual(['payments', 'mail', 'legal_texts'])
  expect(blocking(await office('POST', 'go_live/test_mail/'))).toEqual(['payments', 'legal_texts'])
  for (let waited = 0; mailServer.sent.length === 0 && waited < 100; waited += 1) await delay(50)
  expect(mailServer.sent.join()).toMatch(new RegExp(`^To: ${EMAIL}\r$`, 'm'))
  expect(mailServer.sent.join()).toContain('Test email from Northwind')

  const site = await office('GET', 'site/')
  const text = { title: 'Text', text: 'What we promise.' }
  await office('PATCH', 'site/', {
    seen_version: site.version,
    legal_texts: ['terms', 'privacy', 'cardholder'].map((kind) => ({ kind, ...text })),
  })
  const check = site.payment_providers.find(
    (one: { method_code: string }) => one.method_code === 'self_hosted_check',
  )
  const lines = [{ label: 'Payable to', value: 'Northwind Holdings' }]
  await office('PATCH', `payment_providers/${check.id}/`, {
    seen_version: check.version,
    enabled: true,
    lines,
  })
  expect(await office('GET', 'go_live/')).toMatchObject({ can_go_live: true, live_at: null })

  const early = await world.signIn({ registered: false })
  expect((await early.call('GET', '/api/v1/actual_user/')).body.code).toBe('site_not_live')
  await office('POST', 'go_live/')
  const customer = customerSteps(await world.signIn())
  const id = await customer.fillCart('bulk', 'digital')
  await customer.pay(id, 'self_hosted_check')
  expect((await office('GET', `orders/${id}/`)).order.status).toBe('pending_payment')
})
