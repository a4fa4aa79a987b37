import type { GoLive } from '@laurel/contract/office-go-live'
import { Refusal } from '@laurel/domain/refusal'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { putMailSender } from '../mail/mail-sender.service.ts'
import type { Mail } from '../mail/mailer.ts'
import * as live from './go-live.service.ts'
import type { CheckKit } from './run-checks.ts'

type Wire = z.input<typeof GoLive>

let world: World
let owner: Awaited<ReturnType<World['staff']>>
let actor: { siteId: number; staffId: number; role: string; by: string }
/** What the network answers. */
let net: Pick<CheckKit, 'resolveHost' | 'resolveTxt'> & { send: (mail: Mail) => Promise<void> }
let mails: Mail[]

beforeAll(async () => {
  world = await makeWorld()
  owner = await world.staff()
  actor = { siteId: owner.siteId, staffId: owner.id, role: 'owner', by: `staff:${owner.id}` }
})
afterAll(() => world.close())
beforeEach(async () => {
  mails = []
  net = {
    resolveHost: async () => [{ address: '203.0.113.7', family: 4 }],
    resolveTxt: async () => [],
    send: async (mail) => void mails.push(mail),
  }
  world.gateway.pageUrl = 'http://127.0.0.1:9/hosted'
  world.gateway.answersCheck = { outcome: 'right', words: 'Converge accepts the merchant account.' }
  const { pool } = world.kit
  await pool.updateTable('sites').set({ live_at: null }).where('id', '=', owner.siteId).execute()
  await pool.deleteFrom('site_checks').execute()
  world.kit.sites.forget(owner.siteId)
})

const kit = (): CheckKit => ({
  ...world.kit,
  identity: world.identity,
  ...net,
  mailer: { send: (mail) => net.send(mail), close: async () => {} },
})
const call = (method: string, path = '') => owner.call(method, `/api/v1/office/go_live/${path}`)
const line = ({ lines }: Wire, name: string) => lines.find((one) => one.name === name)!
const events = async () => {
  const { body } = await owner.call('GET', '/api/v1/office/audit/')
  return body.results
    .map(({ event }: { event: string }) => event)
    .filter((event: string) => /^site\.(live|offline)$/.test(event))
}
async function makeReady() {
  await live.runChecks(kit(), actor, undefined)
  return live.sendMeATest(kit(), actor)
}

describe('the checklist', () => {
  test('of a site that has everything is done after its tests', async () => {
    const before = await live.readGoLive(kit(), owner.siteId)
    expect(before.can_go_live).toBe(false)
    expect(before.lines.filter(({ blocks }) => blocks).map(({ name }) => name)).toEqual([
      'hosts',
      'payments',
      'mail',
    ])
    const { lines, can_go_live } = await makeReady()
    expect(can_go_live).toBe(true)
    expect(lines.filter(({ state }) => state !== 'ready').map(({ name }) => name)).toEqual([
      'carriers',
      'staff',
      'preview',
    ])
  })

  test('says that DNS didn’t answer, not that an address points nowhere', async () => {
    net.resolveHost = async () => Promise.reject(Object.assign(new Error('timeout'), { code: 'EAI_AGAIN' }))
    expect(line(await live.runChecks(kit(), actor, 'hosts'), 'hosts').text).toMatch(/DNS didn’t answer/)
    net.resolveHost = async () => Promise.reject(Object.assign(new Error('absent'), { code: 'ENOTFOUND' }))
    expect(line(await live.runChecks(kit(), actor, 'hosts'), 'hosts').text).toMatch(/point anywhere/)
  })

  test('shows the provider’s answer, and forgets it when the account changes', async () => {
    world.gateway.answersCheck = { outcome: 'refused', words: 'Converge refused the PIN.' }
    const refused = line(await live.runChecks(kit(), actor, 'payments'), 'payments')
    expect(refused).toMatchObject({ state: 'todo', blocks: true, text: 'Converge refused the PIN.' })
    const { body: site } = await owner.call('GET', '/api/v1/office/site/')
    const card = site.payment_providers.find(
      (one: { method_code: string }) => one.method_code === 'elavon_cc',
    )
    await owner.call('PATCH', `/api/v1/office/payment_providers/${card.id}/`, {
      seen_version: card.version,
      merchant: { merchant_id: '700001', user_id: '', pin: 'NEWPIN' },
    })
    expect(line(await live.readGoLive(kit(), owner.siteId), 'payments').text).toMatch(/^Test the connection/)
  })

  test('says what the operator sets if Converge isn’t connected', async () => {
    world.gateway.pageUrl = undefined
    const { text, state, checks } = line(await live.readGoLive(kit(), owner.siteId), 'payments')
    expect([state, checks]).toEqual(['ready', []])
    expect(text).toMatch(/Off until Converge is connected: .*card/i)
  })

  test('a test mail goes to the staff member who asked; a refusal is shown in the server’s words', async () => {
    net.send = () => Promise.reject(new Error('550 5.7.1 Relaying denied'))
    const refused = line(await live.sendMeATest(kit(), actor), 'mail')
    expect(refused).toMatchObject({
      blocks: true,
      text: expect.stringContaining('550 5.7.1 Relaying denied'),
    })
    await world.kit.pool.deleteFrom('site_checks').execute()
    net.send = () => Promise.reject(new Error('Greeting never received'))
    const silent = line(await live.sendMeATest(kit(), actor), 'mail')
    expect(silent.text).toMatch(/We couldn’t reach the mail server: Greeting never received/)
    net.send = async (mail) => void mails.push(mail)
    await expect(live.sendMeATest(kit(), actor)).rejects.toEqual(
      new Refusal('too_many_requests', { seconds: 10 }),
    )
    await world.kit.pool.deleteFrom('site_checks').execute()
    expect(line(await live.sendMeATest(kit(), actor), 'mail').state).toBe('ready')
    expect(mails.map(({ to }) => to)).toEqual([expect.stringMatching(/@staff\.example$/)])
  })

  test('of test mails that are asked for at the same moment, one is sent', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => live.sendMeATest(kit(), actor)))
    expect(mails).toHaveLength(1)
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array(4).fill('too_many_requests'))
  })

  test('the sender’s records are looked up, with what to add', async () => {
    await putMailSender(kit(), actor, { address: 'cards@northwind.example', seenVersion: null })
    await makeReady()
    const told = await live.runChecks(kit(), actor, 'mail')
    expect(line(told, 'mail').text).toMatch(/DKIM record is missing/)
    const dkim = told.mail_sender!.records.find(({ name }) => name === 'dkim')!
    expect(dkim).toMatchObject({ state: 'missing', value: expect.stringMatching(/^v=DKIM1; k=rsa; p=/) })
    net.resolveTxt = async (host) => (host === dkim.host ? [[dkim.value]] : [])
    const found = await live.runChecks(kit(), actor, 'mail')
    // Email comes from another address now, so the last test says nothing about it.
    expect(line(found, 'mail').text).toBe('Send yourself a test email.')
    await world.kit.pool.deleteFrom('mail_senders').execute()
  })
})

describe('going live', () => {
  test('opens the shop once nothing blocks, with one entry in the audit log for two staff at once', async () => {
    expect((await call('POST')).body.code).toBe('not_ready_to_go_live')
    await makeReady()
    const before = (await events()).length
    const answers = await Promise.all([call('POST'), call('POST')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]!.body.live_at).toBe(answers[1]!.body.live_at)
    expect((await events()).length).toBe(before + 1)
    expect((await world.visit('localhost')('GET', '/api/v1/landing_components/')).status).toBe(200)
  })

  test('can be undone until the first order', async () => {
    await makeReady()
    expect((await call('POST')).body.can_take_offline).toBe(true)
    const offline = await call('POST', 'take_offline/')
    expect(offline.body).toMatchObject({ live_at: null, can_go_live: true })
    expect((await world.visit('localhost')('GET', '/api/v1/landing_components/')).status).toBe(403)
    expect((await events()).slice(0, 2)).toEqual(['site.offline', 'site.live'])

    await call('POST')
    const customer = customerSteps(await world.signIn())
    await customer.pay(await customer.fillCart('bulk'), 'self_hosted_check')
    const refused = await call('POST', 'take_offline/')
    expect([refused.status, refused.body.code]).toEqual([409, 'site_has_orders'])
    expect((await call('GET')).body).toMatchObject({ can_take_offline: false, live_at: expect.any(String) })
    expect((await events())[0]).toBe('site.live')
  })

  test('is for staff of this site who can change its settings', async () => {
    for (const role of ['support', 'viewer', 'finance', 'fulfillment'] as const) {
      const staff = await world.staff(role)
      expect((await staff.call('POST', '/api/v1/office/go_live/')).status).toBe(403)
    }
    const other = await world.staff('owner', 'acorn')
    const headers = { cookie: `sessionid=${other.token}` }
    const answer = await world.visit('localhost')('POST', '/api/v1/office/go_live/', {}, headers)
    expect(answer.status).toBe(401)
  })
})
