import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { testSiteOf } from '../../test-site.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { DESIGN, KEYS, keySteps, PLACE, person, QUOTE } from '../../testing/key-world.ts'
import { listenForMail } from '../../testing/listen-for-mail.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { type Everything, readEverything } from '../../testing/read-everything.ts'
import { integrator } from '../../testing/webhook-world.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'
import { issueCards } from '../issuing/issue-cards.ts'
import { makeMailer } from '../mail/mailer.ts'
import { addWaysToPay } from '../payments/office-providers.service.ts'
import { listOrganizations } from '../platform/overview.service.ts'
import { retirePeople, retiringPeople } from '../privacy/retention.jobs.ts'
import { listSites } from '../sites/sites.repo.ts'
import { measureLedger, measureTodos } from '../system/measurements.repo.ts'

/** Everything a server does without being asked, and what leaves it. */
let world: World
let mail: Awaited<ReturnType<typeof listenForMail>>
let people: ReturnType<typeof companySteps>
let programs: ReturnType<typeof keySteps>
let siteId: number
beforeAll(async () => {
  mail = await listenForMail()
  world = await makeWorld({
    WITHOUT_WORKER: '',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'rewards@shop.example',
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
  })
  people = companySteps(world)
  programs = keySteps(world)
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
beforeEach(() => {
  vi.restoreAllMocks()
  world.setClock(undefined)
})
afterAll(async () => {
  await world.close()
  await mail.close()
})

const testKey = (admin: Person, given: Record<string, unknown> = {}) =>
  programs.key(admin, { mode: 'test', ...given })
type Key = Awaited<ReturnType<typeof testKey>>

async function company() {
  const admin = await people.person()
  return { admin, key: await testKey(admin), ok: customerSteps(admin).ok }
}

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 30_000
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)}`)
    await delay(100)
  }
}

const orderOf = async (key: Key, externalId: string) =>
  (await key.call('GET', `/api/v1/orders/by_external_id/${externalId}/`)).body
const cardsOf = async (key: Key, orderId: number) =>
  (await key.call('GET', `/api/v1/orders/${orderId}/deliveries/`)).body.results
const untilStatus = (key: Key, externalId: string, status: string) =>
  until(
    () => orderOf(key, externalId),
    (order) => order.status === status,
  )
const untilCards = (key: Key, orderId: number, statuses: readonly string[]) =>
  until(
    async () => (await cardsOf(key, orderId)).map((card: { status: string }) => card.status).sort(),
    (found) => JSON.stringify(found) === JSON.stringify([...statuses].sort()),
  )

async function place(key: Key, admin: Person, given: Record<string, unknown>) {
  const order = await programs.order(admin, [person(1)])
  const answer = await key.call('POST', PLACE, { ...order, ...given })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

const TO = { name: 'Dana Whitlock', address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }
const LETTER = { first_name: 'Ana', last_name: 'Ruiz', ...TO, name: undefined }

const ask = ({ id }: Person) => ({ ask: 'people', in: [id], escalation: null })

/** One of each: by email, by mail, and a parcel. */
async function everyKind(admin: Person) {
  const { ok } = customerSteps(admin)
  const [template] = await ok('GET', '/api/v1/reward_card_templates/')
  const item = { reward_card_template_id: template.id, design: DESIGN, denomination_cents: 5_000 }
  const types = ['digital', 'direct', 'bulk'] as const
  const deliveries = []
  for (const reward_type of types) {
    const [option] = await ok('GET', `/api/v1/shipping_options/?reward_type=${reward_type}`)
    deliveries.push({ reward_type, shipping_option_id: option.id })
  }
  return {
    items: [
      {
        ...item,
        reward_type: 'digital',
        recipients: [person(1), { ...person(2), email: 'bounce@example.com' }],
      },
      {
        ...item,
        reward_type: 'direct',
        recipients: [LETTER, { ...LETTER, last_name: 'Lee', address2: 'Test Return' }],
      },
      { ...item, reward_type: 'bulk', quantity: 3 },
    ],
    deliveries,
    ship_to: TO,
  }
}

/**
 * Every row that isn't of the test site, without the queue, which is looked at apart, and what a server notes about
 * itself, the use of keys, and the day (the job of year end runs by the clock).
 */
async function liveRows(): Promise<Everything> {
  // What happened before is in the audit log by then.
  const unchained = () =>
    inSite(world.kit.pool, siteId, (db) => db.selectFrom('account_events').select('id').execute())
  await until(unchained, ({ length }) => length === 0)
  const everything = await readEverything(world.kit.pool)
  const ofServers =
    /^"pgboss"|"running_servers"|"request_counts"|"measurements"|"site_locks"|"year_end_progress"/
  const kept = Object.entries(everything).filter(([table]) => !ofServers.test(table))
  return Object.fromEntries(
    kept.map(([table, rows]) => [
      table,
      rows
        .filter((row) => !/\["(site_id|id)","-\d+"\]/.test(row))
        .map((row) =>
          table.includes('company_api_keys') ? row.replace(/\["last_used_at","[^"]*"\]/, '') : row,
        ),
    ]),
  )
}

describe('a test order', () => {
  test('goes its whole way, and nothing of it leaves or changes the live site', async () => {
    const { admin, key } = await company()
    const order = await everyKind(admin)
    // Used before, so that its last use isn't new.
    await key.call('GET', '/api/v1/orders/')
    const before = await liveRows()
    const mailsBefore = mail.sent.length
    const issue = vi.spyOn(world.kit.issuing, 'issue')
    const cancel = vi.spyOn(world.kit.issuing, 'cancel')
    const tokens = world.gateway.minted.length
    const refunds = world.gateway.refunds.length

    const quoted = await key.call('POST', QUOTE, order)
    expect(quoted).toMatchObject({ status: 200, body: { card_count: 7, approval: null } })
    const asked = { ...order, external_id: 'HR-1', quote: quoted.body.quote }
    const placed = await key.call('POST', PLACE, asked)
    expect(placed).toMatchObject({ status: 200, body: { external_id: 'HR-1', mode: 'test' } })
    expect((await key.call('POST', PLACE, asked)).body.id).toBe(placed.body.id)
    const { id } = placed.body
    await untilStatus(key, 'HR-1', 'fulfilled')
    await untilCards(key, id, ['bounced', 'claimed', 'delivered', 'delivered', 'returned'])

    const [bounced, returned] = await Promise.all(
      ['bounced', 'returned'].map(async (status) =>
        (await cardsOf(key, id)).find((card: { status: string }) => card.status === status),
      ),
    )
    const fixed = await key.call('PATCH', `/api/v1/deliveries/${bounced.id}/`, {
      email: 'ana2@recipient.example',
    })
    expect(fixed.status).toBe(200)
    const converted = await key.call('POST', `/api/v1/deliveries/${returned.id}/convert_to_digital/`, {
      email: 'lee@recipient.example',
    })
    expect([converted.status, converted.body.code]).toEqual([200, undefined])
    await untilCards(key, id, ['claimed', 'claimed', 'claimed', 'delivered', 'delivered', 'replaced'])

    await place(key, admin, { external_id: 'HR-2', po_number: 'test review' })
    const { id: second } = await orderOf(key, 'HR-2')
    expect((await key.call('POST', `/api/v1/orders/${second}/cancel/`)).status).toBe(200)
    await place(key, admin, { external_id: 'HR-3', po_number: 'TEST DECLINE' })
    await untilStatus(key, 'HR-3', 'declined')
    await delay(1_000)

    expect(mail.sent.length).toBe(mailsBefore)
    expect([issue.mock.calls, cancel.mock.calls]).toEqual([[], []])
    expect([world.gateway.minted.length, world.gateway.refunds.length]).toEqual([tokens, refunds])
    const jobs = await world.kit.pool
      .withTables<{ 'pgboss.job': { name: string; data: { siteId?: number } } }>()
      .selectFrom('pgboss.job')
      .select(['name', 'data'])
      .execute()
    const ofTest = jobs.filter(({ data }) => Number(data?.siteId) < 0).map(({ name }) => name)
    expect([...new Set(ofTest)].sort()).toEqual(['fulfillment.plan', 'test-mode.simulate'])
    const rows = await inSite(world.kit.pool, testSiteOf(siteId), async (db) => ({
      batches: await db.selectFrom('batches').selectAll().execute(),
      cards: await db.selectFrom('issued_cards').selectAll().execute(),
      shipments: await db.selectFrom('shipments').selectAll().execute(),
    }))
    expect(rows).toEqual({ batches: [], cards: [], shipments: [] })
    expect(await liveRows()).toEqual(before)
  })

  test('is not there for a live key, and the other way round', async () => {
    const { admin, key } = await company()
    const live = await programs.key(admin)
    await programs.topUp(admin, 1_000_000)
    const tested = await place(key, admin, { external_id: 'same' })
    const order = await programs.order(admin, [person(1)], { external_id: 'same', po_number: 'other' })
    const placed = await live.call('POST', PLACE, order)
    expect(placed).toMatchObject({ status: 200, body: { mode: 'live' } })
    for (const [one, other] of [
      [key, placed.body.id],
      [live, tested.id],
    ] as const) {
      const calls = [
        ['GET', `/api/v1/orders/${other}/`],
        ['GET', `/api/v1/orders/${other}/deliveries/`],
        ['POST', `/api/v1/orders/${other}/cancel/`],
      ] as const
      for (const [method, path] of calls)
        expect([path, (await one.call(method, path)).status]).toEqual([path, 404])
    }
    const listed = async (one: Key) =>
      (await one.call('GET', '/api/v1/orders/')).body.results.map(({ id }: { id: number }) => id)
    expect([await listed(key), await listed(live)]).toEqual([[tested.id], [placed.body.id]])
    expect((await admin.call('GET', `/api/v1/orders/${tested.id}/`)).status).toBe(404)
    const office = await world.staff()
    expect((await office.call('GET', `/api/v1/office/orders/${tested.id}/`)).status).toBe(404)
  })

  test('needs the approvals that it would need, and gets them', async () => {
    const { admin, key, ok } = await company()
    const approver = await people.colleague(admin, 'approver')
    await ok('POST', '/api/v1/company/approval_rules/', {
      name: 'Every order',
      conditions: [],
      steps: [ask(approver)],
    })
    const quoted = await key.call('POST', QUOTE, await programs.order(admin, [person(1)]))
    expect(quoted.body.approval.steps[0].people).toEqual([
      { id: approver.id, name: 'Dana Whitlock', is_you: false },
    ])
    const placed = await place(key, admin, { external_id: 'asked' })
    expect(placed).toMatchObject({ status: 'awaiting_approval', approval: { state: 'open' } })
    await untilStatus(key, 'asked', 'fulfilled')
    await place(key, admin, { external_id: 'returned', po_number: 'TEST RETURN' })
    const returned = await until(
      () => orderOf(key, 'returned'),
      ({ approval }) => approval.state !== 'open',
    )
    expect(returned).toMatchObject({ status: 'awaiting_approval', approval: { state: 'returned' } })
    expect(await ok('GET', '/api/v1/approvals/')).toMatchObject({ results: [] })
  })

  test('is paid from a balance that doesn’t run dry, unless that is tried', async () => {
    const { admin, key } = await company()
    const order = await programs.order(admin, [person(1)], { external_id: 'dry', po_number: 'TEST BALANCE' })
    const refused = await key.call('POST', PLACE, order)
    expect(refused).toMatchObject({ status: 409, body: { code: 'balance_too_low' } })
    expect((await key.call('GET', '/api/v1/orders/by_external_id/dry/')).status).toBe(404)
    await inSite(world.kit.pool, testSiteOf(siteId), (db) =>
      db
        .updateTable('company_balances')
        .set({ balance_cents: 1 })
        .where('site_id', '=', testSiteOf(siteId))
        .execute(),
    )
    const quoted = await key.call('POST', QUOTE, order)
    expect(quoted.body.balance_cents).toBeGreaterThan(100_000_000)
    expect((await admin.call('GET', '/api/v1/company/balance/')).body.balance_cents).toBe(0)
  })

  test('of a shared list goes to its people, who are kept nowhere else in test mode', async () => {
    const { admin, key, ok } = await company()
    const list = await ok('POST', '/api/v1/recipient_lists/', { name: 'Everyone', is_shared: true })
    for (const nth of [1, 2]) await ok('POST', `/api/v1/recipient_lists/${list.id}/people/`, person(nth))
    const address = await ok('POST', '/api/v1/registered_addresses/', { ...TO, is_shared: true })
    const { items, deliveries } = await everyKind(admin)
    const { recipients: _, ...digital } = items[0] as Record<string, unknown>
    const order = {
      items: [{ ...digital, recipient_list_id: list.id }, items[2]],
      deliveries: deliveries.filter(({ reward_type }) => reward_type !== 'direct'),
      ship_to: { address_id: address.id },
      external_id: 'list',
    }
    const placed = await key.call('POST', PLACE, order)
    expect(placed).toMatchObject({ status: 200, body: { card_count: 5, bulk_address: { city: 'Dayton' } } })
    expect((await key.call('POST', PLACE, order)).body.id).toBe(placed.body.id)
    const kept = await inSite(world.kit.pool, testSiteOf(siteId), async (db) => [
      ...(await db.selectFrom('saved_people').select('id').execute()),
      ...(await db.selectFrom('registered_addresses').select('id').execute()),
      ...(await db.selectFrom('customers').select('id').where('email', '<>', '').execute()),
      ...(await db
        .selectFrom('customers')
        .select('id')
        .where('first_name', 'not in', ['', 'API key'])
        .execute()),
    ])
    expect(kept).toEqual([])
    const stranger = await people.person()
    const other = await testKey(stranger)
    expect((await other.call('POST', PLACE, { ...order, external_id: 'x' })).body).toMatchObject({
      code: 'not_found',
      errors: [{ field: 'items.0' }],
    })
  })
})

describe('money of test mode', () => {
  test('is the company’s credit limit, which doesn’t run out', async () => {
    const { admin, key } = await company()
    const [{ id: companyId }] = (await admin.call('GET', '/api/v1/companies/')).body
    const office = await world.staff('finance')
    const terms = { limit_cents: 10_000, days: 15 }
    expect((await office.call('PUT', `/api/v1/office/companies/${companyId}/terms/`, terms)).status).toBe(200)
    const invoice = { payment_method: 'company_terms' }
    await place(key, admin, { ...invoice, external_id: 'one' })
    const order = await programs.order(admin, [person(1)], { ...invoice, external_id: 'two' })
    expect((await key.call('POST', PLACE, order)).body.code).toBe('over_credit_limit')
    await untilStatus(key, 'one', 'fulfilled')
    const paid = await until<Answer>(
      () => key.call('POST', PLACE, order),
      ({ status }) => status === 200,
    )
    expect(paid.body.due_on).toMatch(/^\d{4}-/)
    expect((await admin.call('GET', '/api/v1/company/terms/')).body).toMatchObject({
      terms: { open_cents: 0 },
    })
  })

  test('is in budgets of its own, which start anew after an hour', async () => {
    const { admin, key, ok } = await company()
    const budget = { name: 'All', period: 'month', amount_cents: 8_000 }
    await ok('POST', '/api/v1/company/budgets/', budget)
    await place(key, admin, { external_id: 'one' })
    const order = await programs.order(admin, [person(1)], { external_id: 'two' })
    expect((await key.call('POST', PLACE, order)).body.code).toBe('over_budget')
    const [left] = await ok('GET', '/api/v1/company/budgets/')
    expect(left).toMatchObject({ spent_cents: 0, reserved_cents: 0 })
    world.setClock(new Date(Date.now() + 3_700_000))
    expect((await key.call('POST', PLACE, order)).status).toBe(200)
    const third = { ...order, external_id: 'three' }
    expect((await key.call('POST', PLACE, third)).body.code).toBe('over_budget')
  })
})

describe('people in test orders', () => {
  const recipients = () =>
    inSite(world.kit.pool, testSiteOf(siteId), async (db) => {
      const rows = await db.selectFrom('card_recipient_details').select('email').execute()
      return rows.map(({ email }) => email)
    })

  test('are erased with a person of the live site', async () => {
    const { admin, key, ok } = await company()
    const zebulon = { ...person(1), email: 'zebulon@quackenbush.example' }
    const list = await ok('POST', '/api/v1/recipient_lists/', { name: 'Everyone' })
    await ok('POST', `/api/v1/recipient_lists/${list.id}/people/`, zebulon)
    const order = await programs.order(admin, [zebulon], { external_id: 'zebulon' })
    await key.call('POST', PLACE, order)
    const { id } = await untilStatus(key, 'zebulon', 'fulfilled')
    await untilCards(key, id, ['claimed'])
    expect(await recipients()).toContain(zebulon.email)
    const [one, other] = [await world.staff('owner'), await world.staff('owner')]
    const path = '/api/v1/office/privacy/erasures/'
    const asked = await one.call('POST', path, { key: `email|${zebulon.email}`, name: 'Zebulon' })
    expect((await other.call('POST', `${path}${asked.body.id}/decide/`, { agree: true })).status).toBe(200)
    await until(recipients, (emails) => !emails.includes(zebulon.email))
  })

  test('are retired by the days of the live site', async () => {
    const { admin, key } = await company()
    const order = await programs.order(admin, [{ ...person(1), email: 'retired@recipient.example' }])
    await key.call('POST', PLACE, { ...order, external_id: 'old' })
    const { id } = await untilStatus(key, 'old', 'fulfilled')
    await untilCards(key, id, ['claimed'])
    const retiring = retiringPeople(world.kit)
    expect(await retiring.due()).toContain(testSiteOf(siteId))
    await retiring.visit(testSiteOf(siteId))
    expect(await recipients()).toContain('retired@recipient.example')
    await inSite(world.kit.pool, testSiteOf(siteId), async (db) => {
      const at = new Date(Date.now() - 800 * 86_400_000)
      const site = testSiteOf(siteId)
      await db.updateTable('deliveries').set({ updated_at: at }).where('site_id', '=', site).execute()
      await db.updateTable('orders').set({ updated_at: at }).where('site_id', '=', site).execute()
    })
    await world.kit.pool.transaction().execute((db) => world.kit.jobs.enqueue(db, retirePeople, {}))
    await until(recipients, (emails) => !emails.includes('retired@recipient.example'))
  })
})

describe('what a test order is judged by', () => {
  test('is as on the live site at each quote', async () => {
    const { admin, key, ok } = await company()
    const order = await programs.order(admin, [person(1)])
    const quote = async () => (await key.call('POST', QUOTE, order)).body
    const first = await quote()
    expect(first).toMatchObject({ approval: null })
    const { shipping_option_id: optionId } = order.deliveries[0]!
    const price = (cents: number) =>
      inSite(world.kit.pool, siteId, (db) =>
        db
          .updateTable('shipping_options')
          .set({ price_cents: cents })
          .where('site_id', '=', siteId)
          .where('id', '=', optionId)
          .execute(),
      )
    await price(77)
    const second = await quote()
    expect(second.delivery.cents).toBe(77)
    const { body: changed } = await key.call('POST', PLACE, {
      ...order,
      external_id: 'stale',
      quote: first.quote,
    })
    expect(changed.code).toBe('quote_changed')
    await price(0)

    const approver = await people.colleague(admin, 'approver')
    const rule = await ok('POST', '/api/v1/company/approval_rules/', {
      name: 'Every order',
      conditions: [],
      steps: [ask(approver)],
    })
    expect((await quote()).approval.steps).toHaveLength(1)
    await admin.call('DELETE', `/api/v1/company/approval_rules/${rule.id}/`)
    expect((await quote()).approval).toBe(null)
    await ok('POST', '/api/v1/company/order_fields/', { name: 'Cost center', required: true })
    expect((await key.call('POST', QUOTE, order)).body.code).toBe('order_field_missing')
  })

  test('is written only when something changed', async () => {
    const { admin, key } = await company()
    const order = await programs.order(admin, [person(1)])
    await key.call('POST', QUOTE, order)
    const versions = () =>
      inSite(world.kit.pool, testSiteOf(siteId), (db) =>
        db
          .selectFrom('rewards')
          .select(({ ref }) => ['id', ref('xmin' as 'id').as('xmin')])
          .orderBy('id')
          .execute(),
      )
    const before = await versions()
    expect(before.length).toBeGreaterThan(0)
    await key.call('POST', QUOTE, order)
    expect(await versions()).toEqual(before)
  })
})

describe('a test key', () => {
  test('has its own form, and works in its mode and on its site only', async () => {
    const { admin, key } = await company()
    const live = await programs.key(admin)
    expect(key).toMatchObject({ mode: 'test' })
    expect(key.secret).toMatch(/^lk_test_\d+_[\w-]{43}$/)
    expect(live).toMatchObject({ mode: 'live' })
    const wrong = [
      key.secret.replace('lk_test_', 'lk_'),
      live.secret.replace('lk_', 'lk_test_'),
      `${key.secret.slice(0, -1)}_`,
    ]
    for (const secret of wrong) {
      const { status, body } = await programs.caller('localhost', secret)('GET', '/api/v1/orders/')
      expect([status, body.code]).toEqual([401, 'sign_in_required'])
    }
    const elsewhere = await programs.caller('acorn.localhost', key.secret)('GET', '/api/v1/orders/')
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'sign_in_required'])
    expect((await programs.caller('localhost', key.secret)('GET', '/api/v1/orders/')).status).toBe(200)
  })

  test('finds nothing where live keys don’t, and needs the same scopes', async () => {
    const { admin, key } = await company()
    const reader = await testKey(admin, { name: 'Reader', scopes: ['orders.read'] })
    for (const path of ['programs', 'reports/orders', 'webhooks', 'api_keys', 'balance']) {
      expect([path, (await key.call('GET', `/api/v1/company/${path}/`)).status]).toEqual([path, 404])
    }
    expect((await key.call('GET', '/api/v1/office/orders/')).status).toBe(401)
    const order = await programs.order(admin, [person(1)], { external_id: 'x' })
    expect((await reader.call('POST', PLACE, order)).body.code).toBe('not_allowed')
    // What the company keeps is read as by a live key.
    await customerSteps(admin).ok('POST', '/api/v1/registered_addresses/', { ...TO, is_shared: true })
    expect((await key.call('GET', '/api/v1/registered_addresses/')).body).toHaveLength(1)
  })

  test('stops when it’s revoked or rotated, as a live one', async () => {
    const { admin, key } = await company()
    await place(key, admin, { external_id: 'kept' })
    const { body: rotated } = await admin.call('POST', `${KEYS}${key.id}/rotate/`, { overlap_hours: 0 })
    expect(rotated.secret).toMatch(/^lk_test_/)
    expect((await key.call('GET', '/api/v1/orders/')).status).toBe(401)
    const next = programs.caller('localhost', rotated.secret)
    expect((await next('GET', '/api/v1/orders/by_external_id/kept/')).status).toBe(200)
    await admin.call('DELETE', `${KEYS}${key.id}/`)
    expect((await next('GET', '/api/v1/orders/')).status).toBe(401)
  })

  test('two first ones at once make one test site', async () => {
    const admin = await people.person('acorn')
    const keys = await Promise.all([testKey(admin), testKey(admin)])
    const answers = await Promise.all(keys.map((one) => one.call('GET', '/api/v1/orders/')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const order = await programs.order(admin, [person(1)])
    const placed = await Promise.all(
      keys.map((one, nth) => one.call('POST', PLACE, { ...order, external_id: `at-once-${nth}` })),
    )
    expect(placed.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('a test site', () => {
  test('is in no list, and no sweep, count, or metric sees it', async () => {
    const { admin, key } = await company()
    await place(key, admin, { external_id: 'seen', po_number: 'TEST REVIEW' })
    for (const table of ['orders', 'payments', 'deliveries', 'notices'] as const) {
      const due = await findDueSites(world.kit.pool, (db) =>
        db.selectFrom(table).select('site_id').distinct(),
      )
      expect([table, due.filter((id) => id < 0)]).toEqual([table, []])
    }
    const reviews = (await measureTodos(world.kit)).find(({ labels }) => labels.kind === 'review')!.value
    const office = await inSite(world.kit.pool, siteId, (db) =>
      db
        .selectFrom('orders')
        .select('id')
        .where('site_id', '=', siteId)
        .where('status', '=', 'in_review')
        .execute(),
    )
    expect(reviews).toBe(office.length)
    // As a start does.
    await addWaysToPay(world.kit.pool)
    const ways = await inSite(world.kit.pool, testSiteOf(siteId), (db) =>
      db.selectFrom('organization_payment_providers').select('id').execute(),
    )
    expect(ways).toEqual([])
    await measureLedger(world.kit)
    expect((await listSites(world.kit.pool)).map(({ id }) => id)).toEqual([1, 2])
    const { organizations, site_counts } = await listOrganizations({ ...world.kit, identity: undefined }, '')
    expect(organizations.flatMap(({ sites }) => sites.map(({ id }) => id)).sort()).toEqual([1, 2])
    expect(site_counts.live + site_counts.setting_up).toBe(2)
    expect(
      (await listOrganizations({ ...world.kit, identity: undefined }, 'test mode')).organizations,
    ).toEqual([])
    const answer = await world.visit('test-mode.localhost')('GET', '/api/v1/actual_rewards_site/')
    expect(answer.status).toBe(404)
  })

  test('lets no mail and no card out, whatever asks for it', async () => {
    const mailer = makeMailer(world.kit.config.mail)
    const letter = {
      fromName: 'x',
      to: 'ana@recipient.example',
      subject: 'x',
      text: 'x',
      html: 'x',
      key: 'x',
    }
    await expect(mailer.send({ ...letter, siteId: testSiteOf(siteId) })).rejects.toThrow('must not leave')
    await mailer.close()
    await expect(issueCards(world.kit, testSiteOf(siteId), [1])).rejects.toThrow('must not leave')
  })
})

test('webhooks of test mode get the events of test orders alone, marked', async () => {
  const { admin, key } = await company()
  const [tests, lives] = [await integrator(), await integrator()]
  const event_types = ['order.placed', 'delivery.sent', 'delivery.claimed']
  const hooks = '/api/v1/company/webhooks/'
  const made = await admin.call('POST', hooks, { url: tests.url, event_types, mode: 'test' })
  expect(made).toMatchObject({ status: 200, body: { endpoint: { mode: 'test' } } })
  const { body: activity } = await admin.call('GET', '/api/v1/company/activity/')
  expect(activity.results[0]).toMatchObject({
    does: `added the test webhook to ${new URL(tests.url).host}`,
    about: { screen: 'webhooks', id: null },
  })
  await admin.call('POST', hooks, { url: lives.url, event_types })
  const { id } = await place(key, admin, { external_id: 'told' })
  await until(
    async () => tests.types(),
    (types) => types.includes('delivery.claimed'),
  )
  expect(JSON.parse(tests.received[0]!.body)).toMatchObject({
    type: 'order.placed',
    mode: 'test',
    data: { order_id: id, external_id: 'told' },
  })
  expect(tests.types()).toEqual(event_types)
  expect(lives.types()).toEqual([])
  const listed = (await admin.call('GET', hooks)).body
  expect(listed.map(({ mode }: { mode: string }) => mode)).toEqual(['live', 'test'])
  const path = `${hooks}${made.body.endpoint.id}/`
  expect((await admin.call('GET', `${path}messages/`)).body.results).toHaveLength(3)
  const again = { 'idempotency-key': 'test-1' }
  const sent = await admin.call('POST', `${path}test/`, {}, again)
  expect(sent.status).toBe(200)
  expect((await admin.call('POST', `${path}test/`, {}, again)).body).toEqual(sent.body)
  const rotated = await admin.call('POST', `${path}rotate_secret/`, {
    seen_version: made.body.endpoint.version,
  })
  expect(rotated.status).toBe(200)
  const stranger = await people.person()
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await admin.call('DELETE', path)).status).toBe(204)
  expect((await admin.call('GET', hooks)).body).toHaveLength(1)
  const { body: later } = await admin.call('GET', '/api/v1/company/activity/')
  const done = later.results.map(({ does }: { does: string }) => does)
  const at = `the test webhook to ${new URL(tests.url).host}`
  expect(done.slice(0, 2)).toEqual([`removed ${at}`, `created a new secret for ${at}`])
})
