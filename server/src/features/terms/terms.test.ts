import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { companySteps } from '../../testing/company-world.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { type Answer, makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { wrongTerms } from '../ledger/company-terms.ts'
import { unbalancedPostings } from '../ledger/ledger.repo.ts'

let world: World
let office: Awaited<ReturnType<typeof moneySteps>>
let people: ReturnType<typeof companySteps>
beforeAll(async () => {
  world = await makeWorld()
  office = await moneySteps(world)
  people = companySteps(world)
})
afterEach(async () => {
  world.setClock(undefined)
  const { siteId } = await world.staff('viewer')
  // Whatever a test did, what is open is the sum of its entries, and every posting balances.
  const [wrong, unbalanced] = await inSite(world.kit.pool, siteId, (db) =>
    Promise.all([wrongTerms(db, siteId).execute(), unbalancedPostings(db, siteId).execute()]),
  )
  expect([wrong, unbalanced]).toEqual([[], []])
})
afterAll(() => world.close())

const TERMS = '/api/v1/company/terms/'
const BUDGETS = '/api/v1/company/budgets/'
const DAY_MS = 86_400_000
const later = (days: number) => world.setClock(new Date(Date.now() + days * DAY_MS))

const officeTerms = (companyId: number) => `/api/v1/office/companies/${companyId}/terms/`
const setTerms = (companyId: number, limit_cents: number, days = 30, as = office.finance) =>
  as.call('PUT', officeTerms(companyId), { limit_cents, days })

/** A new company that may order on invoice. */
async function newcomer(limitCents = 500_000, days = 30) {
  const customer = await people.person()
  const [company] = (await customer.call('GET', '/api/v1/companies/')).body
  const granted = await setTerms(company.id, limitCents, days)
  if (limitCents > 0) expect([granted.status, granted.body]).toEqual([200, expect.anything()])
  return { ...stepsOf(customer), customer, companyId: company.id as number }
}

function stepsOf(customer: SignedIn) {
  const dana = customerSteps(customer)
  return {
    ...dana,
    terms: async (): Promise<Answer['body']> => (await dana.ok('GET', TERMS)).terms,
    /** An order of digital cards of this value, ready to be paid: twice the value, fees, and delivery. */
    async cart(denominationCents = 5_000) {
      await dana.addCards('digital', { denominationCents })
      const { id } = await dana.cart()
      await dana.chooseDeliveries(id, ['digital'])
      const { total_cents: total } = await dana.ok('GET', `/api/v1/order_summary/?order_id=${id}`)
      return { id: id as number, total: total as number }
    },
    place: (id: number) => dana.pay(id, 'company_terms'),
  }
}

/** A placed order of a new company, and the reference a check for it quotes. */
async function ordered(limitCents?: number) {
  const dana = await newcomer(limitCents)
  const { id, total } = await dana.cart()
  const { body: payment } = await dana.place(id)
  return { dana, id, total, payment, reference: payment.remittance.reference as string }
}

const decline = async (id: number, seen_status: string) =>
  (await world.staff('owner')).call('POST', `/api/v1/office/orders/${id}/decline/`, {
    seen_status,
    reason: 'Out of stock',
  })

test('an order on invoice is placed without money, is due, and is paid by a check in parts', async () => {
  const { dana, id, total, payment, reference } = await ordered()
  expect(payment).toMatchObject({ state: 'submitted', method_code: 'company_terms', amount_cents: total })
  const order = await dana.order(id)
  expect(['in_review', 'approved', 'fulfilled']).toContain(order.status)
  expect(await office.money(id)).toMatchObject({ received_cents: 0, owed_cents: total })
  const { terms, invoices } = await dana.ok('GET', TERMS)
  expect(terms).toMatchObject({ open_cents: total, left_cents: 500_000 - total, overdue_cents: 0, days: 30 })
  expect(invoices).toEqual([
    expect.objectContaining({ order_id: id, order_number: order.number, open_cents: total, days_overdue: 0 }),
  ])

  const month = new Date().toISOString().slice(0, 7)
  const statement = await dana.ok('GET', `/api/v1/company/balance/statement/?month=${month}`)
  expect(statement).toMatchObject({ entries: [], closing_cents: 0 })

  await office.receive(1_000, reference)
  const part = await dana.order(id)
  expect(part.status).toBe(order.status)
  expect(part.payments[0]).toMatchObject({
    state: 'submitted',
    message: expect.stringContaining('We received $10.00'),
  })
  expect(await dana.terms()).toMatchObject({ open_cents: total - 1_000 })

  const { body: rest } = await office.receive(total - 1_000, reference)
  expect((await dana.order(id)).payments[0]).toMatchObject({ state: 'paid', message: '' })
  expect(await office.money(id)).toMatchObject({ received_cents: total, owed_cents: 0 })
  expect(await dana.ok('GET', TERMS)).toMatchObject({ terms: { open_cents: 0 }, invoices: [] })

  // The second check bounces: it's open again, and the order isn't held.
  const path = `/api/v1/office/received_payments/${rest.id}/reverse/`
  expect((await office.finance.call('POST', path, { reason: 'Insufficient funds' })).status).toBe(200)
  expect((await dana.order(id)).payments[0]).toMatchObject({ state: 'submitted' })
  expect(await dana.terms()).toMatchObject({ open_cents: total - 1_000 })
  expect((await office.holdOf(id))?.held_at).toBeNull()
})

test('its customer cancels it in review, unless some of its money came', async () => {
  const { dana, id, total } = await ordered()
  expect((await dana.order(id)).status).toBe('in_review')
  const cancel = (one: number) => dana.customer.call('POST', `/api/v1/orders/${one}/cancel/`)
  expect((await cancel(id)).body).toMatchObject({
    status: 'declined',
    payments: [{ state: 'failed', message: 'The order was canceled.' }],
  })
  expect(await dana.ok('GET', TERMS)).toMatchObject({ terms: { open_cents: 0 }, invoices: [] })
  expect(await office.money(id)).toMatchObject({ received_cents: 0, owed_cents: 0 })

  const second = await dana.cart()
  const { body: payment } = await dana.place(second.id)
  await office.receive(1_000, payment.remittance.reference)
  expect((await cancel(second.id)).body.code).toBe('order_not_cancelable')
  expect(await dana.terms()).toMatchObject({ open_cents: total - 1_000 })
})

test('more than was owed is owed back, and is refunded by hand', async () => {
  const { dana, id, total, payment, reference } = await ordered()
  await office.receive(total + 2_000, reference)
  expect(await dana.terms()).toMatchObject({ open_cents: 0 })
  expect(await office.money(id)).toMatchObject({ received_cents: total + 2_000, owed_cents: -2_000 })
  const { body: refund } = await office.refund(payment.id, 2_000)
  expect(refund).toMatchObject({ kind: 'by_hand', state: 'approved' })
  const sent = { document_number: '88' }
  expect(
    (await office.finance.call('POST', `/api/v1/office/refunds/${refund.id}/finish/`, sent)).status,
  ).toBe(200)
  expect(await office.money(id)).toMatchObject({ received_cents: total, owed_cents: 0 })
})

test('a refund credits what is open and moves no money; what was received goes back by hand', async () => {
  const { dana, id, total, payment, reference } = await ordered()
  const credited = await office.refund(payment.id, 1_000)
  expect(credited.body).toMatchObject({ kind: 'credit', state: 'done' })
  expect(await dana.terms()).toMatchObject({ open_cents: total - 1_000 })
  expect(await office.money(id)).toMatchObject({ received_cents: 0, owed_cents: total - 1_000 })

  expect((await office.refund(payment.id, total)).body.code).toBe('refund_too_large')
  await office.receive(total - 1_000, reference)
  expect((await dana.order(id)).payments[0].state).toBe('paid')
  const { body: money } = await office.refund(payment.id, 500)
  expect(money).toMatchObject({ kind: 'by_hand', state: 'approved' })
  expect(await dana.terms()).toMatchObject({ open_cents: 0 })
})

test('a declined order owes nothing; what was received for it is refunded, and a late check isn’t matched', async () => {
  const { dana, id, total, reference } = await ordered()
  await office.receive(1_000, reference)
  const { status } = await dana.order(id)
  expect((await decline(id, status)).status).toBe(200)
  expect(await dana.ok('GET', TERMS)).toMatchObject({ terms: { open_cents: 0 }, invoices: [] })
  const money = await office.money(id)
  expect(money).toMatchObject({ owed_cents: -1_000 })
  expect(money.refunds).toMatchObject([{ amount_cents: 1_000, kind: 'by_hand', state: 'approved' }])
  expect((await office.receive(total - 1_000, reference)).body.order_id).toBeNull()
})

test('a check recorded while its order is declined counts once, or not at all', async () => {
  const { dana, id, total, reference } = await ordered()
  const { status } = await dana.order(id)
  const [received] = await Promise.all([office.receive(total, reference), decline(id, status)])
  expect(await dana.terms()).toMatchObject({ open_cents: 0 })
  const { owed_cents: owed, refunds } = await office.money(id)
  if (received.body.order_id === null) expect([owed, refunds]).toEqual([0, []])
  else expect([owed, refunds.length]).toEqual([-total, 1])
})

test('orders at once never exceed the limit', async () => {
  const dana = await newcomer(0)
  const others = await Promise.all(Array.from({ length: 7 }, () => people.colleague(dana.customer as never)))
  const all = [dana, ...others.map(stepsOf)]
  const carts = []
  for (const one of all) carts.push({ one, ...(await one.cart()) })
  const { total } = carts[0]!
  await setTerms(dana.companyId, total * 5)
  const answers = await Promise.all(carts.map(({ one, id }) => one.place(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('over_credit_limit')
  expect(await dana.terms()).toMatchObject({ open_cents: total * 5, left_cents: 0 })
})

test('a lower limit stops new orders only, and ended terms stop them all', async () => {
  const { dana, total, reference } = await ordered()
  const next = await dana.cart()
  await setTerms(dana.companyId, total - 100)
  expect(await dana.terms()).toMatchObject({ open_cents: total, left_cents: 0 })
  const refused = await dana.place(next.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'over_credit_limit'])
  expect(refused.body.detail).toContain('has $0.00 of credit left')
  expect(await dana.order(next.id)).toMatchObject({ status: 'cart', payments: [] })

  await setTerms(dana.companyId, total * 2)
  // Ended in the moment of the order: it was placed before, or is refused.
  const [placed, ended] = await Promise.all([
    dana.place(next.id),
    office.finance.call('DELETE', officeTerms(dana.companyId)),
  ])
  expect(ended.status).toBe(200)
  if (placed.status !== 200) expect(placed.body.code).toBe('payment_method_unavailable')
  expect(await dana.terms()).toMatchObject({
    is_active: false,
    open_cents: placed.status === 200 ? total * 2 : total,
  })
  await office.receive(total, reference)
  const third = await dana.cart()
  expect((await dana.place(third.id)).body.code).toBe('payment_method_unavailable')
})

test('an invoice that is overdue for too long stops orders until it’s paid', async () => {
  const { dana, id, total, reference } = await ordered()
  later(30 + 14)
  expect(await dana.terms()).toMatchObject({ is_stopped: false, overdue_cents: total })
  later(30 + 15)
  const { terms, invoices } = await dana.ok('GET', TERMS)
  expect([terms.is_stopped, invoices[0].days_overdue]).toEqual([true, 15])
  const next = await dana.cart()
  const refused = await dana.place(next.id)
  expect([refused.body.code, refused.body.detail]).toEqual([
    'terms_overdue',
    expect.stringContaining('more than 14 days overdue'),
  ])
  const finance = await world.staff('finance')
  const listed = (await finance.call('GET', '/api/v1/office/invoices/?age=1_15&page_size=100')).body
  expect(listed.results).toContainEqual(expect.objectContaining({ order_id: id, open_cents: total }))
  const other = (await finance.call('GET', '/api/v1/office/invoices/?age=16_30&page_size=100')).body
  expect(other.results).not.toContainEqual(expect.objectContaining({ order_id: id }))
  expect(other.ages).toEqual(listed.ages)
  const own = (await finance.call('GET', officeTerms(dana.companyId))).body
  expect(own.ages).toContainEqual({ age: '1_15', count: 1, cents: total })
  world.setClock(undefined)
  await office.receive(total, reference)
  later(30 + 15)
  expect((await dana.place(next.id)).status).toBe(200)
})

test('an order on invoice spends its budget when it’s placed, and returns it when it’s declined', async () => {
  const dana = await newcomer()
  const { id, total } = await dana.cart()
  const { id: budgetId } = await dana.ok('POST', BUDGETS, {
    name: 'West',
    period: 'quarter',
    amount_cents: total - 1,
  })
  expect((await dana.place(id)).body.code).toBe('over_budget')
  expect(await dana.terms()).toMatchObject({ open_cents: 0 })
  await dana.ok('PATCH', `${BUDGETS}${budgetId}/`, { amount_cents: total })
  expect((await dana.place(id)).status).toBe(200)
  const sums = async () => {
    const [{ reserved_cents: reserved, spent_cents: spent }] = await dana.ok('GET', BUDGETS)
    return { reserved, spent }
  }
  expect(await sums()).toEqual({ reserved: 0, spent: total })
  await decline(id, (await dana.order(id)).status)
  expect(await sums()).toEqual({ reserved: 0, spent: 0 })
})

test('only people who act for the company order on invoice, and only owners and finance set terms', async () => {
  const dana = await newcomer()
  const stranger = stepsOf(await world.signIn())
  const { id } = await stranger.cart()
  expect((await stranger.place(id)).body.code).toBe('payment_method_unavailable')
  const byCheck = await dana.cart()
  await dana.pay(byCheck.id, 'self_hosted_check')
  expect((await dana.place(byCheck.id)).body.code).toBe('payment_method_unavailable')
  const viewer = await people.colleague(dana.customer as never, 'viewer')
  expect((await viewer.call('GET', TERMS)).body).toEqual({ terms: null, invoices: [] })
  expect(await stranger.ok('GET', TERMS)).toEqual({ terms: null, invoices: [] })
  for (const role of ['support', 'fulfillment', 'viewer'] as const) {
    expect((await setTerms(dana.companyId, 100_000, 30, await world.staff(role))).status).toBe(403)
  }
  expect((await setTerms(dana.companyId, 100_000, 20)).status).toBe(400)
  expect((await setTerms(999_999_999, 100_000)).status).toBe(404)
  const acorn = await world.staff('owner', 'acorn')
  expect((await setTerms(dana.companyId, 100_000, 30, acorn)).status).toBe(404)
  const { results } = await dana.ok('GET', '/api/v1/company/activity/')
  expect(results.map(({ does }: Answer['body']) => does)).toContain(
    'set the credit limit to $5,000.00, invoices due in 30 days',
  )
})
