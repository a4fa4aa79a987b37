import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { raise } from '../../order-events.ts'
import { companyOf as approving } from '../../testing/approval-world.ts'
import { companySteps, type Person } from '../../testing/company-world.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { enqueueNews } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { lockBudgetsOf } from '../budgets/budgets.repo.ts'
import { reserveBudgets } from '../budgets/order-budgets.ts'
import { findOrderer } from '../companies/orderers.repo.ts'
import type { Mail } from '../mail/mailer.ts'
import { wantsMail } from '../mail/notification-choice.ts'
import { mailNews } from './news-mail.jobs.ts'
import { newsMailHandler } from './send-news-mail.ts'

let world: World
let company: ReturnType<typeof companySteps>
let siteId: number
beforeAll(async () => {
  world = await makeWorld()
  company = companySteps(world)
  siteId = (await world.kit.sites.readByHost('localhost')).id
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const SETTINGS = '/api/v1/notification_settings/'
const choose = (one: Person, kind: string, choice: Record<string, unknown>) =>
  one.call('PATCH', `${SETTINGS}${kind}/`, choice)

type Told = { kind: string; about: string; company: { name: string } | null; amount_cents: number }
async function bell(one: Person): Promise<Told[]> {
  const { body } = await one.call('GET', '/api/v1/notices/')
  expect(body.unseen_count).toBe(body.count)
  return body.results
}
const kindsOf = async (one: Person) => (await bell(one)).map(({ kind }) => kind)

/** Enqueues what is due, and mails it. */
async function mailsTo(one: Person): Promise<Mail[]> {
  const enqueued: unknown[] = []
  const jobs = {
    ...world.kit.jobs,
    enqueue: async (...[, definition, payload]: Parameters<typeof world.kit.jobs.enqueue>) => {
      if (definition.name === mailNews.name) enqueued.push(payload)
    },
  }
  await enqueueNews({ ...world.kit, jobs })
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} }
  const { run } = newsMailHandler(world.kit, mailer)
  for (const payload of enqueued) await run(mailNews.payload.parse(payload) as never)
  return sent.filter(({ to }) => to === one.email)
}

async function companyOf(one: Person): Promise<number> {
  return (await one.call('GET', '/api/v1/companies/')).body[0].id
}

async function moveBalance(companyId: number, from: number, to: number, isTopUp = false) {
  const moved = { companyId, orderId: 1, isTopUp, cents: to - from, balanceCents: to, at: world.kit.now() }
  await inSite(world.kit.pool, siteId, (db) => raise(db, { type: 'balance.moved', siteId, ...moved }))
}

test('those who manage people hear who joins, in the app only; not the person who joined', async () => {
  const admin = await company.person()
  const kim = await company.colleague(admin)
  const [joined] = await bell(admin)
  expect(joined).toMatchObject({ kind: 'person_joined', company: { id: expect.any(Number) } })
  expect(joined!.about).not.toBe('')
  expect(await kindsOf(kim)).toEqual([])
  expect(await mailsTo(admin)).toEqual([])

  const finance = await company.colleague(admin, 'finance')
  expect(await kindsOf(finance)).toEqual([])
  expect(await kindsOf(admin)).toEqual(['person_joined', 'person_joined'])

  expect((await choose(admin, 'people', { app: false })).status).toBe(200)
  expect(await kindsOf(admin)).toEqual([])
  await choose(admin, 'people', { app: true })
  expect(await kindsOf(admin)).toEqual(['person_joined', 'person_joined'])
})

test('each notice of a company is seen alone', async () => {
  const admin = await company.person()
  await company.colleague(admin)
  await company.colleague(admin)
  const { body } = await admin.call('GET', '/api/v1/notices/')
  const seen = await admin.call('POST', `/api/v1/notices/${body.results[0].id}/seen/`)
  expect(seen.body).toEqual({ unseen_count: 1 })
})

test('a mail at once has a link and a header that stop such mails, and following the link changes nothing', async () => {
  const admin = await company.person()
  await choose(admin, 'people', { mail: 'at_once' })
  await company.colleague(admin)
  const [mail, ...others] = await mailsTo(admin)
  expect(others).toEqual([])
  expect(mail!.subject).toMatch(/ joined /)
  expect(mail!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  const { pathname } = new URL(mail!.headers!['List-Unsubscribe']!.slice(1, -1))
  expect(mail!.text).toContain(pathname.split('/').at(-2))

  const visit = world.visit('localhost')
  expect((await visit('GET', pathname)).body).toEqual({ mails: ['People who join'] })
  const choiceOf = async () =>
    (await admin.call('GET', SETTINGS)).body.settings.find(({ kind }: { kind: string }) => kind === 'people')
  expect((await choiceOf()).mail).toBe('at_once')
  expect((await world.visit('acorn.localhost')('POST', pathname)).status).toBe(404)
  expect((await visit('POST', pathname.replace(/..\/$/, 'AA/'))).status).toBe(404)

  expect((await visit('POST', pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(204)
  expect(await choiceOf()).toEqual({ kind: 'people', app: true, mail: 'never' })
  const wants = (kind: 'people' | 'orders') =>
    inSite(world.kit.pool, siteId, (db) => wantsMail(db, { siteId, customerId: admin.id }, kind))
  expect([await wants('people'), await wants('orders')]).toEqual([false, true])
  await company.colleague(admin)
  expect(await mailsTo(admin)).toEqual([])
})

test('what is mailed daily waits for 8:00 in the company’s time zone, and is one mail', async () => {
  world.setClock(new Date('2027-03-01T01:00:00Z'))
  const admin = await company.person()
  await admin.call('PATCH', '/api/v1/company/', { time_zone: 'Asia/Tokyo' })
  await choose(admin, 'people', { mail: 'daily' })
  const { body } = await choose(admin, 'activity', { mail: 'daily' })
  expect(body.daily_time_zone).toBe('Asia/Tokyo')
  // 7:30 and 8:10 in Tokyo.
  world.setClock(new Date('2027-03-01T22:30:00Z'))
  await company.colleague(admin)
  await company.colleague(admin)
  expect(await mailsTo(admin)).toEqual([])
  world.setClock(new Date('2027-03-01T23:10:00Z'))
  const [summary, ...others] = await mailsTo(admin)
  expect(others).toEqual([])
  expect(summary!.subject).toBe('Your daily summary from Northwind Rewards')
  expect(summary!.text.match(/ joined .*\./g)).toHaveLength(2)
  expect(summary!.text).toMatch(/joined the company as Buyer/)

  // Nothing happened since.
  world.setClock(new Date('2027-03-02T23:20:00Z'))
  expect(await mailsTo(admin)).toEqual([])

  const { pathname } = new URL(summary!.headers!['List-Unsubscribe']!.slice(1, -1))
  await world.visit('localhost')('POST', pathname)
  const { settings } = (await admin.call('GET', SETTINGS)).body
  expect(settings.filter(({ mail }: { mail: string }) => mail === 'daily')).toEqual([])
})

test('a budget at 80 and at 100 percent is reported once, to the people who manage budgets', async () => {
  const admin = await company.person()
  const companyId = await companyOf(admin)
  const buyer = await company.colleague(admin)
  const made = await admin.call('POST', '/api/v1/company/budgets/', {
    ...{ name: 'Marketing', amount_cents: 10_000, period: 'month', rolls_over: false },
  })
  expect(made.status).toBe(200)
  let paymentId = 9_000
  async function take(cents: number) {
    const row = { site_id: siteId, customer_id: admin.id, company_id: companyId, status: 'pending_payment' }
    const { id } = await world.kit.pool
      .insertInto('orders')
      .values({ ...row, total_cents: cents, is_budgeted: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const site = await world.kit.sites.readByHost('localhost')
    paymentId += 1
    const order = { site_id: siteId, id, total_cents: cents }
    await inSite(world.kit.pool, siteId, async (db) => {
      const orderer = (await findOrderer(db, site, companyId, admin.id))!
      const at = world.kit.now()
      const budgets = await lockBudgetsOf(db, siteId, orderer, at)
      await reserveBudgets(db, order, budgets, { source: `payment:${paymentId}` }, at)
    })
  }
  const told = async () =>
    (await bell(admin)).flatMap(({ kind, about, amount_cents }) =>
      kind.startsWith('budget') ? [[kind, about, amount_cents]] : [],
    )
  await take(7_999)
  expect(await told()).toEqual([])
  await take(1)
  await take(1_000)
  expect(await told()).toEqual([['budget_low', 'Marketing', 2_000]])
  await take(1_000)
  expect(await told()).toEqual([
    ['budget_exhausted', 'Marketing', 0],
    ['budget_low', 'Marketing', 2_000],
  ])
  expect(await kindsOf(buyer)).toEqual([])
})

test('a balance that passes the amount that admins chose is reported, and so is a top-up', async () => {
  const admin = await company.person()
  const companyId = await companyOf(admin)
  const finance = await company.colleague(admin, 'finance')
  await moveBalance(companyId, 90_000, 10_000)
  expect(await kindsOf(finance)).toEqual([])
  const low = { low_balance_cents: 50_000 }
  expect((await finance.call('PUT', '/api/v1/company/balance/low/', low)).status).toBe(403)
  expect((await admin.call('PUT', '/api/v1/company/balance/low/', low)).status).toBe(204)
  expect((await finance.call('GET', '/api/v1/company/balance/')).body.low_balance_cents).toBe(50_000)

  await moveBalance(companyId, 90_000, 50_000)
  expect(await kindsOf(finance)).toEqual([])
  await moveBalance(companyId, 50_000, 49_999)
  await moveBalance(companyId, 49_999, 1_000)
  await moveBalance(companyId, 1_000, 70_000, true)
  expect((await bell(finance)).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['balance_topped_up', 69_000],
    ['balance_low', 49_999],
  ])
  const { body } = await admin.call('GET', '/api/v1/company/activity/')
  expect(body.results[0].does).toBe('set a low-balance alert at $500.00')
})

test('who approved an order hears what its buyer corrects after that', async () => {
  const deliveries = deliverySteps(world)
  const { admin, buyer, other } = await approving(world, { buyer: 'buyer', other: 'approver' })
  const companyId = await companyOf(admin)
  const owner = await world.staff('owner')
  const granted = { limit_cents: 900_000, days: 30 }
  await owner.call('PUT', `/api/v1/office/companies/${companyId}/terms/`, granted)
  await admin.rule([{ ask: 'people', in: [admin.id] }])
  const id = await buyer.fillCart('digital')
  const asked = await buyer.submit(id, 'company_terms')
  expect((await admin.approve(asked.body.id)).status).toBe(200)
  await deliveries.approve(id)
  await deliveries.plan(id)
  const ofKind = async (one: Person) =>
    (await one.call('GET', '/api/v1/notices/')).body.results.filter(
      ({ kind }: { kind: string }) => kind === 'recipient_changed',
    )
  const fix = async (one: Person | typeof owner, email: string, path = '/api/v1/deliveries/') => {
    const [ada] = await deliveries.deliveries(id)
    const seen_updated_at = ada!.updated_at.toISOString()
    const answer = await one.call('PATCH', `${path}${ada!.id}/`, { email, seen_updated_at })
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
    return ada!
  }

  const { last_name } = await fix(buyer, 'eve@other.example')
  const { number } = await buyer.ok('GET', `/api/v1/orders/${id}/`)
  const [told, ...more] = await ofKind(admin)
  expect(more).toEqual([])
  expect(told).toMatchObject({ order_id: id, order_number: number, company: { id: companyId } })
  expect(told.about).toMatch(
    new RegExp(
      ` changed the email of Ada ${last_name} from ada@recipient.example to eve@other.example$`,
      'i',
    ),
  )
  expect([await ofKind(other), await ofKind(buyer)]).toEqual([[], []])
  expect((await mailsTo(admin)).filter(({ subject }) => subject.includes('eve@'))).toEqual([])

  await choose(admin, 'approvals_changed', { mail: 'at_once' })
  await fix(buyer, 'mallory@other.example')
  const mail = (await mailsTo(admin)).find(({ subject }) => subject.includes('mallory@other.example'))
  expect(mail!.subject).toContain(`in order ${number}, which you approved`)
  expect(mail!.text).toContain(`/my-rewards?openDetails=${id}`)

  // What approvers do themselves, and staff, isn't news.
  await fix(owner, 'grace@other.example', '/api/v1/office/deliveries/')
  expect(await ofKind(admin)).toHaveLength(2)
})

test('what protects or is owed can’t be turned off, and roles decide what is offered', async () => {
  const admin = await company.person()
  const kinds = async (one: Person) =>
    (await one.call('GET', SETTINGS)).body.settings.map(({ kind }: { kind: string }) => kind)
  for (const [kind, choice] of [
    ['security', { mail: 'never' }],
    ['records', { mail: 'daily' }],
    ['records', { app: false }],
    ['approvals_asked', { app: false }],
    ['approvals_decided', { mail: 'daily' }],
    ['activity', { mail: 'at_once' }],
  ] as const) {
    const { status, body } = await choose(admin, kind, choice)
    expect([kind, status, body.code]).toEqual([kind, 400, 'validation_failed'])
  }
  expect((await choose(admin, 'nothing', { mail: 'never' })).status).toBe(404)
  expect(await kinds(admin)).not.toContain('approvals_asked')
  const viewer = await company.colleague(admin, 'viewer')
  expect(await kinds(admin)).toContain('approvals_asked')
  await viewer.call('GET', '/api/v1/companies/')
  const { settings } = (await viewer.call('GET', SETTINGS)).body
  expect(settings).toContainEqual({ kind: 'orders', app: true, mail: 'at_once' })
})

test('a person who is removed hears no more of the company', async () => {
  const admin = await company.person()
  const kim = await company.colleague(admin, 'admin')
  await choose(kim, 'people', { mail: 'daily' })
  await company.colleague(admin)
  expect(await kindsOf(kim)).toEqual(['person_joined'])
  await admin.call('DELETE', `/api/v1/company/people/${kim.id}/`)
  const rows = await world.kit.pool
    .selectFrom('notices')
    .select('id')
    .where('customer_id', '=', kim.id)
    .execute()
  expect(rows).toEqual([])
})

test('a mail about a program or a list says why, and leads to it', async () => {
  const admin = await company.person()
  const companyId = await companyOf(admin)
  const at = new Date()
  const { body: list } = await admin.call('POST', '/api/v1/recipient_lists/', {
    name: 'Staff',
    is_shared: true,
  })
  const program = await world.kit.pool
    .insertInto('company_programs')
    .values({
      ...{ site_id: siteId, company_id: companyId, name: 'Birthdays', kind: 'birthday', list_id: list.id },
      ...{
        saved_design_id: 1,
        amounts: json([]),
        lead_days: 5,
        weekend: 'same_day',
        created_at: at,
        updated_at: at,
        problem_since: at,
      },
      ...{ fields: json([]), state: 'paused', created_by: admin.id, problem: 'balance_too_low' },
      problem_says: 'The company’s balance is $26.25 short of this order. Top it up.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tell = (
    event: 'company.program_stuck' | 'company.list_sync_held',
    facts: Record<string, number | string>,
  ) =>
    inSite(world.kit.pool, siteId, (db) =>
      raise(db, {
        ...({ type: 'company.recorded', siteId, event, facts, at } as const),
        ...{ actor: 'system', subject: `company:${companyId}` },
      }),
    )
  await tell('company.program_stuck', { program_id: program.id, name: 'Birthdays' })
  const [stuck] = await mailsTo(admin)
  expect(stuck!.text).toContain('The company’s balance is $26.25 short of this order.')
  expect(stuck!.text).toContain(`/company/programs/${program.id}`)
  await admin.call('PATCH', '/api/v1/actual_user/', { language: 'es' })
  await tell('company.program_stuck', { program_id: program.id, name: 'Birthdays' })
  const [spanish] = await mailsTo(admin)
  expect(spanish!.text).toContain('Al saldo de la empresa le faltan $26.25 para este pedido. Recárguelo.')
  await admin.call('PATCH', '/api/v1/actual_user/', { language: 'en' })

  const file = await world.kit.pool
    .insertInto('list_files')
    .values({
      ...{ site_id: siteId, company_id: companyId, list_id: list.id, settings_sealed: '', columns: json([]) },
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const says = 'The file has 5 of 12 people. Nothing was changed.'
  const run = { site_id: siteId, file_id: file.id, state: 'held', says, started_at: at }
  await world.kit.pool.insertInto('list_file_runs').values(run).execute()
  await tell('company.list_sync_held', { list_id: list.id, name: 'Staff' })
  const [held] = await mailsTo(admin)
  expect(held!.text).toContain('The file has 5 of 12 people. Nothing was changed.')
  expect(held!.text).toContain(`/recipients/${list.id}/file`)
})
