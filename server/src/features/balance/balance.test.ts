import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps } from '../../testing/company-world.ts'
import { SEES_LOCK_WAITS, untilLockWait } from '../../testing/lock-waits.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { reconcilePayments } from '../../testing/sweeps.ts'
import { type Answer, makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { lockPeople, takeOut } from '../companies/companies.repo.ts'
import { wrongBalances } from '../ledger/ledger.repo.ts'

let world: World
let office: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
  office = await moneySteps(world)
})
afterEach(async () => {
  world.setClock(undefined)
  const { siteId } = await world.staff('viewer')
  // Whatever a test did, the balances that are kept are the sums of their entries.
  expect(await inSite(world.kit.pool, siteId, (db) => wrongBalances(db, siteId).execute())).toEqual([])
})
afterAll(() => world.close())

const BALANCE = '/api/v1/company/balance/'
const TOP_UPS = `${BALANCE}top_ups/`
const BUDGETS = '/api/v1/company/budgets/'

/** A new company's admin, and what they do with its balance. */
async function newcomer() {
  const customer = await world.signIn()
  return stepsOf(customer)
}

function stepsOf(customer: SignedIn) {
  const dana = customerSteps(customer)
  const steps = {
    ...dana,
    customer,
    balance: async (): Promise<number> => (await dana.ok('GET', BALANCE)).balance_cents,
    underWay: async (): Promise<Answer['body'][]> => (await dana.ok('GET', BALANCE)).under_way,
    topUp: (amount_cents: number, method_code: string) =>
      customer.call('POST', TOP_UPS, { amount_cents, method_code }),
    /** A top-up by card or bank debit, with the provider's answer. */
    async paidIn(amountCents: number, method: 'elavon_cc' | 'elavon_ach' = 'elavon_cc') {
      const { body: topUp } = await steps.topUp(amountCents, method)
      const minted = world.gateway.minted.at(-1)!
      const tell = async (told: Parameters<typeof approval>[1]) => {
        const answer = approval(minted, { ...(method === 'elavon_ach' && debit), ...told })
        world.gateway.transactions.set(minted.transactionId, [answer])
        return customer.call('POST', `${TOP_UPS}${topUp.id}/verify/`)
      }
      await tell({ status: method === 'elavon_cc' ? 'OPN' : 'PEN' })
      return { topUp, minted, tell }
    },
    /** An order of digital cards of this value, ready to be paid: twice the value, fees, and delivery. */
    async cart(denominationCents = 5_000) {
      await dana.addCards('digital', { denominationCents })
      const { id } = await dana.cart()
      await dana.chooseDeliveries(id, ['digital'])
      const { total_cents: total } = await dana.ok('GET', `/api/v1/order_summary/?order_id=${id}`)
      return { id: id as number, total: total as number }
    },
    pay: (id: number) => dana.pay(id, 'company_balance'),
    statement: async (month = new Date().toISOString().slice(0, 7)): Promise<Answer['body']> =>
      dana.ok('GET', `${BALANCE}statement/?month=${month}`),
  }
  return steps
}

const lines = (statement: Answer['body']): [string, number, number][] =>
  statement.entries.map(({ words, cents, balance_cents }: Answer['body']) => [words, cents, balance_cents])

test('a top-up by card pays an order at once, and its refund goes back', async () => {
  const dana = await newcomer()
  expect(await dana.balance()).toBe(0)
  const { topUp } = await dana.paidIn(50_000)
  expect(topUp).toMatchObject({
    amount_cents: 50_000,
    payment: { state: 'started', method_code: 'elavon_cc' },
  })
  expect(topUp.payment.hosted_page.url).not.toBe('')
  expect(world.gateway.minted.at(-1)).toMatchObject({
    returnUrl: expect.stringMatching(/\/company\/budgets$/),
  })
  expect([await dana.balance(), await dana.underWay()]).toEqual([50_000, []])

  const { id, total } = await dana.cart()
  const paid = await dana.pay(id)
  expect([paid.status, paid.body.state]).toEqual([200, 'settled'])
  const order = await dana.order(id)
  expect(order.status).not.toBe('pending_payment')
  expect(await dana.balance()).toBe(50_000 - total)
  const money = await office.money(id)
  expect(money).toMatchObject({ received_cents: total, owed_cents: 0 })

  const refunded = await office.refund(paid.body.id, 1_000)
  expect(refunded.body).toMatchObject({ state: 'done', kind: 'balance' })
  expect(await dana.balance()).toBe(50_000 - total + 1_000)
  expect((await office.money(id)).owed_cents).toBe(0)

  const left = 50_000 - total
  expect(lines(await dana.statement())).toEqual([
    [`Refund, order ${order.number}, Cards for digital`, 1_000, left + 1_000],
    [`Order ${order.number}, Cards for digital`, -total, left],
    ['Top-up by card', 50_000, 50_000],
  ])
})

test('who was removed pays nothing for the company anymore, and who lost their role nothing from its balance', async () => {
  const { colleague, person } = companySteps(world)
  const admin = await person()
  await stepsOf(admin).paidIn(50_000)
  const [kim, lee] = [await colleague(admin), await colleague(admin)]
  const [kims, lees] = [await stepsOf(kim).cart(), await stepsOf(lee).cart()]
  await admin.call('DELETE', `/api/v1/company/people/${kim.id}/`)
  await admin.call('PATCH', `/api/v1/company/people/${lee.id}/`, { role: 'viewer' })
  expect((await stepsOf(kim).pay(kims.id)).body.code).toBe('company_left')
  expect((await customerSteps(kim).pay(kims.id, 'self_hosted_check')).body.code).toBe('company_left')
  expect((await stepsOf(lee).pay(lees.id)).body.code).toBe('not_allowed')
  expect(await stepsOf(admin).balance()).toBe(50_000)
})

test.runIf(SEES_LOCK_WAITS)('who is being removed while they pay pays nothing for the company', async () => {
  const { colleague, person } = companySteps(world)
  const admin = await person()
  const kim = await colleague(admin)
  const { id } = await stepsOf(kim).cart()
  const { pool, sites } = world.kit
  const { id: siteId } = await sites.readByHost(kim.host)
  const { paying } = await inSite(pool, siteId, async (db) => {
    const { company_id: companyId } = await db
      .selectFrom('company_members')
      .select('company_id')
      .where('site_id', '=', siteId)
      .where('customer_id', '=', admin.id)
      .executeTakeFirstOrThrow()
    await lockPeople(db, siteId, companyId)
    await takeOut(db, siteId, companyId, { customerId: kim.id, heirId: admin.id })
    const answer = customerSteps(kim).pay(id, 'self_hosted_check')
    await untilLockWait(pool)
    return { paying: answer }
  })
  expect((await paying).body.code).toBe('company_left')
})

test('too little is refused with what is missing, and the cart stays', async () => {
  const dana = await newcomer()
  const { id, total } = await dana.cart()
  const none = await dana.pay(id)
  expect([none.status, none.body.code]).toEqual([409, 'balance_too_low'])
  await dana.paidIn(total - 1)
  const short = await dana.pay(id)
  expect([short.body.code, short.body.detail]).toEqual([
    'balance_too_low',
    expect.stringContaining('$0.01 short of this order'),
  ])
  expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [] })
  await dana.paidIn(100)
  expect((await dana.pay(id)).status).toBe(200)
  expect(await dana.balance()).toBe(99)
})

test('an order has to fit in its budget and in the balance, and spends both at once', async () => {
  const dana = await newcomer()
  const { id, total } = await dana.cart()
  const budget = { name: 'West', period: 'quarter', amount_cents: total - 1 }
  const { id: budgetId } = await dana.ok('POST', BUDGETS, budget)
  const sums = async () => {
    const [{ reserved_cents: reserved, spent_cents: spent }] = await dana.ok('GET', BUDGETS)
    return { reserved, spent }
  }
  await dana.paidIn(total - 1)
  expect((await dana.pay(id)).body.code).toBe('balance_too_low')
  await dana.paidIn(100)
  expect((await dana.pay(id)).body.code).toBe('over_budget')
  expect([await sums(), await dana.balance()]).toEqual([{ reserved: 0, spent: 0 }, total + 99])

  await dana.ok('PATCH', `${BUDGETS}${budgetId}/`, { amount_cents: total })
  expect((await dana.pay(id)).status).toBe(200)
  expect([await sums(), await dana.balance()]).toEqual([{ reserved: 0, spent: total }, 99])

  const declining = { reason: 'Wrong logo.', seen_status: (await dana.order(id)).status }
  const owner = await world.staff('owner')
  expect((await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, declining)).status).toBe(200)
  expect([await sums(), await dana.balance()]).toEqual([{ reserved: 0, spent: 0 }, total + 99])
})

test('declining an order puts all of it back', async () => {
  const dana = await newcomer()
  const { id, total } = await dana.cart()
  await dana.paidIn(total)
  await dana.pay(id)
  expect(await dana.balance()).toBe(0)
  const { status } = await dana.order(id)
  const declined = await (await world.staff('owner')).call('POST', `/api/v1/office/orders/${id}/decline/`, {
    reason: 'The logo isn’t yours.',
    seen_status: status,
  })
  expect(declined.status).toBe(200)
  expect(await dana.balance()).toBe(total)
  expect((await office.money(id)).owed_cents).toBe(0)
  expect(await dana.order(id)).toMatchObject({ status: 'declined', refund_state: 'full' })
})

test('orders paid at the same moment end at exactly zero and none below', async () => {
  const dana = await newcomer()
  const first = await dana.cart()
  const others = await Promise.all(
    Array.from({ length: 7 }, async () => {
      const one = await colleague(dana.customer)
      return { one, ...(await one.cart()) }
    }),
  )
  const carts = [{ one: dana, ...first }, ...others]
  await dana.paidIn(first.total * 5)
  const answers = await Promise.all(carts.map(({ one, id }) => one.pay(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
  expect(await dana.balance()).toBe(0)
})

test('what was paid without coming back is found by the sweep, and added once', async () => {
  const dana = await newcomer()
  await dana.topUp(15_000, 'elavon_cc')
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
  office.later(20 * 60_000)
  await reconcilePayments(world.kit)
  await reconcilePayments(world.kit)
  world.setClock(undefined)
  expect([await dana.balance(), await dana.underWay()]).toEqual([15_000, []])
})

test('an order is reviewed if a card that topped up the balance failed its address check', async () => {
  const dana = await newcomer()
  const { tell } = await dana.paidIn(50_000)
  const reasonsOf = async (id: number) => {
    const found = world.kit.pool.selectFrom('orders').select('review_reasons').where('id', '=', id)
    return (await found.executeTakeFirstOrThrow()).review_reasons
  }
  const fine = await dana.cart()
  await dana.pay(fine.id)
  expect(await reasonsOf(fine.id)).toEqual([])
  await tell({ status: 'STL', avsResponse: 'N' })
  const doubtful = await dana.cart()
  await dana.pay(doubtful.id)
  expect(await reasonsOf(doubtful.id)).toEqual(['address_check'])
})

test('a large refund waits for a second person, and then goes to the balance', async () => {
  const dana = await newcomer()
  await dana.paidIn(500_000)
  const { id, total } = await dana.cart(50_000)
  const { body: payment } = await dana.pay(id)
  const left = await dana.balance()
  const { body: asked } = await office.refund(payment.id, total)
  expect([asked.state, await dana.balance()]).toEqual(['asked', left])
  const decided = await office.decide(asked.id, true)
  expect([decided.body.state, await dana.balance()]).toEqual(['done', left + total])
})

test('a bank debit is added after the site’s hold, and taken when it is returned', async () => {
  const dana = await newcomer()
  const { tell } = await dana.paidIn(20_000, 'elavon_ach')
  expect([await dana.balance(), (await dana.underWay()).length]).toEqual([0, 1])
  await tell({ status: 'STL' })
  expect(await dana.balance()).toBe(0)
  office.later(6 * 86_400_000)
  const late = stepsOf(dana.customer)
  await tell({ status: 'STL' })
  world.setClock(undefined)
  expect([await late.balance(), await late.underWay()]).toEqual([20_000, []])

  const { id, total } = await dana.cart()
  await dana.pay(id)
  await tell({ status: 'STL', result: '1', resultMessage: 'RETURNED R01' })
  expect(await dana.balance()).toBe(-total)
  const next = await dana.cart(1_000)
  expect((await dana.pay(next.id)).body.code).toBe('balance_too_low')
  // The order itself was paid.
  expect((await office.money(id)).owed_cents).toBe(0)
})

test('a check is added as it is received, in parts, and taken when it bounces', async () => {
  const dana = await newcomer()
  const { body: topUp } = await dana.topUp(30_000, 'self_hosted_check')
  const { reference } = topUp.payment.remittance
  expect([await dana.balance(), (await dana.underWay()).length]).toEqual([0, 1])
  const part = await office.receive(10_000, reference)
  expect(part.body).toMatchObject({ order_number: topUp.number, is_top_up: true })
  expect(await dana.balance()).toBe(10_000)
  const [open] = await dana.underWay()
  expect([open.added_cents, open.payment.state]).toEqual([10_000, 'submitted'])
  // More than was promised is theirs, too.
  await office.receive(25_000, reference)
  expect([await dana.balance(), await dana.underWay()]).toEqual([35_000, []])
  const reason = { reason: 'Insufficient funds' }
  await office.finance.call('POST', `/api/v1/office/received_payments/${part.body.id}/reverse/`, reason)
  expect(await dana.balance()).toBe(25_000)
})

test('a check without a reference is matched to its top-up by staff', async () => {
  const dana = await newcomer()
  const { body: topUp } = await dana.topUp(12_300, 'self_hosted_check')
  const { body: unknown } = await office.receive(12_300, '')
  const matches = `/api/v1/office/received_payments/${unknown.id}/orders/`
  const { body: found } = await office.finance.call('GET', `${matches}?search=${topUp.number}`)
  expect(found).toMatchObject([{ order_id: topUp.id, is_top_up: true, due_cents: 12_300 }])
  const matched = await office.finance.call('POST', `/api/v1/office/received_payments/${unknown.id}/match/`, {
    order_id: topUp.id,
  })
  expect(matched.status).toBe(200)
  expect(await dana.balance()).toBe(12_300)
})

test('a top-up that wasn’t spent can be refunded, and is gone from the balance at once', async () => {
  const dana = await newcomer()
  const { topUp, tell } = await dana.paidIn(40_000)
  await tell({ status: 'STL' })
  const asked = await office.refund(topUp.payment.id, 15_000)
  expect([asked.status, await dana.balance()]).toEqual([200, 25_000])
  const tooMuch = await office.refund(topUp.payment.id, 25_001)
  expect(tooMuch.body.code).toBe('refund_too_large')
  await office.carryOut()
  expect(await dana.balance()).toBe(25_000)

  world.gateway.setRefund(() => ({ outcome: 'refused', code: '4022' }))
  await office.refund(topUp.payment.id, 5_000)
  expect(await dana.balance()).toBe(20_000)
  await office.carryOut()
  expect(await dana.balance()).toBe(25_000)
})

test('a promised check can be canceled while none of it is here', async () => {
  const dana = await newcomer()
  const { body: topUp } = await dana.topUp(5_000, 'self_hosted_check')
  const canceled = await dana.customer.call('POST', `${TOP_UPS}${topUp.id}/cancel/`)
  expect([canceled.status, await dana.underWay()]).toEqual([200, []])
  const again = await dana.customer.call('POST', `${TOP_UPS}${topUp.id}/cancel/`)
  expect(again.body.code).toBe('order_not_cancelable')
})

test('a top-up is no order anywhere', async () => {
  const dana = await newcomer()
  const { topUp } = await dana.paidIn(70_000)
  const orders = await dana.ok('GET', '/api/v1/orders/')
  expect(orders.results.map(({ id }: { id: number }) => id)).not.toContain(topUp.id)
  const owner = await world.staff('owner')
  const own = `/api/v1/orders/${topUp.id}/`
  for (const path of [own, `${own}invoice/`, `${own}receipt/`, `${own}activity/`]) {
    expect([path, (await dana.customer.call('GET', path)).status]).toEqual([path, 404])
  }
  expect((await dana.customer.call('POST', `${own}add_items_to_cart/`)).status).toBe(404)
  expect((await dana.pay(topUp.id)).status).toBe(404)
  expect((await owner.call('GET', `/api/v1/office/orders/${topUp.id}/`)).status).toBe(404)
  const found = await owner.call('GET', `/api/v1/office/orders/?search=${topUp.number || '70000'}`)
  expect(found.body.results.map(({ id }: { id: number }) => id)).not.toContain(topUp.id)
})

test('only its company sees a balance, and only people who may', async () => {
  const dana = await newcomer()
  const { topUp } = await dana.paidIn(10_000)
  const other = await newcomer()
  expect(await other.balance()).toBe(0)
  expect((await other.customer.call('POST', `${TOP_UPS}${topUp.id}/verify/`)).status).toBe(404)
  const buyer = await colleague(dana.customer, 'buyer')
  for (const [method, path] of [
    ['GET', BALANCE],
    ['GET', `${BALANCE}statement/?month=2026-11`],
    ['GET', `${BALANCE}statement/export/?month=2026-11`],
  ] as const) {
    expect([path, (await buyer.customer.call(method, path)).body.code]).toEqual([path, 'not_allowed'])
  }
  expect((await buyer.topUp(1_000, 'self_hosted_check')).body.code).toBe('not_allowed')
  const [shown] = (await buyer.ok('GET', '/api/v1/companies/')).filter(
    ({ role }: { role: string }) => role === 'buyer',
  )
  expect(shown.balance_cents).toBe(10_000)
  const finance = await colleague(dana.customer, 'finance')
  expect(await finance.balance()).toBe(10_000)
  const { id } = await dana.cart()
  expect((await dana.pay(id)).body.code).toBe('balance_too_low')
})

/** A person who joined the admin's company, acting for it. */
async function colleague(admin: SignedIn, role = 'buyer') {
  const one = await world.signIn()
  const { email } = (await one.call('GET', '/api/v1/actual_user/')).body
  const { body } = await admin.call('POST', '/api/v1/company/invitations/', { emails: [email], role })
  const token = body[0].link.split('/').at(-1)
  const joined = await one.call('POST', `/api/v1/company_invitations/${token}/accept/`)
  const call: SignedIn['call'] = (method, path, given, headers) =>
    one.call(method, path, given, { 'laurel-company': `${joined.body.id}`, ...headers })
  return stepsOf({ ...one, call })
}
