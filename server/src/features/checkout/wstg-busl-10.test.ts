/** The list of OWASP's WSTG-BUSL-10, "Test Payment Functionality": one test for each line. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { json } from '../../database/json.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { reconcilePayments } from '../../testing/sweeps.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => world.setClock(undefined))

const MINUTE_MS = 60_000
const APPROVED = {
  ssl_token_response: 'SUCCESS',
  ssl_result: '0',
  ssl_result_message: 'APPROVAL',
  ssl_card_number: '41**********9990',
}

async function newCustomer() {
  const customer = await world.signIn()
  return { customer, ...customerSteps(customer) }
}
type Customer = Awaited<ReturnType<typeof newCustomer>>

async function startPaying(given: Record<string, unknown> = {}) {
  const dana = await newCustomer()
  const id = await dana.fillCart('digital')
  const { total_cents: total } = await dana.ok('GET', '/api/v1/order_summary/')
  const answer = await payWith(dana, id, given)
  const minted = world.gateway.minted.at(-1)!
  const provider = (told: Parameters<typeof approval>[1]) =>
    world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
  return { dana, id, total, answer, minted, provider }
}
const payWith = (dana: Customer, id: number, given: Record<string, unknown>): Promise<Answer> =>
  dana.customer.call('POST', '/api/v1/payments/', { order_id: id, method_code: 'elavon_cc', ...given })

/** A handwritten form with repeated names. */
async function rawForm(dana: Customer, method: 'POST' | 'PATCH', url: string, payload: string) {
  const { host, token } = dana.customer
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return (await world.app.inject({ method, url, headers, payload })).statusCode
}

async function auditEventsOf(subject: string): Promise<string[]> {
  const rows = await world.kit.pool
    .selectFrom('audit_entries')
    .select('event')
    .where('subject', '=', subject)
    .execute()
  return rows.map(({ event }) => event)
}

test('quantity tampering: rejects a number of cards below one, fractional, beyond the limit, or given twice', async () => {
  const dana = await newCustomer()
  const item = await dana.addCards('bulk')
  const path = `/api/v1/card_items/${item.id}/`
  for (const quantity of [
    '-4',
    '0',
    '0.5',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '99999999999999999999',
    ' ',
    '4,5',
  ]) {
    const { status } = await dana.customer.call('PATCH', path, { quantity })
    expect([quantity, status >= 400 && status < 500]).toEqual([quantity, true])
  }
  expect(await rawForm(dana, 'PATCH', path, 'quantity=4&quantity=1')).toBe(400)
  expect((await dana.ok('GET', path)).quantity).toBe(item.quantity)
})

test('price tampering: charges the server’s own price, whatever a request names', async () => {
  const prices = {
    amount: '0.01',
    amount_cents: '1',
    total_cents: '1',
    price: '1',
    ssl_amount: '0.01',
    card_fee_cents: '0',
  }
  const { dana, id, total, answer } = await startPaying(prices)
  if (answer.status === 200) expect(answer.body.amount_cents).toBe(total)
  else {
    expect(answer.status).toBe(400)
    expect((await payWith(dana, id, {})).body.amount_cents).toBe(total)
  }
  expect(world.gateway.minted.at(-1)!.amountCents).toBe(total)
  for (const denomination_cents of ['-5000', '0', '50.5', '1e9', 'NaN']) {
    const other = await newCustomer()
    const { card_items: items } = await other.order(await other.fillCart('digital'))
    const { status } = await other.customer.call('PATCH', `/api/v1/card_items/${items[0].id}/`, {
      denomination_cents,
    })
    expect([denomination_cents, status]).toEqual([denomination_cents, 400])
  }
})

test('currency tampering: money of another currency pays nothing', async () => {
  const { dana, id, provider } = await startPaying({ currency: 'KRW', ssl_transaction_currency: 'KRW' })
  if ((await dana.order(id)).payments.length === 0) await payWith(dana, id, {})
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { currency: 'KRW' })])
  expect((await dana.verify(id)).body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
  provider({ currency: 'USD' })
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { currency: 'USD' })])
  expect((await dana.verify(id)).body.status).toBe('in_review')
})

test('time-delayed requests: a price that changed since isn’t paid at its old level', async () => {
  const { dana, id, total } = await startPaying()
  const { card_fee_cents: fees } = await world.kit.sites.readByHost('localhost')
  const setFee = (digital: number) =>
    world.kit.pool
      .updateTable('sites')
      .set({ card_fee_cents: json({ ...fees, digital }) as never })
      .where('slug', '=', 'northwind')
      .execute()
  await setFee(fees.digital + 700)
  // A site's settings are kept for a moment.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
  world.setClock(new Date(Date.now() + 17 * MINUTE_MS))
  const answer = await payWith(dana, id, {})
  vi.useRealTimers()
  await setFee(fees.digital)
  expect(answer.status).toBe(200)
  expect(answer.body.amount_cents).toBe(total + 2 * 700)
  expect(world.gateway.minted.at(-1)!.amountCents).toBe(answer.body.amount_cents)
})

test('discount codes: there are none, and sending one changes no price', async () => {
  const { dana, id, total, answer } = await startPaying({
    discount_code: 'FREE100',
    coupon: 'FREE100',
    discount_cents: '-9999',
  })
  const paid = answer.status === 200 ? answer : await payWith(dana, id, {})
  expect(paid.body.amount_cents).toBe(total)
})

test('breaking the flow: an order without a step of checkout can’t be paid', async () => {
  const dana = await newCustomer()
  await dana.addCards('digital')
  const { id } = await dana.cart()
  const minted = world.gateway.minted.length
  for (const method of ['elavon_cc', 'elavon_ach', 'self_hosted_check', 'self_hosted_bank']) {
    const { status, body } = await dana.pay(id, method)
    expect([method, status, body.code]).toEqual([method, 409, 'shipping_missing'])
  }
  expect(world.gateway.minted).toHaveLength(minted)
  expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [] })
})

test('forced browsing to the success page: its address alone pays nothing', async () => {
  const { dana, id } = await startPaying()
  const query = new URLSearchParams({ ...APPROVED, cpi_order_id: String(id) })
  await dana.customer.call('GET', `/order-confirmation?${query}`)
  await dana.customer.call('POST', '/order-confirmation', { ...APPROVED, cpi_order_id: id })
  expect((await dana.verify(id)).body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
  expect(await auditEventsOf(`order:${id}`)).not.toContain('payment.return_refused')
  const claimed = await dana.customer.call('POST', `/api/v1/orders/${id}/verify_payment/`, {
    returned_message: 'APPROVAL',
  })
  expect(claimed.body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
  expect(await auditEventsOf(`order:${id}`)).toContain('payment.return_refused')

  const mallory = await newCustomer()
  expect((await mallory.verify(id)).status).toBe(404)
})

test('repeated success calls: ten identical successes pay one order once', async () => {
  const { dana, id, provider } = await startPaying()
  provider({})
  const answers = await Promise.all(Array.from({ length: 10 }, () => dana.verify(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const { history, payments } = await dana.order(id)
  expect(history).toHaveLength(1)
  expect(payments).toMatchObject([{ state: 'paid' }])
  const lines = await world.kit.pool
    .selectFrom('ledger_entries')
    .select('event')
    .where('order_id', '=', id)
    .where('account', '=', 'cash_card')
    .execute()
  expect(lines).toEqual([{ event: 'money.received' }])
})

test('fees on tiny payments: a card below the least value isn’t sold, so no payment costs more than it earns', async () => {
  const dana = await newCustomer()
  const item = await dana.addCards('digital')
  const { limits } = await world.kit.sites.readByHost('localhost')
  const path = `/api/v1/card_items/${item.id}/`
  const { status } = await dana.customer.call('PATCH', path, {
    denomination_cents: limits.min_value_cents - 1,
  })
  expect(status).toBe(400)
  const asked = { payment_id: 1, reason: 'x' }
  const finance = await world.staff('finance')
  for (const amount_cents of ['0', '-1', '0.5']) {
    expect((await finance.call('POST', '/api/v1/office/refunds/', { ...asked, amount_cents })).status).toBe(
      400,
    )
  }
})

test('test cards in production: live settings reject them', () => {
  const live = {
    DEMO: '0',
    PAYMENT_TOKEN_URL: 'https://api.convergepay.com/hosted-payments/transaction_token',
    PAYMENT_PAGE_URL: 'https://api.convergepay.com/hosted-payments',
    PAYMENT_XML_URL: 'https://api.convergepay.com/VirtualMerchant/processxml.do',
  }
  expect(readConfig(live).payment.testCards).toBe(false)
  expect(readConfig({ DEMO: '0' }).payment.testCards).toBe(false)
  expect(readConfig({}).payment.testCards).toBe(true)
})

test.each<[string, Parameters<typeof approval>[1]]>([
  ['a terminal in training mode', { providerTransactionId: '00000000-0000-0000-0000-00000000000' }],
  ['a demo answer', { approvalCode: '123456', avsResponse: 'X' }],
  ['a card of the manuals', { isTestCard: true }],
])(
  'test cards in production: %s isn’t money, is recorded in the audit log, and moves nothing',
  async (_, told) => {
    const { dana, id, provider } = await startPaying()
    const { payment } = world.kit.config
    const allowed = payment.testCards
    payment.testCards = false
    provider(told)
    const { body } = await dana.verify(id)
    payment.testCards = allowed
    expect(body).toMatchObject({ status: 'cart', payments: [{ state: 'started', masked_account: '' }] })
    expect(await auditEventsOf(`payment:${body.payments[0].id}`)).toContain('payment.mismatch')
    const [discrepancies, ledger] = await Promise.all([
      world.kit.pool
        .selectFrom('payment_doubts')
        .select(['id', 'reason'])
        .where('order_id', '=', id)
        .execute(),
      world.kit.pool.selectFrom('ledger_entries').select('id').where('order_id', '=', id).execute(),
    ])
    expect(discrepancies).toMatchObject([{ reason: 'test_transaction' }])
    expect(await auditEventsOf(`doubt:${discrepancies[0]!.id}`)).toEqual(['doubt.opened'])
    expect(ledger).toEqual([])
  },
)

test('two-step payments: order, amount, and customer can’t be exchanged between page and confirmation', async () => {
  const small = await startPaying()
  const large = await startPaying()
  small.provider({})
  // The cheap order's approval under the dear one's id, and its own transaction for another amount.
  large.provider({ transactionId: small.minted.transactionId })
  expect((await large.dana.verify(large.id)).body.status).toBe('cart')
  large.provider({ amountCents: large.minted.amountCents - 100 })
  expect((await large.dana.verify(large.id)).body.status).toBe('cart')
  expect((await small.dana.verify(large.id)).status).toBe(404)
  expect((await small.dana.verify(small.id)).body.status).toBe('in_review')
})

test('adding items after payment initiation: a cart that is being paid accepts nothing', async () => {
  const { dana, id, minted, provider } = await startPaying()
  const [template] = await dana.ok('GET', '/api/v1/reward_card_templates/')
  const before = await dana.order(id)
  const changes = [
    await dana.customer.call('PATCH', `/api/v1/card_items/${before.card_items[0].id}/`, {
      denomination_cents: 50_000,
    }),
    await dana.customer.call('POST', '/api/v1/card_recipient_details/', {
      card_item_id: before.card_items[0].id,
      first_name: 'Mallory',
      last_name: 'More',
      email: 'mallory@recipient.example',
    }),
    await dana.customer.call('DELETE', `/api/v1/card_items/${before.card_items[0].id}/`),
  ]
  expect(changes.map(({ body }) => body.code)).toEqual([
    'order_is_frozen',
    'order_is_frozen',
    'order_is_frozen',
  ])
  await dana.customer.call('POST', '/api/v1/card_items/', {
    reward_type: 'bulk',
    reward_card_template_id: template.id,
  })
  provider({})
  const { body } = await dana.verify(id)
  expect(body).toMatchObject({
    status: 'in_review',
    total_cents: minted.amountCents,
    card_count: before.card_count,
  })
})

test('race conditions: concurrent payments and edits lead to one page for one price', async () => {
  const dana = await newCustomer()
  const id = await dana.fillCart('digital')
  const [item] = (await dana.order(id)).card_items
  const minted = world.gateway.minted.length
  const edit = () =>
    dana.customer.call('PATCH', `/api/v1/card_items/${item.id}/`, { denomination_cents: 100_00 })
  const answers = await Promise.all([
    dana.pay(id),
    edit(),
    dana.pay(id, 'self_hosted_check'),
    edit(),
    dana.pay(id),
  ])
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  const { payments, total_cents: total } = await dana.order(id)
  // A check that came first may have been exchanged for the card.
  const isLive = ({ state }: { state: string }) => state === 'started' || state === 'submitted'
  expect(payments.filter(isLive)).toHaveLength(1)
  for (const payment of payments) expect(payment.amount_cents).toBe(total)
  for (const page of world.gateway.minted.slice(minted)) expect(page.amountCents).toBe(total)
})

test('many payments in one request: rejects names given twice, lists, and foreign orders', async () => {
  const dana = await newCustomer()
  const mallory = await newCustomer()
  const id = await dana.fillCart('digital')
  const other = await mallory.fillCart('digital')
  const forms = [
    `order_id=${id}&order_id=${other}&method_code=self_hosted_check`,
    `order_id=${id}&method_code=self_hosted_check&method_code=elavon_cc`,
    `order_id[]=${id}&order_id[]=${other}&method_code=self_hosted_check`,
    `order_id=${encodeURIComponent(JSON.stringify([id, other]))}&method_code=self_hosted_check`,
  ]
  for (const form of forms)
    expect([form, await rawForm(dana, 'POST', '/api/v1/payments/', form)]).toEqual([form, 400])
  expect((await dana.pay(other, 'self_hosted_check')).status).toBe(404)
  expect((await dana.order(id)).payments).toEqual([])
  await reconcilePayments(world.kit)
  expect(await mallory.order(other)).toMatchObject({ status: 'cart', payments: [] })
})
