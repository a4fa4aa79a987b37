import { startSandbox } from '@laurel/sandbox'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { companyOf } from '../../testing/approval-world.ts'
import { makeCustomer } from '../../testing/colleagues.ts'
import { makeMailWorld } from '../../testing/mail-world.ts'
import { approval } from '../../testing/ordering-world.ts'
import type { World } from '../../testing/world.ts'

let mails: Awaited<ReturnType<typeof makeMailWorld>>
let world: World
beforeAll(async () => {
  mails = await makeMailWorld(await startSandbox({ port: 0, smtpPort: 0 }))
  world = mails.world
})
afterAll(() => mails.close())
afterEach(() => world.setClock(undefined))

const company = () => companyOf(world, { kim: 'buyer', joy: 'approver', lee: 'approver' })
const code = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code

async function asked(method = 'self_hosted_check') {
  const people = await company()
  const { admin, kim, joy } = people
  await admin.rule([{ ask: 'people', in: [joy.id] }])
  const orderId = await kim.fillCart('digital')
  const { body } = await kim.submit(orderId, method, { note: 'For the West region' })
  return { ...people, orderId, id: body.id as number }
}

test('a buyer sees who is asked and why, and can’t pay without', async () => {
  const { admin, kim, joy } = await company()
  await admin.rule([{ ask: 'people', in: [joy.id] }], [{ kind: 'amount', cents: 5_000 }], 'Large orders')
  const id = await kim.fillCart('digital')
  const { approval } = await kim.ok('GET', '/api/v1/order_summary/')
  expect(approval).toMatchObject({
    steps: [{ rules: [{ name: 'Large orders', reasons: ['over $50.00'] }], people: [{ id: joy.id }] }],
    is_blocked: false,
  })
  for (const method of ['elavon_cc', 'self_hosted_check']) {
    expect(await code(kim.pay(id, method))).toBe('approval_needed')
  }
  await admin.ok(
    'DELETE',
    `/api/v1/company/approval_rules/${(await admin.ok('GET', '/api/v1/company/approval_rules/'))[0].id}/`,
  )
  expect((await kim.ok('GET', '/api/v1/order_summary/')).approval).toBeNull()
  expect(await code(kim.submit(id))).toBe('approval_not_needed')
  expect((await kim.pay(id, 'self_hosted_check')).status).toBe(200)
})

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

test('each change of the rules counts for the next order, although rules are kept in memory', async () => {
  const { admin, kim, joy, lee } = await company()
  const rule = await admin.rule(
    [{ ask: 'people', in: [joy.id] }],
    [{ kind: 'amount', cents: 5_000 }],
    'First',
  )
  await admin.rule([{ ask: 'people', in: [lee.id] }], [], 'Second')
  const change = (asked: Record<string, unknown>) =>
    admin.ok('PATCH', `/api/v1/company/approval_rules/${rule.id}/`, asked)
  const id = await kim.fillCart('digital')
  const named = async () => {
    const { approval } = await kim.ok('GET', '/api/v1/order_summary/')
    return approval.steps.flatMap(({ rules }: { rules: { name: string }[] }) => rules.map(({ name }) => name))
  }
  expect([await named(), await named()]).toEqual([
    ['First', 'Second'],
    ['First', 'Second'],
  ])
  await change({ conditions: [{ kind: 'amount', cents: 1_000_000 }] })
  expect(await named()).toEqual(['Second'])
  await change({ conditions: [], position: 1 })
  expect(await named()).toEqual(['Second', 'First'])
  await change({ is_on: false })
  expect(await named()).toEqual(['Second'])
  const [, second] = (await admin.ok('GET', '/api/v1/company/approval_rules/')).toSorted(byName)
  await admin.call('DELETE', `/api/v1/company/approval_rules/${second.id}/`)
  expect((await kim.ok('GET', '/api/v1/order_summary/')).approval).toBeNull()
  expect((await kim.pay(id, 'self_hosted_check')).status).toBe(200)
})

test('an approved order that needs no further input is placed at once', async () => {
  const { kim, joy, lee, orderId, id } = await asked()
  expect(await kim.order(orderId)).toMatchObject({ status: 'awaiting_approval', number: '', placed_at: null })
  expect(await joy.waiting()).toEqual([id])
  expect(await lee.waiting()).toEqual([])
  expect((await lee.call('GET', `/api/v1/approvals/${id}/`)).status).toBe(404)
  expect((await lee.approve(id)).status).toBe(404)
  expect((await lee.call('GET', `/api/v1/orders/${orderId}/`)).status).toBe(404)
  expect(await joy.request(id)).toMatchObject({ note: 'For the West region', order: { id: orderId } })
  const { results } = await joy.ok('GET', `/api/v1/approvals/${id}/recipients/`)
  expect(results).toMatchObject([{ where: 'Ada@recipient.example', amount_cents: 5_000 }, {}])
  expect((await joy.approve(id)).body).toMatchObject({ state: 'approved', needs_payment: false })
  expect(await kim.order(orderId)).toMatchObject({
    status: 'pending_payment',
    payments: [{ method_code: 'self_hosted_check', state: 'submitted' }],
  })
  expect(await code(joy.approve(id))).toBe('approval_closed')
  const { entries } = await joy
    .call('GET', '/api/v1/approvals/?show=done')
    .then(({ body }) => ({ entries: body.results }))
  expect(entries).toMatchObject([{ id, state: 'approved' }])
})

test('an order that is paid on a payment page is paid after its approval, and by nothing before', async () => {
  const { kim, joy, orderId, id } = await asked('elavon_cc')
  expect(await code(kim.pay(orderId))).toBe('approval_needed')
  expect((await joy.approve(id)).body).toMatchObject({ state: 'approved', needs_payment: true })
  expect((await kim.pay(orderId)).status).toBe(200)
  expect(await code(kim.edit(id))).toBe('payment_already_open')
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
  await kim.verify(orderId)
  expect((await kim.order(orderId)).placed_at).not.toBeNull()
  expect(await code(kim.edit(id))).toBe('approval_closed')
})

test('a change to what was approved asks again', async () => {
  const { kim, joy, orderId, id } = await asked('elavon_cc')
  const change = (first_name: string) =>
    world.kit.pool
      .updateTable('card_recipient_details')
      .set({ first_name })
      .where('email', '=', 'Ada@recipient.example')
      .where('card_item_id', 'in', (eb) =>
        eb.selectFrom('card_items').select('id').where('order_id', '=', orderId),
      )
      .execute()
  await change('Eve')
  expect(await code(joy.approve(id))).toBe('approval_outdated')
  await change('Ada')
  expect((await joy.approve(id)).status).toBe(200)
  await change('Eve')
  expect(await code(kim.pay(orderId))).toBe('approval_needed')
})

test('a returned order goes back to the cart, beside what is there, and is asked about again', async () => {
  const { admin, kim, joy, orderId, id } = await asked()
  await admin.ok('POST', '/api/v1/company/budgets/', { name: 'All', amount_cents: 100_000, period: 'month' })
  expect((await joy.giveBack(id)).body).toMatchObject({ state: 'returned', comment: 'Too many cards' })
  await mails.work('mail.approval')
  const [mail] = await mails.inbox(kim.email)
  expect(mail).toMatchObject({ subject: 'Returned: Cards for digital' })
  expect(mail!.text).toContain('Too many cards')
  await kim.addCards('bulk')
  await kim.edit(id)
  const cart = await kim.cart()
  expect(cart.id).not.toBe(orderId)
  expect(cart.card_items.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Cards for bulk',
    'Cards for digital',
  ])
  expect(cart.shipping_orders).toMatchObject([{ reward_type: 'digital' }])
  expect(await code(kim.edit(id))).toBe('approval_closed')
  expect(await kim.request(id)).toMatchObject({ order: null, can_edit: false })
  await kim.chooseDeliveries(cart.id, ['bulk'])
  const again = (await kim.submit(cart.id)).body.id
  const reserved = async () => (await admin.ok('GET', '/api/v1/company/budgets/'))[0].reserved_cents
  expect(await reserved()).toBeGreaterThan(0)
  await kim.edit(again)
  expect(await reserved()).toBe(0)
})

test('approving and taking an order back at the same moment does one of them', async () => {
  for (const first of ['approve', 'edit'] as const) {
    const { kim, joy, orderId, id } = await asked()
    const calls = first === 'approve' ? [joy.approve(id), kim.edit(id)] : [kim.edit(id), joy.approve(id)]
    const done = (await Promise.all(calls)).filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    const { status } = await kim.order(orderId)
    const { state } = await kim.request(id)
    expect([state, status]).toEqual(
      done[0]!.body.state === 'approved'
        ? ['approved', 'pending_payment']
        : ['withdrawn', 'awaiting_approval'],
    )
  }
})

test('an approver can’t approve their own order: it goes to another admin', async () => {
  const { admin, kim, joy } = await company()
  await admin.rule([{ ask: 'people', in: [joy.id] }])
  const { body } = await joy.submit(await joy.fillCart('digital'))
  expect(await joy.waiting()).toEqual([])
  expect(await code(joy.approve(body.id))).toBe('approval_not_yours')
  expect(await admin.waiting()).toEqual([body.id])
  expect((await admin.approve(body.id)).body.state).toBe('approved')
  const two = await companyOf(world, { sam: 'buyer' })
  await two.admin.rule([{ ask: 'people', in: [two.admin.id] }])
  const own = await two.admin.fillCart('digital')
  expect((await two.admin.ok('GET', '/api/v1/order_summary/')).approval.is_blocked).toBe(true)
  expect(await code(two.admin.submit(own))).toBe('approval_without_approver')
  expect(await code(two.admin.pay(own, 'self_hosted_check'))).toBe('approval_needed')
  const alone = await companyOf(world, {})
  const rule = {
    name: 'Mine',
    conditions: [],
    steps: [{ ask: 'people', in: [alone.admin.id], escalation: null }],
  }
  const refused = await alone.admin.call('POST', '/api/v1/company/approval_rules/', rule)
  expect(refused.body).toMatchObject({ code: 'rule_without_approver' })
  expect(await code(kim.call('POST', '/api/v1/company/approval_rules/', rule))).toBe('not_allowed')
})

test('who left and came back doesn’t approve what they asked for', async () => {
  const { admin, joy, lee } = await company()
  await admin.rule([{ ask: 'role', role: 'approver' }])
  const { body } = await joy.submit(await joy.fillCart('digital'))
  await joy.ok('DELETE', `/api/v1/company/people/${joy.id}/`)
  expect(await lee.waiting()).toEqual([body.id])
  await world.kit.pool
    .insertInto('company_members')
    .columns(['site_id', 'company_id', 'customer_id', 'role'])
    .expression((eb) =>
      eb
        .selectFrom('company_members')
        .select(({ val }) => ['site_id', 'company_id', val(joy.id).as('id'), val('approver').as('role')])
        .where('customer_id', '=', lee.id)
        .where('role', '=', 'approver'),
    )
    .execute()
  expect(await code(joy.approve(body.id))).toBe('approval_not_yours')
  expect((await lee.approve(body.id)).body.state).toBe('approved')
})

test('who was removed, or lost their role, sends nothing for approval anymore', async () => {
  const { admin, kim, joy, lee } = await company()
  await admin.rule([{ ask: 'people', in: [joy.id] }])
  const [kims, lees] = [await kim.fillCart('digital'), await lee.fillCart('digital')]
  await admin.ok('DELETE', `/api/v1/company/people/${kim.id}/`)
  await admin.ok('PATCH', `/api/v1/company/people/${lee.id}/`, { role: 'viewer' })
  expect(await code(kim.submit(kims))).toBe('company_left')
  expect(await code(lee.submit(lees))).toBe('not_allowed')
})

test('approved orders count against what staff limit the company to', async () => {
  const { admin, kim, joy } = await company()
  await admin.rule([{ ask: 'people', in: [joy.id] }])
  const submit = async () => (await kim.submit(await kim.fillCart('digital'))).body
  const [first, second, third] = [await submit(), await submit(), await submit()]
  const [{ id }] = await admin.ok('GET', '/api/v1/companies/')
  const limit = (max: object) =>
    world.kit.pool.updateTable('companies').set(max).where('id', '=', id).execute()
  await limit({ max_orders_per_day: 1 })
  expect((await joy.approve(first.id)).body).toMatchObject({ state: 'approved', needs_payment: false })
  expect((await joy.approve(second.id)).body).toMatchObject({ state: 'approved', needs_payment: true })
  expect(await code(kim.pay(second.order_id))).toBe('limit_exceeded')
  await limit({ max_orders_per_day: 2 })
  expect((await kim.pay(second.order_id)).status).toBe(200)
  await limit({ max_orders_per_day: null, max_order_cents: 100 })
  expect((await joy.approve(third.id)).body).toMatchObject({ state: 'approved', needs_payment: true })
  expect(await code(kim.pay(third.order_id))).toBe('limit_exceeded')
})

test('of orders at once, only those that leave enough of a budget need no approval', async () => {
  const { admin, kim, joy, lee } = await company()
  const ids: number[] = []
  for (const one of [kim, joy, lee]) ids.push(await one.fillCart('digital'))
  const { total_cents } = await kim.ok('GET', '/api/v1/order_summary/')
  const budget = { name: 'All', amount_cents: total_cents * 10, period: 'month' }
  await admin.ok('POST', '/api/v1/company/budgets/', budget)
  await admin.rule([{ ask: 'people', in: [admin.id] }], [{ kind: 'budget', percent: 15 }])
  const answers = await Promise.all([kim, joy, lee].map((one, at) => one.pay(ids[at]!, 'self_hosted_check')))
  expect(answers.map(({ body }) => body.code).filter(Boolean)).toEqual(['approval_needed', 'approval_needed'])
})

test('an approver who is removed passes their open steps on at once', async () => {
  const { admin, joy, lee, id } = await asked()
  await mails.work('mail.approval')
  await admin.ok('DELETE', `/api/v1/company/people/${joy.id}/`)
  expect((await joy.approve(id)).status).not.toBe(200)
  expect(await admin.waiting()).toEqual([id])
  expect(await lee.waiting()).toEqual([])
  const told = await mails.work('mail.approval')
  expect(told).toMatchObject([{ data: { to: admin.id, news: 'asked', requestId: id } }])
  expect((await admin.approve(id)).body.state).toBe('approved')
})

test('a request that no one can decide anymore expires, unless another approver is found within an hour', async () => {
  const { admin, kim, joy, lee } = await company()
  await admin.rule([{ ask: 'role', role: 'approver' }])
  const { id } = (await admin.submit(await admin.fillCart('digital'))).body
  // The job of its last day isn't due.
  await sql`delete from pgboss.job where name = 'approvals.expire'`.execute(world.kit.pool)
  await admin.ok('DELETE', `/api/v1/company/people/${lee.id}/`)
  await mails.work('approvals.expire')
  expect((await admin.ok('GET', `/api/v1/approvals/${id}/`)).state).toBe('open')
  await admin.ok('DELETE', `/api/v1/company/people/${joy.id}/`)
  await admin.ok('PATCH', `/api/v1/company/people/${kim.id}/`, { role: 'approver' })
  await mails.work('approvals.expire')
  expect((await admin.ok('GET', `/api/v1/approvals/${id}/`)).state).toBe('open')
  await admin.ok('DELETE', `/api/v1/company/people/${kim.id}/`)
  await mails.work('approvals.expire')
  expect(await admin.ok('GET', `/api/v1/approvals/${id}/`)).toMatchObject({
    state: 'expired',
    comment: 'No one in the company can approve it anymore.',
  })
  expect(await mails.work('mail.approval')).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ to: admin.id, news: 'expired' }) }),
  )
})

test('any one of a group decides, and steps follow each other', async () => {
  const { admin, kim, joy, lee } = await company()
  await admin.rule([
    { ask: 'role', role: 'approver' },
    { ask: 'people', in: [admin.id] },
  ])
  const { body } = await kim.submit(await kim.fillCart('digital'))
  expect([await joy.waiting(), await lee.waiting(), await admin.waiting()]).toEqual([
    [body.id],
    [body.id],
    [],
  ])
  expect(await code(admin.approve(body.id))).toBe('approval_not_yours')
  expect((await lee.approve(body.id)).body.state).toBe('open')
  expect(await code(joy.approve(body.id))).toBe('approval_not_yours')
  expect((await admin.approve(body.id)).body.state).toBe('approved')
})

test('a delegate decides on the days they were named for, and not about their own order', async () => {
  const { kim, joy, lee, id } = await asked()
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const delegate = (starts_on: string, ends_on: string) =>
    joy.call('POST', '/api/v1/approval_delegates/', { person_id: lee.id, starts_on, ends_on })
  expect((await delegate(day(3), day(5))).status).toBe(200)
  expect(await lee.waiting()).toEqual([])
  expect(await code(delegate(day(1), day(-1)))).toBe('validation_failed')
  expect(await code(delegate('0000-01-01', day(1)))).toBe('validation_failed')
  expect(
    (
      await joy.call('POST', '/api/v1/approval_delegates/', {
        person_id: kim.id,
        starts_on: day(0),
        ends_on: day(1),
      })
    ).status,
  ).toBe(404)
  expect((await delegate(day(-2), day(2))).status).toBe(200)
  const own = await lee.submit(await lee.fillCart('digital'))
  expect(await lee.waiting()).toEqual([id])
  expect(await code(lee.approve(own.body.id))).toBe('approval_not_yours')
  expect((await lee.approve(id)).body.state).toBe('approved')
})

test('without an answer in working hours, another person is asked too', async () => {
  const { admin, kim, joy, lee } = await company()
  await admin.rule([{ ask: 'people', in: [joy.id], escalation: { hours: 8, to: lee.id } }])
  const { body } = await kim.submit(await kim.fillCart('digital'))
  await mails.work('mail.approval')
  await expect(mails.work('approvals.escalate')).rejects.toThrow('isn’t due yet')
  expect(await lee.waiting()).toEqual([])
  world.setClock(new Date(Date.now() + 7 * 86_400_000))
  await mails.work('approvals.escalate')
  expect([await joy.waiting(), await lee.waiting()]).toEqual([[body.id], [body.id]])
  await mails.work('mail.approval')
  expect((await mails.inbox(lee.email))[0]!.subject).toMatch(/^Reminder: Approve \$/)
  world.setClock(new Date(Date.now() + 31 * 86_400_000))
  expect(await code(joy.approve(body.id))).toBe('approval_closed')
  await mails.work('approvals.expire')
  expect(await kim.request(body.id)).toMatchObject({ state: 'expired', can_edit: true })
})

test('a mail’s link opens its request for the person it was sent to, and decides nothing', async () => {
  const { kim, joy, lee, id } = await asked()
  await mails.work('mail.approval')
  const [mail] = await mails.inbox(joy.email)
  const token = /\/approve\/([\w-]+)/.exec(mail!.text)![1]!
  const open = (one: typeof joy, given = token) => one.call('GET', `/api/v1/approval_links/${given}/`)
  expect((await open(joy)).body).toMatchObject({ approval_id: id })
  expect((await joy.request(id)).state).toBe('open')
  expect(await code(open(lee))).toBe('approval_link_invalid')
  expect(await code(open((await makeCustomer(world)) as never))).toBe('approval_link_invalid')
  expect(await code(open(joy, `${token.slice(0, -2)}AA`))).toBe('approval_link_invalid')
  expect((await world.visit('localhost')('GET', `/api/v1/approval_links/${token}/`)).status).toBe(401)
  world.setClock(new Date(Date.now() + 8 * 86_400_000))
  expect(await code(open(joy))).toBe('approval_link_expired')
  world.setClock(undefined)
  await joy.giveBack(id)
  expect(await code(open(joy))).toBe('approval_link_used')
  expect(kim.id).not.toBe(joy.id)
})

test('an approver who stops the mails still has the request in the app', async () => {
  const { joy, id } = await asked()
  await joy.ok('PATCH', '/api/v1/notification_settings/approvals_asked/', { mail: 'never' })
  await mails.work('mail.approval')
  expect(await mails.inbox(joy.email)).toEqual([])
  expect(await joy.waiting()).toEqual([id])
})

test('another company sees and changes nothing', async () => {
  const { admin, id, orderId } = await asked()
  const other = (await companyOf(world, { sam: 'approver' })).admin
  const [{ id: ruleId }] = await admin.ok('GET', '/api/v1/company/approval_rules/')
  const statuses = await Promise.all([
    other.call('GET', `/api/v1/approvals/${id}/`),
    other.call('GET', `/api/v1/approvals/${id}/recipients/`),
    other.approve(id),
    other.giveBack(id),
    other.edit(id),
    other.submit(orderId),
    other.call('PATCH', `/api/v1/company/approval_rules/${ruleId}/`, { name: 'Ours' }),
    other.call('DELETE', `/api/v1/company/approval_rules/${ruleId}/`),
  ])
  expect(statuses.map(({ status }) => status)).toEqual(Array(8).fill(404))
  expect((await other.ok('GET', '/api/v1/approvals/')).results).toEqual([])
})
