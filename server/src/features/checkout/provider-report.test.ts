import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { isAmong } from '../../http/address-ranges.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { type ReportAccess, reportAccess, siteAddress } from './provider-report.ts'

let world: World
let access: ReportAccess
beforeAll(async () => {
  world = await makeWorld()
  access = reportAccess(world.kit.keys.dataSeal, 'northwind')
})
afterAll(() => world.close())
beforeEach(() => world.gateway.setUnreachable(false))

async function paying() {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  await dana.pay(id)
  const minted = world.gateway.minted.at(-1)!
  return { dana, id, minted }
}
const login = ({ user, password }: { user: string; password: string }) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

type Given = { path?: string; authorization?: string; host?: string; from?: string }
const report = (payload: string | Buffer, given: Given = {}) =>
  world.app.inject({
    method: 'POST',
    remoteAddress: given.from ?? '127.0.0.1',
    url: given.path ?? access.path,
    headers: {
      host: given.host ?? 'localhost',
      authorization: given.authorization ?? login(access),
      'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1',
    },
    payload,
  })

test('a report before the buyer returns moves the order, because the provider is asked', async () => {
  const { dana, id, minted } = await paying()
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])

  const answer = await report(`ssl_company=Caf%E9&ssl_merchant_txn_id=${minted.transactionId}&ssl_result=1`)
  expect([answer.statusCode, answer.body]).toEqual([200, 'LAUREL-HAS-IT'])
  expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })

  await report(`ssl_merchant_txn_id=${minted.transactionId}`)
  await dana.verify(id)
  expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
})

test('a report’s claims aren’t trusted', async () => {
  const { dana, id, minted } = await paying()
  await report(
    `ssl_merchant_txn_id=${minted.transactionId}&ssl_result=0&ssl_result_message=APPROVAL&ssl_amount=102.50`,
  )
  expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
})

test('an unreachable provider loses nothing', async () => {
  const { dana, id, minted } = await paying()
  world.gateway.setUnreachable(true)
  expect((await report(`ssl_merchant_txn_id=${minted.transactionId}`)).statusCode).toBe(200)
  expect(await dana.order(id)).toMatchObject({ payments: [{ state: 'started' }] })
})

test.each<[string, Given, number]>([
  ['a wrong password', { authorization: login({ user: 'northwind', password: 'x' }) }, 401],
  ['no password', { authorization: '' }, 401],
  ['a guessed address', { path: `/api/v1/payment_provider_reports/${'a'.repeat(32)}/` }, 404],
  ['another site\u2019s host', { host: 'acorn.localhost' }, 404],
])('%s is rejected without asking the provider', async (_, given, status) => {
  const { dana, id, minted } = await paying()
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  expect((await report(`ssl_merchant_txn_id=${minted.transactionId}`, given)).statusCode).toBe(status)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started' }])
})

test.each(['', 'ssl_merchant_txn_id=', 'ssl_merchant_txn_id[]=x', '%', `a=${'x'.repeat(70_000)}`, '\u0000'])(
  'a report about unknown payments changes nothing: %#',
  async (body) => {
    expect([200, 413]).toContain((await report(body)).statusCode)
  },
)

describe('the source of a report', () => {
  const ranges = ['198.51.100.7', '203.0.113.0/24', '2001:db8::/32']
  const { reportsFrom } = readConfig({ PAYMENT_REPORTS_FROM: ranges.join(', ') }).payment

  test('must be an address of the setting, even with the right password', async () => {
    const { dana, id, minted } = await paying()
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    const { payment } = world.kit.config
    payment.reportsFrom = reportsFrom
    const form = `ssl_merchant_txn_id=${minted.transactionId}`
    const refused = await report(form, { from: '198.51.100.8' })
    const before = (await dana.order(id)).payments
    const taken = await report(form, { from: '203.0.113.9' })
    payment.reportsFrom = []
    expect([refused.statusCode, refused.body]).toEqual([403, ''])
    expect(before).toMatchObject([{ state: 'started' }])
    expect(taken.statusCode).toBe(200)
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'paid' }])
  })

  test.each([
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['203.0.113.255', true],
    ['::ffff:203.0.113.1', true],
    ['2001:db8:1::5', true],
    ['2001:db9::5', false],
    ['', false],
  ])('%s is among them: %j', (address, is) => {
    expect(isAmong(address, reportsFrom)).toBe(is)
  })

  test.each(['somewhere', '203.0.113.0/33', '203.0.113.0/24/1', '203.0.113', '1.2.3.4/x'])(
    'a setting of %s stops the start',
    (text) => {
      expect(() => readConfig({ PAYMENT_REPORTS_FROM: text })).toThrow(/PAYMENT_REPORTS_FROM/)
    },
  )

  test('can be any address without a setting', () => {
    expect(readConfig({}).payment.reportsFrom).toEqual([])
    expect(isAmong('192.0.2.1', [])).toBe(true)
  })
})

test.each([
  ['http://localhost:3900', 'acorn.localhost', 'http://acorn.localhost:3900/reports/'],
  ['https://shop.example', 'acorn.example', 'https://acorn.example/reports/'],
  ['https://shop.example:8443', 'acorn.example', 'https://acorn.example:8443/reports/'],
])('builds the address to enter at the provider from %s and %s', (origin, host, address) => {
  expect(siteAddress(origin, host, '/reports/')).toBe(address)
})

describe('a rejected request about money', () => {
  const auditOf = async (event: string, actor: string) => {
    const rows = await world.kit.pool
      .selectFrom('audit_entries')
      .select(['subject', 'facts'])
      .where('event', '=', event)
      .where('actor', '=', actor)
      .orderBy('id')
      .execute()
    return rows.map(({ subject, facts }) => [subject, (facts as { reason: string }).reason])
  }
  const lastActor = async (event: string) =>
    (
      await world.kit.pool
        .selectFrom('audit_entries')
        .select('actor')
        .where('event', '=', event)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).actor

  test('is in the audit log: a return, a payment, and a cancellation of another customer’s order, up to a limit', async () => {
    const { id } = await paying()
    const mallory = customerSteps(await world.signIn())
    expect((await mallory.pay(id)).status).toBe(404)
    for (let time = 0; time < 15; time += 1) await mallory.verify(id)
    const actor = await lastActor('payment.return_refused')
    expect(await auditOf('payment.refused', actor)).toEqual([[`order:${id}`, 'createPayment: not_found']])
    const returns = await auditOf('payment.return_refused', actor)
    expect(returns[0]).toEqual([`order:${id}`, 'verifyPayment: not_found'])
    expect(returns.length).toBeGreaterThanOrEqual(10)
    expect(returns.length).toBeLessThan(15)
  })

  test('is in the audit log: a role without permission, and a refund of an unknown payment', async () => {
    const [viewer, finance] = [await world.staff('viewer'), await world.staff('finance')]
    const body = { payment_id: 987_654, amount_cents: 100, reason: 'A gift' }
    expect((await viewer.call('POST', '/api/v1/office/refunds/', body)).status).toBe(403)
    expect((await finance.call('POST', '/api/v1/office/refunds/', body)).status).toBe(404)
    expect(await auditOf('access.refused', `staff:${viewer.id}`)).toEqual([['', 'askRefund: not_allowed']])
    expect(await auditOf('refund.not_allowed', `staff:${finance.id}`)).toEqual([
      ['payment:987654', 'askRefund: not_found'],
    ])
  })

  test('is in the audit log: a report with wrong credentials', async () => {
    const before = (await auditOf('payment.report_refused', 'provider')).length
    await report('ssl_merchant_txn_id=', { authorization: '' })
    const told = await auditOf('payment.report_refused', 'provider')
    expect(told.length).toBe(before + 1)
    expect(told.at(-1)).toEqual(['', 'wrong login, from 127.0.0.1'])
  })
})
