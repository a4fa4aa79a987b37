import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'
import { record } from '../audit/audit.service.ts'
import { reconcilePayments } from '../checkout/checkout.jobs.ts'
import { ledgerOf } from '../ledger/ledger.repo.ts'
import { askRefund, decideRefund } from '../refunds/refunds.service.ts'
import { findSite } from '../sites/sites.repo.ts'
import { carryOutAll } from './carry-out-refund.ts'
import { remindOfAll } from './reminders.jobs.ts'

let world: World
let finance: Awaited<ReturnType<World['staff']>>
let second: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.setClock(undefined)
  world.gateway.setRefund((request) => ({
    outcome: 'done',
    providerTransactionId: `RET-${request.transactionId}`,
  }))
  finance = await world.staff('finance')
  second = await world.staff('finance')
})

const DAY_MS = 86_400_000
const later = (ms: number) => world.setClock(new Date(Date.now() + ms))

async function ordered(method: 'self_hosted_check' | 'self_hosted_bank' = 'self_hosted_check', big = false) {
  const customer = await world.signIn()
  const dana = { customer, ...customerSteps(customer) }
  if (big) await dana.addCards('digital', { denominationCents: 100_000 })
  const id = await dana.fillCart('digital')
  const { body: payment } = await dana.pay(id, method)
  const order = await dana.order(id)
  return {
    dana,
    id,
    payment,
    order,
    total: order.total_cents as number,
    reference: payment.remittance.reference,
  }
}

/** A card payment with the provider's answer. */
async function paidByCard(status: 'OPN' | 'STL' = 'OPN') {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  const { body: payment } = await dana.pay(id, 'elavon_cc')
  const minted = world.gateway.minted.at(-1)!
  const tell = (told: Parameters<typeof approval>[1]) =>
    world.gateway.transactions.set(minted.transactionId, [approval(minted, told)])
  tell({ status })
  await dana.verify(id)
  return { dana, id, payment, minted, tell, total: minted.amountCents }
}

let documents = 1000
const receive = (amount_cents: number, reference: string, more: Record<string, unknown> = {}) => {
  documents += 1
  return finance.call('POST', '/api/v1/office/received_payments/', {
    method_code: 'self_hosted_check',
    amount_cents,
    reference,
    document_number: String(documents),
    received_on: '2026-11-20',
    ...more,
  })
}
/** Read by a newly signed-in person, whatever the clock says. */
const money = async (id: number): Promise<Answer['body']> =>
  (await (await world.staff('finance')).call('GET', `/api/v1/office/orders/${id}/money/`)).body
const refund = (payment_id: number, amount_cents: number, as = finance) =>
  as.call('POST', '/api/v1/office/refunds/', { payment_id, amount_cents, reason: 'Ordered twice' })
const decide = (id: number, agree: boolean, as = second) =>
  as.call('POST', `/api/v1/office/refunds/${id}/decide/`, { agree })
const carryOut = () => carryOutAll(world.kit)

const isAbsent = (list: Answer['body'], id: number) =>
  !list.results.some((one: { id: number }) => one.id === id)

const isAbsentOrder = (list: Answer['body'], id: number) =>
  !list.results.some((one: { order_id: number }) => one.order_id === id)

describe('checks and transfers', () => {
  test('money that quotes the reference finds its order, which goes on once all of it is here', async () => {
    const { dana, id, total, reference } = await ordered()
    const first = await receive(total - 1_000, ` ${reference.toLowerCase()} `)
    expect(first.body).toMatchObject({ order_id: id })
    expect(await dana.order(id)).toMatchObject({
      status: 'pending_payment',
      payments: [{ state: 'submitted', message: expect.stringContaining('$10.00 is still due') }],
    })

    const partMails = async () =>
      (
        await sql<{ data: object }>`select data from pgboss.job where name = 'mail.part-received'
          and data ->> 'orderId' = ${String(id)}`.execute(world.kit.pool)
      ).rows.map(({ data }) => data)
    const told = { orderId: id, fundsId: first.body.id, receivedCents: total - 1_000 }
    expect(await partMails()).toMatchObject([told])

    await receive(1_000, reference)
    expect(await partMails()).toHaveLength(1)
    expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
    expect(await money(id)).toMatchObject({ received_cents: total, owed_cents: 0 })
  })

  test('an overpaid order waits on Today until the difference is refunded', async () => {
    const owner = await world.staff('owner')
    const waiting = async () => {
      const { todos } = (await owner.call('GET', '/api/v1/office/today/')).body
      return todos.find(({ kind }: { kind: string }) => kind === 'overpaid')
    }
    const before = await waiting()
    const { id, payment, total, reference } = await ordered()
    await receive(total + 700, reference)
    expect(await waiting()).toMatchObject({
      count: before.count + 1,
      cents: before.cents + 700,
    })
    const found = (await owner.call('GET', '/api/v1/office/orders/?only=overpaid')).body
    expect(isAbsent(found, id)).toBe(false)
    // Once the refund is asked for, it has a to-do of its own.
    const { body } = await refund(payment.id, 700)
    expect(await waiting()).toEqual(before)
    await finance.call('POST', `/api/v1/office/refunds/${body.id}/finish/`, { document_number: '4713' })
    expect(await waiting()).toEqual(before)
  })

  test('only orders that money can count for are offered, the nearest reference first', async () => {
    const [check, other] = [await ordered(), await ordered()]
    const dana = customerSteps(await world.signIn())
    const debitId = await dana.fillCart('digital')
    await dana.pay(debitId, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted, debit)])
    await dana.verify(debitId)
    const { body } = await receive(check.total, check.reference.replace(/.$/, 'X'))
    const offered = async (search = '') =>
      (await finance.call('GET', `/api/v1/office/received_payments/${body.id}/orders/?search=${search}`)).body
    const list = await offered()
    expect(list[0]).toMatchObject({
      reference: check.reference,
      due_cents: check.total,
      is_same_amount: true,
    })
    const ids = (await offered(check.reference)).map((one: { order_id: number }) => one.order_id)
    expect(ids).toEqual([check.id])
    const { number, status } = await dana.order(debitId)
    expect(status).toBe('pending_payment')
    expect(await offered(number)).toEqual([])
    for (const { order_id } of list) expect(order_id).not.toBe(debitId)
    const match = { order_id: list[0].order_id }
    expect(
      (await finance.call('POST', `/api/v1/office/received_payments/${body.id}/match/`, match)).status,
    ).toBe(200)
    expect((await offered()).some((one: { order_id: number }) => one.order_id === other.id)).toBe(true)
  })

  test('too much is owed back, and giving it back leaves nothing', async () => {
    const { id, total, reference, payment } = await ordered()
    await receive(total + 2_500, reference)
    expect(await money(id)).toMatchObject({ owed_cents: -2_500 })

    const asked = await refund(payment.id, 2_500)
    expect(asked.body).toMatchObject({ kind: 'by_hand', state: 'approved' })
    const path = `/api/v1/office/refunds/${asked.body.id}/finish/`
    expect((await finance.call('POST', path, { document_number: '4711' })).body).toMatchObject({
      state: 'done',
    })
    expect(await money(id)).toMatchObject({
      owed_cents: 0,
      received_cents: total,
      payments: [{ state: 'paid' }],
    })
  })

  test('recorded again with the same key, it is the same money', async () => {
    const { total } = await ordered()
    const key = { 'idempotency-key': `payment-${total}-${Math.random()}` }
    const form = { method_code: 'self_hosted_check', amount_cents: total, received_on: '2026-11-20' }
    const press = () => finance.call('POST', '/api/v1/office/received_payments/', form, key)
    const first = await press()
    expect((await press()).body.id).toBe(first.body.id)
  })

  test('without a reference it waits for somebody to say where it belongs', async () => {
    const { id, total } = await ordered()
    const { body } = await receive(total, 'thank you')
    expect(body.order_id).toBeNull()
    const unmatched = (await finance.call('GET', '/api/v1/office/received_payments/?only=unmatched')).body
    expect(unmatched.results.map((one: { id: number }) => one.id)).toContain(body.id)

    const match = () =>
      finance.call('POST', `/api/v1/office/received_payments/${body.id}/match/`, { order_id: id })
    expect((await match()).body).toMatchObject({ order_id: id })
    expect((await match()).body.code).toBe('payment_not_matchable')
    expect(await money(id)).toMatchObject({ received_cents: total, owed_cents: 0 })
  })

  test('a reference with a mistyped digit is nobody’s', async () => {
    const { reference, total } = await ordered()
    const wrong = reference.replace(/\d(?=-\d\d$)/, (digit: string) => String((Number(digit) + 1) % 10))
    expect((await receive(total, wrong)).body.order_id).toBeNull()
  })

  test('one paper is recorded once, also by two at once', async () => {
    const { reference } = await ordered()
    const same = { document_number: '9001' }
    const answers = await Promise.all([receive(5_000, reference, same), receive(5_000, reference, same)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a check that bounced holds its order, which is waiting for the money again', async () => {
    const { dana, id, total, reference } = await ordered()
    const { body } = await receive(total, reference)
    const reverse = () =>
      finance.call('POST', `/api/v1/office/received_payments/${body.id}/reverse/`, {
        reason: 'Returned unpaid',
      })
    expect((await reverse()).body).toMatchObject({ reversed_reason: 'Returned unpaid' })
    expect((await reverse()).body.code).toBe('payment_not_matchable')

    expect(await money(id)).toMatchObject({
      received_cents: 0,
      owed_cents: total,
      payments: [{ state: 'failed' }],
    })
    const held = await world.kit.pool
      .selectFrom('orders')
      .select(['held_at', 'held_reason'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(held).toMatchObject({ held_at: expect.any(Date), held_reason: 'Returned unpaid' })
    expect(await dana.order(id)).toMatchObject({ status: 'in_review' })

    expect((await receive(total, reference)).body).toMatchObject({ order_id: id })
    expect(await money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'paid' }] })
  })

  test('nothing, less than nothing, parts of cents and days to come are refused', async () => {
    for (const amount of [0, -100, 10.5, '1e3', 'NaN', '']) {
      expect((await receive(amount as number, '')).status).toBe(400)
    }
    expect((await receive(100, '', { received_on: '2999-01-01' })).body.errors).toMatchObject([
      { field: 'received_on', code: 'too_late' },
    ])
    expect((await receive(100, '', { received_on: '1999-12-31' })).body.errors).toMatchObject([
      { field: 'received_on', message: 'This day is before the year 2000.' },
    ])
  })

  test('pressed twice at once with no number to know it by, it is recorded once', async () => {
    const one = { document_number: '', payer: 'Halden Tools' }
    const press = () => receive(4_321, 'thank you', one)
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('payment_recorded_already')
    expect((await receive(4_321, 'thank you', { ...one, payer: 'Acme' })).status).toBe(200)
    later(61_000)
    finance = await world.staff('finance')
    expect((await press()).status).toBe(200)
  })

  test('two payers may send checks of one number', async () => {
    const paper = { document_number: '1207', payer: 'Halden Tools' }
    expect((await receive(7_000, '', paper)).status).toBe(200)
    expect((await receive(7_000, '', { ...paper, payer: 'halden tools' })).status).toBe(409)
    expect((await receive(7_000, '', { ...paper, payer: 'Acme' })).status).toBe(200)
  })

  test('a transfer that came for a check goes back out of the account it came in by', async () => {
    const { id, payment, total, reference } = await ordered()
    await receive(total - 1_000, reference, { method_code: 'self_hosted_bank' })
    await receive(1_000, reference)
    const { body } = await refund(payment.id, total)
    await finance.call('POST', `/api/v1/office/refunds/${body.id}/finish/`, { document_number: '4711' })
    const { ledger } = await money(id)
    const left = (account: string) =>
      ledger
        .filter((line: { account: string }) => line.account === account)
        .reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)
    expect([left('cash_check'), left('cash_bank'), left('receivable')]).toEqual([0, 0, 0])
  })

  describe('that belong to no order', () => {
    const refundPayment = (id: number, as = finance) =>
      as.call('POST', `/api/v1/office/received_payments/${id}/refund/`, {
        document_number: '5001',
        reason: 'The order was canceled',
      })

    test('are sent back to who sent them, once', async () => {
      const { dana, id, reference } = await ordered()
      await dana.customer.call('POST', `/api/v1/orders/${id}/cancel/`)
      const { body } = await receive(1_000, reference)
      expect(body.order_id).toBeNull()
      expect((await refundPayment(body.id)).body).toMatchObject({
        refund_document_number: '5001',
        reversed_reason: 'The order was canceled',
        reversed_at: expect.any(String),
      })
      expect((await refundPayment(body.id)).body.code).toBe('payment_not_matchable')
      const { results } = (
        await finance.call('GET', '/api/v1/office/received_payments/?only=unmatched&page_size=200')
      ).body
      expect(results.map((one: { id: number }) => one.id)).not.toContain(body.id)
      expect(await money(id)).toMatchObject({ received_cents: 0, received_payments: [] })
      const { rows } = await sql<{ event: string }>`select event from audit_entries
        where subject = ${`funds:${body.id}`} order by id`.execute(world.kit.pool)
      expect(rows.map(({ event }) => event)).toEqual(['funds.recorded', 'funds.sent_back'])
    })

    test('and are above the limit go back only when a second person says so, too', async () => {
      const { body } = await receive(50_001, '')
      expect((await refundPayment(body.id)).body).toMatchObject({
        reversed_at: null,
        refund_asked_by: `staff:${finance.id}`,
      })
      expect((await refundPayment(body.id)).body.code).toBe('other_person_needed')
      expect((await refundPayment(body.id, await world.staff('support'))).status).toBe(403)
      expect((await refundPayment(body.id, second)).body).toMatchObject({ refund_document_number: '5001' })
    })

    test('and were matched meanwhile stay', async () => {
      const { id, total } = await ordered()
      const { body } = await receive(total, '')
      await finance.call('POST', `/api/v1/office/received_payments/${body.id}/match/`, { order_id: id })
      expect((await refundPayment(body.id)).body.code).toBe('payment_not_matchable')
    })
  })

  test('only who may record money does, and on no other site', async () => {
    const viewer = await world.staff('viewer')
    const asked = { method_code: 'self_hosted_check', amount_cents: 100, received_on: '2026-11-20' }
    expect((await viewer.call('POST', '/api/v1/office/received_payments/', asked)).status).toBe(403)
    const { id, total, reference } = await ordered()
    const elsewhere = await world.staff('finance', 'acorn')
    const { body } = await elsewhere.call('POST', '/api/v1/office/received_payments/', {
      ...asked,
      amount_cents: total,
      reference,
    })
    expect(body.order_id).toBeNull()
    expect((await elsewhere.call('GET', `/api/v1/office/orders/${id}/money/`)).status).toBe(404)
  })
})

const holdOf = (id: number) =>
  world.kit.pool
    .selectFrom('orders')
    .select(['held_at', 'held_reason'])
    .where('id', '=', id)
    .executeTakeFirst()

describe('money given back of an order that goes out', () => {
  const out = async (goes: (steps: ReturnType<typeof deliverySteps>) => Promise<void>) => {
    const steps = deliverySteps(world)
    const order = await steps.approved('digital')
    await goes(steps)
    const [payment] = (await money(order.id)).payments
    const tokens = steps.mailer.accepted.map((mail) => tokenIn(mail))
    return { ...order, steps, payment, tokens, total: payment.amount_cents as number }
  }
  const sent = () => out((steps) => steps.send())
  const reveal = (token: string | undefined) =>
    world.visit('localhost')('POST', `/api/v1/claims/${token}/reveal/`)
  const standing = async ({ steps, id }: Awaited<ReturnType<typeof out>>) =>
    (await steps.deliveries(id)).map(({ status }) => status)

  test('all of it: the order is held, and what nobody has claimed is canceled and worth nothing', async () => {
    const order = await sent()
    expect((await refund(order.payment.id, order.total)).body.state).toBe('approved')
    // Before any money goes back.
    expect(await standing(order)).toEqual(['cancelled', 'cancelled'])
    expect((await reveal(order.tokens[0])).body.code).toBe('claim_not_found')
    expect(await holdOf(order.id)).toMatchObject({ held_reason: 'Its payment was refunded.' })
    await order.steps.withdraw(order.id)
    expect((await order.steps.cards(order.id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
    ])
    await carryOut()
    await order.steps.walk()
    expect(await order.dana.order(order.id)).toMatchObject({ payments: [{ state: 'refunded' }] })
    expect((await money(order.id)).refunds).toMatchObject([{ state: 'done' }])
  })

  test('once every card is canceled the order cannot be released, and stays refunded', async () => {
    const order = await sent()
    await refund(order.payment.id, order.total)
    await carryOut()
    const owner = await world.staff('owner')
    const path = `/api/v1/office/orders/${order.id}/`
    expect((await owner.call('GET', path)).body).toMatchObject({ can_release: false })
    const { status, body } = await owner.call('POST', `${path}release/`, { reason: 'Paid in person' })
    expect([status, body.code]).toEqual([409, 'order_not_releasable'])
    expect(body.detail).toMatch(/canceled/)
    expect(await order.dana.order(order.id)).toMatchObject({ refund_state: 'full' })
    expect((await holdOf(order.id))?.held_at).not.toBeNull()

    const partly = await out(async () => {})
    await refund(partly.payment.id, partly.total - 1)
    const { body: left } = await owner.call('GET', `/api/v1/office/orders/${partly.id}/`)
    expect(left).toMatchObject({ can_release: true })
  })

  test('the money of a claimed card stays; the rest goes back, and the other card is void', async () => {
    const order = await sent()
    expect((await reveal(order.tokens[0])).status).toBe(200)
    const left = order.total - 5_000
    const words = `1 of 2 cards is claimed or mailed: at most ${formatCents(left)} can be refunded.`
    const { body } = await refund(order.payment.id, left + 1)
    expect(body).toMatchObject({ code: 'refund_cards_out', detail: words })
    expect(await money(order.id)).toMatchObject({
      refund_limit: words,
      payments: [{ refundable_cents: left }],
    })
    expect((await refund(order.payment.id, left)).status).toBe(200)
    expect(await standing(order)).toEqual(['claimed', 'cancelled'])
    expect((await reveal(order.tokens[1])).body.code).toBe('claim_not_found')
    // The remaining money covers the card exactly, so it can be revealed.
    expect((await reveal(order.tokens[0])).status).toBe(200)
  })

  test('fees go back freely; a cent of the cards’ value, and nothing more of it leaves', async () => {
    const order = await out(async () => {})
    await refund(order.payment.id, order.total - 10_000)
    expect(await holdOf(order.id)).toMatchObject({ held_at: null })
    await refund(order.payment.id, 9_999)
    expect(await holdOf(order.id)).toMatchObject({ held_reason: 'Some of its payment was refunded.' })
    await order.steps.send()
    expect(await order.steps.cards(order.id)).toEqual([])
    const [ada] = await order.steps.deliveries(order.id)
    const path = `/api/v1/deliveries/${ada!.id}/`
    expect((await order.customer.call('PATCH', path, { email: 'thief@x.example' })).body.code).toBe(
      'order_not_covered',
    )
  })

  test('while a second person decides no card is issued; claimed meanwhile, its money stays', async () => {
    const steps = deliverySteps(world)
    const { id, payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    await steps.approve(id)
    await steps.plan(id)
    const asked = (await refund(payment.id, total)).body
    expect(asked.state).toBe('asked')
    await steps.send()
    expect(await steps.cards(id)).toEqual([])

    await decide(asked.id, false)
    later(10 * 60_000)
    await steps.send()
    world.setClock(undefined)
    const again = (await refund(payment.id, total)).body
    expect((await reveal(tokenIn(steps.mailer.accepted[0]))).status).toBe(200)
    expect((await decide(again.id, true)).body.code).toBe('refund_cards_out')
    expect(await holdOf(id)).toMatchObject({ held_at: null })
  })

  test('promised back, its money approves no order', async () => {
    const { id, payment, total, reference } = await ordered()
    await receive(total, reference)
    const asked = (await refund(payment.id, 1)).body
    expect(asked).toMatchObject({ state: 'approved', kind: 'by_hand' })
    const owner = await world.staff('owner')
    const approve = () =>
      owner.call('POST', `/api/v1/office/orders/${id}/approve/`, { seen_status: 'in_review' })
    expect((await approve()).body).toMatchObject({
      code: 'order_short_of_money',
      detail: expect.stringContaining('$0.01'),
    })
  })
})

test('the office reads when a payment was received, not when the customer started it', async () => {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  await dana.pay(id, 'elavon_cc')
  expect((await money(id)).payments).toMatchObject([{ paid_at: null }])
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'OPN' })])
  later(5 * 60_000)
  await dana.verify(id)
  const [payment] = (await money(id)).payments
  expect(payment.paid_at).toBe((await dana.order(id)).placed_at)
  expect(payment.paid_at).not.toBe(payment.created_at)

  world.setClock(undefined)
  const check = await ordered()
  await receive(check.total, check.reference)
  const byCheck = await money(check.id)
  const posted = byCheck.ledger.find(({ event }: { event: string }) => event === 'money.received')
  expect(byCheck.payments).toMatchObject([{ paid_at: posted.at }])
})

describe('money given back', () => {
  test('asked for again with the same key, it is the same refund', async () => {
    const { payment } = await paidByCard('STL')
    const key = { 'idempotency-key': `refund-${payment.id}` }
    const form = { payment_id: payment.id, amount_cents: 1_000, reason: 'Ordered twice' }
    const press = () => finance.call('POST', '/api/v1/office/refunds/', form, key)
    const first = await press()
    expect((await press()).body.id).toBe(first.body.id)
    await carryOut()
    expect((await press()).body.id).toBe(first.body.id)
    expect((await money(payment.order_id)).refunds).toMatchObject([{ id: first.body.id, state: 'done' }])
  })

  test('a card’s charge of today is taken back whole', async () => {
    const { id, payment, total, dana } = await paidByCard()
    const { body } = await refund(payment.id, total)
    expect(body).toMatchObject({ kind: 'void', state: 'approved' })
    await carryOut()
    expect(world.gateway.refunds.at(-1)).toMatchObject({ kind: 'void', amountCents: total })
    expect(await money(id)).toMatchObject({
      refunds: [{ state: 'done' }],
      payments: [{ state: 'refunded' }],
      owed_cents: 0,
    })
    expect(await dana.order(id)).toMatchObject({ payments: [{ state: 'refunded' }] })
  })

  test('refunded in part, the order counts with what is left of its total', async () => {
    const office = await world.staff('owner')
    const { id, payment, total, dana } = await paidByCard('STL')
    const again = await dana.fillCart('digital')
    const { body: other } = await dana.pay(again, 'self_hosted_check')
    const { order, customer } = (await office.call('GET', `/api/v1/office/orders/${again}/`)).body
    const { total_cents } = order
    await receive(total_cents + 700, other.remittance.reference)
    await refund(payment.id, 1_000)
    await carryOut()
    // What was paid beyond the total was never spent.
    const surplus = (await refund(other.id, 700)).body
    await finance.call('POST', `/api/v1/office/refunds/${surplus.id}/finish/`, { document_number: '4712' })
    await carryOut()

    const left = total - 1_000 + total_cents
    expect(await dana.ok('GET', '/api/v1/orders/overview/')).toMatchObject({
      ordered: { order_count: 2, total_cents: left },
    })
    const seen = async () => (await office.call('GET', `/api/v1/office/customers/${customer.id}/`)).body
    expect(await seen()).toMatchObject({ order_count: 2, refunded_count: 0, ordered_cents: left })
    await refund(payment.id, total - 1_000)
    await carryOut()
    expect(await seen()).toMatchObject({ order_count: 2, refunded_count: 1, ordered_cents: total_cents })
    expect(await dana.order(id)).toMatchObject({ refund_state: 'full' })
  })

  test('refunded in full, the order reads so wherever it is listed and counts in no total', async () => {
    const office = await world.staff('owner')
    const ask = async (path: string) => (await office.call('GET', `/api/v1/office/${path}`)).body
    const orderedNow = async () => (await ask('ordered_over_time/?period=days')).total
    const waiting = async () => {
      const { todos, stages } = await ask('today/')
      const count = (kind: string) => todos.find((one: { kind: string }) => one.kind === kind).count
      return { review: count('review'), held: count('held'), toReview: stages.to_review }
    }
    const before = { ordered: await orderedNow(), waiting: await waiting() }
    const { id, payment, total, dana } = await paidByCard()
    const { number } = await dana.order(id)
    await refund(payment.id, total)
    await carryOut()

    const refunded = { refund_state: 'full', refunded_cents: total, display_status: 'in_review' }
    expect(await dana.order(id)).toMatchObject(refunded)
    expect((await ask(`orders/?search=${number}`)).results).toMatchObject([{ id, ...refunded }])
    expect((await ask('orders/?status=refunded')).results[0]).toMatchObject({ id })
    expect(isAbsent(await ask('orders/?status=in_review'), id)).toBe(true)
    expect(isAbsent(await ask('orders/?only=held'), id)).toBe(true)
    expect(await waiting()).toEqual(before.waiting)
    expect(await orderedNow()).toEqual(before.ordered)
    const overview = await dana.ok('GET', '/api/v1/orders/overview/')
    expect(overview).toMatchObject({ ordered: { order_count: 0, total_cents: 0 }, cards: { waiting: 0 } })
    const { customer } = await ask(`orders/${id}/`)
    expect(await ask(`customers/${customer.id}/`)).toMatchObject({
      ordered_cents: 0,
      orders: [{ id, ...refunded }],
    })
    const csv = await office.call('GET', `/api/v1/office/orders/export/?search=${number}`)
    expect(csv.body).toContain(`${number},Refunded,`)
    const told = await world.kit.pool
      .selectFrom('site_events')
      .select('data')
      .where('type', '=', 'refund.done')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(told.data).toMatchObject({ order_id: id, refund_state: 'full' })
  })

  test('both histories tell a refund: asked, agreed and sent, by whom', async () => {
    await sql`update sites set money_rules = money_rules || '{"two_people_above_cents": 0}'
      where id = ${finance.siteId}`.execute(world.kit.pool)
    world.kit.sites.forget(finance.siteId)
    const { id, payment, total, dana } = await paidByCard()
    const { body } = await refund(payment.id, total)
    const told = async () => (await dana.ok('GET', `/api/v1/orders/${id}/activity/`)).happened
    expect(await told()).toEqual([])
    await decide(body.id, true)
    await carryOut()
    await sql`update sites set money_rules = money_rules || '{"two_people_above_cents": 50000}'
      where id = ${finance.siteId}`.execute(world.kit.pool)
    world.kit.sites.forget(finance.siteId)

    const { happened } = (await finance.call('GET', `/api/v1/office/orders/${id}/history/`)).body
    const refunds = happened.filter(({ event }: { event: string }) => event.startsWith('refund.'))
    expect(
      refunds.map(({ event, by, words }: Record<string, string>) => [event, by, words]).toReversed(),
    ).toEqual([
      ['refund.asked', `staff:${finance.id}`, `${formatCents(total)}. Ordered twice`],
      ['refund.approved', `staff:${second.id}`, formatCents(total)],
      ['refund.sent', 'system', formatCents(total)],
      ['refund.done', 'system', formatCents(total)],
    ])
    expect(await told()).toMatchObject([
      { event: 'refund.done', by: 'system', amount_cents: total },
      { event: 'refund.approved', by: 'organization', amount_cents: total },
    ])
    const other = customerSteps(await world.signIn())
    await expect(other.ok('GET', `/api/v1/orders/${id}/activity/`)).rejects.toThrow('not_found')
  })

  test('refunded in part, the order keeps its status and says how much', async () => {
    const { id, payment, dana } = await paidByCard('STL')
    await refund(payment.id, 1_000)
    await carryOut()
    const partly = { refund_state: 'partial', refunded_cents: 1_000, display_status: 'in_review' }
    expect(await dana.order(id)).toMatchObject(partly)
    const { body } = await finance.call('GET', '/api/v1/office/orders/?status=refunded')
    expect(isAbsent(body, id)).toBe(true)
  })

  test('a refunded order that somebody released goes on under its own status', async () => {
    const { id, payment, total, dana } = await paidByCard()
    await refund(payment.id, total)
    await carryOut()
    const path = `/api/v1/office/orders/${id}/release/`
    const office = await world.staff('owner')
    expect((await office.call('POST', path, { reason: 'Paid in person' })).status).toBe(200)
    expect(await dana.order(id)).toMatchObject({ refund_state: 'partial', refunded_cents: total })
  })

  describe('released without its money', () => {
    const release = (id: number, as = finance) =>
      as.call('POST', `/api/v1/office/orders/${id}/release/`, { reason: 'Paid in person' })
    const approve = (id: number, as = finance) =>
      as.call('POST', `/api/v1/office/orders/${id}/approve/`, { seen_status: 'in_review' })
    const seen = async (id: number) =>
      (await (await world.staff('owner')).call('GET', `/api/v1/office/orders/${id}/`)).body

    test('takes another person than the one who refunded it, and counts in no total', async () => {
      const { id, payment, total, dana } = await paidByCard()
      await refund(payment.id, total)
      await carryOut()
      expect((await release(id)).body).toMatchObject({
        held_at: expect.any(String),
        missing_cents: total,
        release_asked_by: `staff:${finance.id}`,
      })
      expect((await release(id)).body.code).toBe('other_person_needed')
      expect((await approve(id)).body.code).toBe('order_is_held')

      expect((await release(id, second)).body).toMatchObject({ held_at: null, release_asked_by: '' })
      const { happened } = (await second.call('GET', `/api/v1/office/orders/${id}/history/`)).body
      const told = happened.filter(({ event }: { event: string }) => event.startsWith('order.release'))
      expect(told).toMatchObject([
        { event: 'order.released', by: `staff:${second.id}`, words: 'Paid in person' },
        { event: 'order.release_asked', by: `staff:${finance.id}`, words: 'Paid in person' },
      ])
      const { customer } = await seen(id)
      const office = await world.staff('owner')
      const desk = (await office.call('GET', `/api/v1/office/customers/${customer.id}/`)).body
      expect(desk).toMatchObject({ ordered_cents: 0 })
      expect(await dana.ok('GET', '/api/v1/orders/overview/')).toMatchObject({ ordered: { total_cents: 0 } })
      expect((await approve(id)).status).toBe(200)
    })

    test('takes two people above the limit, also when nobody refunded it', async () => {
      const { id, total, reference } = await ordered('self_hosted_check', true)
      const { body: check } = await receive(total, reference)
      await finance.call('POST', `/api/v1/office/received_payments/${check.id}/reverse/`, {
        reason: 'Returned unpaid',
      })
      expect((await release(id)).body).toMatchObject({ release_asked_by: `staff:${finance.id}` })
      expect((await release(id)).body.code).toBe('other_person_needed')
      expect((await release(id, second)).body).toMatchObject({ held_at: null })
    })

    test('is not done in bulk by the person who refunded it', async () => {
      const { id, payment, total } = await paidByCard()
      await refund(payment.id, total)
      await carryOut()
      const { body } = await finance.call('POST', '/api/v1/office/orders/many/', {
        action: 'release',
        words: 'Paid in person',
        orders: [{ id, seen_status: 'in_review' }],
      })
      expect(body.results).toMatchObject([{ is_done: false, code: 'other_person_needed' }])
    })

    test('covers no refund that comes after it', async () => {
      const { id, payment, total } = await paidByCard('STL')
      await refund(payment.id, 100)
      await carryOut()
      expect((await release(id, second)).body).toMatchObject({ held_at: null, missing_cents: 0 })
      await refund(payment.id, total - 100)
      await carryOut()
      expect(await seen(id)).toMatchObject({ held_at: expect.any(String), missing_cents: total })
      expect((await approve(id)).body.code).toBe('order_is_held')
    })

    test('a refund of a part under review leaves a way on, in words for the office', async () => {
      const { id, payment, total, reference } = await ordered()
      await receive(total, reference)
      await refund(payment.id, 100)
      const { body } = await approve(id)
      expect(body).toMatchObject({ code: 'order_short_of_money' })
      expect(body.detail).toContain('$1.00')
      expect(body.detail).toContain('release')
      expect(await seen(id)).toMatchObject({ held_at: null, can_release: true, missing_cents: 100 })

      expect((await release(id)).body).toMatchObject({ release_asked_by: `staff:${finance.id}` })
      expect((await release(id, second)).status).toBe(200)
      expect(await seen(id)).toMatchObject({ can_release: false, missing_cents: 0 })
      expect((await approve(id)).status).toBe(200)
    })
  })

  test('a part of it waits until the charge is settled', async () => {
    const { id, payment, tell } = await paidByCard()
    const calls = world.gateway.refunds.length
    await refund(payment.id, 1_000)
    await carryOut()
    expect(world.gateway.refunds).toHaveLength(calls)

    tell({ status: 'STL' })
    await carryOut()
    expect(world.gateway.refunds.at(-1)).toMatchObject({ kind: 'return', amountCents: 1_000 })
    expect(await money(id)).toMatchObject({
      refunds: [{ state: 'done' }],
      payments: [{ state: 'settled' }],
      owed_cents: 0,
    })
  })

  test('a charge settled meanwhile is returned instead', async () => {
    const { id, payment, total, tell } = await paidByCard()
    world.gateway.setRefund((request) =>
      request.kind === 'void'
        ? { outcome: 'already_settled' }
        : { outcome: 'done', providerTransactionId: `R-${request.transactionId}` },
    )
    await refund(payment.id, total)
    await carryOut()
    expect(await money(id)).toMatchObject({ refunds: [{ state: 'approved', kind: 'return' }] })
    tell({ status: 'STL' })
    await carryOut()
    expect(await money(id)).toMatchObject({ refunds: [{ state: 'done', kind: 'return' }], owed_cents: 0 })
  })

  test('an answer that never came is asked for and never repeated', async () => {
    const { id, payment } = await paidByCard('STL')
    const { body } = await refund(payment.id, 1_000)
    world.gateway.setRefund(() => {
      throw new Refusal('payment_unknown')
    })
    await carryOut()
    expect(await money(id)).toMatchObject({ refunds: [{ state: 'unknown' }] })
    const calls = world.gateway.refunds.length

    const { transaction_id } = await world.kit.pool
      .selectFrom('refunds')
      .select('transaction_id')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    const given = approval(
      { transactionId: transaction_id, amountCents: 1_000 },
      { transactionType: 'RETURN' },
    )
    world.gateway.transactions.set(transaction_id, [given])
    await carryOut()
    expect(world.gateway.refunds).toHaveLength(calls)
    expect(await money(id)).toMatchObject({ refunds: [{ state: 'done' }], owed_cents: 0 })
  })

  test('what the provider surely never had is sent again', async () => {
    const { id, payment } = await paidByCard('STL')
    world.gateway.setRefund(() => {
      throw new Refusal('payment_unknown')
    })
    await refund(payment.id, 1_000)
    await carryOut()
    world.gateway.setRefund((request) => ({
      outcome: 'done',
      providerTransactionId: `S-${request.transactionId}`,
    }))
    await carryOut()
    expect(await money(id)).toMatchObject({ refunds: [{ state: 'unknown' }] })
    later(11 * 60_000)
    await carryOut()
    await carryOut()
    expect(await money(id)).toMatchObject({ refunds: [{ state: 'done' }], owed_cents: 0 })
  })

  test('never more than was paid, however many ask at once', async () => {
    const { id, payment, total } = await paidByCard('STL')
    const answers = await Promise.all([1, 2, 3].map(() => refund(payment.id, Math.floor(total / 2))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('refund_too_large')
    await carryOut()
    expect((await money(id)).owed_cents).toBe(0)
  })

  test('above the limit a second person must agree', async () => {
    const { id, payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const { body } = await refund(payment.id, total)
    expect(body).toMatchObject({ state: 'asked', kind: 'by_hand' })

    expect((await decide(body.id, true, finance)).body.code).toBe('other_person_needed')
    // The one who asked didn't decline it: what they tried is only in the audit log.
    const { happened } = (await second.call('GET', `/api/v1/office/orders/${id}/history/`)).body
    expect(happened.map(({ event }: { event: string }) => event)).not.toContain('refund.refused')
    const tried = (
      await (await world.staff('owner')).call('GET', '/api/v1/office/audit/?event=refund.not_allowed')
    ).body.results[0]
    expect(tried).toMatchObject({ actor: `staff:${finance.id}`, subject: `refund:${body.id}` })
    const support = await world.staff('support')
    expect((await decide(body.id, true, support)).status).toBe(403)
    expect((await decide(body.id, true)).body).toMatchObject({
      state: 'approved',
      approved_by: second && `staff:${second.id}`,
    })
    expect((await decide(body.id, false)).body.code).toBe('refund_changed')
    expect((await money(id)).refunds).toMatchObject([{ state: 'approved' }])
  })

  test('split into parts, all that goes back of an order together takes the second person', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const states: string[] = []
    for (const cents of [30_000, 20_000, 1]) states.push((await refund(payment.id, cents)).body.state)
    expect(states).toEqual(['approved', 'approved', 'asked'])
  })

  test('a program may ask for a large refund, and say no, but is no second person', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const site = (await findSite(world.kit.pool, finance.siteId))!
    const program = { siteId: site.id, staffId: undefined, role: '', scopes: [], by: 'integrator:erp' }
    const asked = await askRefund(world.kit, site, program, {
      paymentId: payment.id,
      amountCents: total,
      reason: 'Ordered twice',
    })
    const other = { ...program, by: 'integrator:books' }
    const agreed = (agrees: boolean) => decideRefund(world.kit, site, other, asked.id, agrees)
    await expect(agreed(true)).rejects.toMatchObject({ code: 'not_allowed' })
    expect((await agreed(false)).state).toBe('refused')
    const again = (await refund(payment.id, total)).body
    expect((await decide(again.id, true)).body.state).toBe('approved')
  })

  test('whoever made a program’s secret is no second person beside it, and somebody else is', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const site = (await findSite(world.kit.pool, finance.siteId))!
    const made = { site_id: site.id, name: 'Books', username: 'books', secret_hash: 'x', scopes: [] }
    await world.kit.pool
      .insertInto('api_credentials')
      .values({ ...made, created_by: `staff:${second.id}` })
      .execute()
    const program = { siteId: site.id, staffId: undefined, role: '', scopes: [], by: 'integrator:books' }
    const asked = await askRefund(world.kit, site, program, {
      paymentId: payment.id,
      amountCents: total,
      reason: 'Ordered twice',
    })
    expect(asked.state).toBe('asked')
    expect((await decide(asked.id, true)).body.code).toBe('other_person_needed')
    expect((await decide(asked.id, true, finance)).body.state).toBe('approved')
  })

  test('raising the limit takes a day; lowering it none', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const setLimit = async (cents: number) => {
      const owner = await world.staff('owner')
      const { body: site } = await owner.call('GET', '/api/v1/office/site/')
      const answer = await owner.call('PATCH', '/api/v1/office/site/', {
        seen_version: site.version,
        money_rules: { ...site.money_rules, two_people_above_cents: cents },
      })
      expect(answer.status).toBe(200)
    }
    await setLimit(1_000_000)
    const early = (await refund(payment.id, total)).body
    expect(early.state).toBe('asked')
    await setLimit(50_000)
    await decide(early.id, false)

    await setLimit(1_000_000)
    const tomorrow = Date.now() + DAY_MS + 60_000
    world.setClock(new Date(tomorrow))
    const awake = await world.staff('finance')
    expect((await refund(payment.id, total, awake)).body.state).toBe('approved')
    world.setClock(undefined)
    await setLimit(50_000)
  })

  test('an account that the asker could use is no second person for 7 days', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const ask = async (as = finance) => (await refund(payment.id, total, as)).body
    const boss = await world.staff('owner')
    const open = async (event: 'staff.invited' | 'staff.password_renewed', who: number, by: number) =>
      inSite(world.kit.pool, finance.siteId, async (db) =>
        record(db, finance.siteId, {
          ...{ actor: `staff:${by}`, event, subject: `staff:${who}`, facts: {} },
          at: world.kit.now(),
        }),
      )
    const reset = await boss.call('POST', `/api/v1/office/staff/${second.id}/reset_authenticator/`, {})
    expect(reset.status).toBe(200)
    const colleague = await world.staff('finance')
    await open('staff.invited', colleague.id, second.id)

    // The owner could be behind both accounts, and behind the one that the second invited.
    const asked = await ask(boss)
    const refused = await decide(asked.id, true, colleague)
    expect(refused.body).toMatchObject({ code: 'other_person_needed' })
    expect(refused.body.detail).toContain('7 days')
    await decide(asked.id, false, finance)
    // Nor does the owner agree to what they may have asked in another's name.
    const theirs = await ask(colleague)
    expect((await decide(theirs.id, true, boss)).body.code).toBe('other_person_needed')
    expect((await decide(theirs.id, true, finance)).body.state).toBe('approved')
  })

  test('a week after an invitation, the colleague is a second person', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    await inSite(world.kit.pool, finance.siteId, async (db) =>
      record(db, finance.siteId, {
        ...{ actor: `staff:${finance.id}`, event: 'staff.invited', subject: `staff:${second.id}`, facts: {} },
        at: new Date(Date.now() - 7 * DAY_MS - 60_000),
      }),
    )
    const { body } = await refund(payment.id, total)
    expect((await decide(body.id, true)).body.state).toBe('approved')
  })

  test('refused by the second person, the money may be asked back again', async () => {
    const { payment, total, reference } = await ordered('self_hosted_check', true)
    await receive(total, reference)
    const { body } = await refund(payment.id, total)
    expect((await decide(body.id, false)).body).toMatchObject({ state: 'refused' })
    expect((await refund(payment.id, total)).status).toBe(200)
  })

  test('an unpaid order has nothing to give back', async () => {
    const { payment } = await ordered()
    expect((await refund(payment.id, 1)).body.code).toBe('refund_too_large')
  })
})

describe('money that went back before its refund', () => {
  const reverse = (id: number) =>
    finance.call('POST', `/api/v1/office/received_payments/${id}/reverse/`, { reason: 'Returned unpaid' })
  const finish = (id: number, as = finance) =>
    as.call('POST', `/api/v1/office/refunds/${id}/finish/`, { document_number: '4711' })
  const setState = (id: number, state: string) =>
    sql`update refunds set state = ${state} where id = ${id}`.execute(world.kit.pool)

  test('the check bounced: what was asked and agreed to is stopped, and can no longer be paid out', async () => {
    const { id, payment, total, reference } = await ordered('self_hosted_check', true)
    const { body: check } = await receive(total, reference)
    const { body: agreed } = await refund(payment.id, 1_000)
    const { body: asked } = await refund(payment.id, total - 1_000)
    expect([agreed.state, asked.state]).toEqual(['approved', 'asked'])
    expect((await reverse(check.id)).status).toBe(200)
    expect((await money(id)).refunds).toMatchObject([
      { state: 'failed', message: 'The money went back.' },
      { state: 'failed', message: 'The money went back.' },
    ])
    expect((await finish(agreed.id)).body.code).toBe('refund_changed')

    // In any state, a refund's money is checked again.
    await setState(agreed.id, 'approved')
    expect((await finish(agreed.id)).body.code).toBe('refund_not_covered')
    await setState(agreed.id, 'failed')
    await setState(asked.id, 'asked')
    expect((await decide(asked.id, true)).body.code).toBe('refund_not_covered')
    expect((await decide(asked.id, false)).status).toBe(200)
    expect(await money(id)).toMatchObject({ received_cents: 0, owed_cents: total })
  })

  test('the check bounced after its refund was sent: the order shows what is lost, and is held', async () => {
    const { id, payment, total, reference } = await ordered()
    const { body: check } = await receive(total, reference)
    const { body: agreed } = await refund(payment.id, total)
    expect((await finish(agreed.id)).body.state).toBe('done')
    expect((await reverse(check.id)).status).toBe(200)
    expect(await money(id)).toMatchObject({
      received_cents: -total,
      owed_cents: total,
      payments: [{ state: 'refunded', received_cents: 0 }],
    })
    expect(await holdOf(id)).toMatchObject({ held_at: expect.any(Date) })
  })

  test('a check of an order whose refund was released meanwhile bounced: it is held again', async () => {
    const { id, payment, total, reference } = await ordered()
    const { body: check } = await receive(total, reference)
    await finish((await refund(payment.id, total)).body.id)
    await second.call('POST', `/api/v1/office/orders/${id}/release/`, { reason: 'Paid by wire' })
    expect(await holdOf(id)).toMatchObject({ held_at: null })
    await reverse(check.id)
    expect(await holdOf(id)).toMatchObject({ held_at: expect.any(Date), held_reason: 'Returned unpaid' })
  })

  test('one of two checks bounced and the other covers the order: nothing is held', async () => {
    const { id, total, reference } = await ordered()
    const { body: twice } = await receive(total, reference)
    await receive(total, reference)
    await reverse(twice.id)
    expect(await holdOf(id)).toMatchObject({ held_at: null })
    expect(await money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'paid' }] })
  })

  test('one of two checks for a declined order bounced: only the other is given back', async () => {
    const { id, reference } = await ordered()
    const { body: first } = await receive(1_000, reference)
    await receive(500, reference)
    await finance.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      reason: 'Out of stock',
      seen_status: 'pending_payment',
    })
    await reverse(first.id)
    const { refunds, owed_cents } = await money(id)
    expect(owed_cents).toBe(-500)
    expect(refunds).toMatchObject([
      { amount_cents: 1_500, state: 'failed' },
      { amount_cents: 500, state: 'approved', reason: 'Out of stock' },
    ])
    expect((await finish(refunds[1].id)).status).toBe(200)
    expect(await money(id)).toMatchObject({ received_cents: 0, owed_cents: 0 })
  })

  test('a debit was returned after its refund by hand was agreed to: nothing more goes out', async () => {
    const dana = customerSteps(await world.signIn())
    const id = await dana.fillCart('digital')
    const { body: payment } = await dana.pay(id, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    const tell = (told: object) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, ...told })])
    tell({ status: 'STL' })
    await dana.verify(id)
    const { body: agreed } = await refund(payment.id, minted.amountCents)
    expect(agreed).toMatchObject({ kind: 'by_hand', state: 'approved' })

    tell({ status: 'PST' })
    later(40 * DAY_MS)
    await reconcilePayments(world.kit)
    const office = await world.staff('finance')
    expect((await money(id)).refunds).toMatchObject([{ state: 'failed', message: 'The money went back.' }])
    await setState(agreed.id, 'approved')
    expect((await finish(agreed.id, office)).body.code).toBe('refund_not_covered')
  })

  test('a card’s charge that failed meanwhile is not returned a second time', async () => {
    const { id, payment } = await paidByCard('STL')
    const { body: agreed } = await refund(payment.id, 1_000)
    await sql`update payments set state = 'failed' where id = ${payment.id}`.execute(world.kit.pool)
    await sql`update refunds set kind = 'void', stuck_since = now() where id = ${agreed.id}`.execute(
      world.kit.pool,
    )
    expect((await finish(agreed.id)).body.code).toBe('refund_not_covered')
    const calls = world.gateway.refunds.length
    await carryOut()
    expect(world.gateway.refunds).toHaveLength(calls)
    expect((await money(id)).refunds).toMatchObject([{ state: 'failed', message: 'The money went back.' }])
  })
})

describe('a refund that nobody carries out', () => {
  const days = (count: number) => later(count * DAY_MS)
  const stuckTrail = async (id: number) => {
    const { rows } = await sql`select event from audit_entries
      where event = 'refund.stuck' and subject = ${`refund:${id}`}`.execute(world.kit.pool)
    return rows.length
  }
  const listed = async (id: number) => {
    const office = await world.staff('finance')
    const { results } = (await office.call('GET', '/api/v1/office/refunds/?only=open')).body
    return results.find((one: { id: number }) => one.id === id)
  }

  test('the server died before its job ran: the next walk carries it out', async () => {
    const { payment, total } = await paidByCard()
    const { body } = await refund(payment.id, total)
    await sql`delete from pgboss.job where name = 'refunds.carry-out'`.execute(world.kit.pool)
    await carryOut()
    expect(await listed(body.id)).toBeUndefined()
  })

  test('is told to the office once, and may then be sent by check', async () => {
    const { id, payment, total } = await paidByCard()
    world.gateway.setRefund(() => {
      throw new Refusal('payment_unknown')
    })
    const { body } = await refund(payment.id, total)
    await carryOut().catch(() => undefined)
    expect(await listed(body.id)).toMatchObject({ state: 'unknown', stuck_since: null })
    days(5)
    await carryOut().catch(() => undefined)
    await carryOut().catch(() => undefined)
    expect(await stuckTrail(body.id)).toBe(1)
    expect((await listed(body.id)).stuck_since).not.toBeNull()

    // As long as the provider may have it, it is not sent a second time.
    const office = await world.staff('finance')
    const path = `/api/v1/office/refunds/${body.id}/finish/`
    const finish = () => office.call('POST', path, { document_number: '4711' })
    await sql`update refunds set state = 'sent' where id = ${body.id}`.execute(world.kit.pool)
    expect((await finish()).body.code).toBe('refund_changed')
    await sql`update refunds set state = 'approved' where id = ${body.id}`.execute(world.kit.pool)
    expect((await finish()).body).toMatchObject({ kind: 'by_hand', state: 'done', stuck_since: null })
    expect(await money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'refunded' }] })
  })

  test('without the provider’s settings it is told at once', async () => {
    const { payment, total } = await paidByCard()
    const { body } = await refund(payment.id, total)
    const settings = (sealed: string) =>
      sql`update organization_payment_providers set settings_sealed = ${sealed}
        where site_id = ${finance.siteId} and method_code = 'elavon_cc'`.execute(world.kit.pool)
    const { rows } = await sql<{ sealed: string }>`select settings_sealed as sealed
      from organization_payment_providers
      where site_id = ${finance.siteId} and method_code = 'elavon_cc'`.execute(world.kit.pool)
    await settings('')
    await carryOut()
    await settings(rows[0]!.sealed)
    expect((await listed(body.id)).stuck_since).not.toBeNull()
    await carryOut()
    expect(await listed(body.id)).toBeUndefined()
  })
})

describe('the ledger', () => {
  test('a bank debit counts when it is settled, and a returned one is owed again', async () => {
    const dana = customerSteps(await world.signIn())
    const id = await dana.fillCart('digital')
    await dana.pay(id, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    const tell = (told: object) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, ...told })])
    tell({ status: 'PEN' })
    await dana.verify(id)
    expect(await money(id)).toMatchObject({ received_cents: 0, owed_cents: minted.amountCents })

    tell({ status: 'STL' })
    later(31 * 60_000)
    await reconcilePayments(world.kit)
    expect(await money(id)).toMatchObject({ received_cents: minted.amountCents, owed_cents: 0 })

    later(5 * DAY_MS)
    await reconcilePayments(world.kit)
    const standing = () =>
      world.kit.pool
        .selectFrom('orders')
        .select(['status', 'held_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    expect(await standing()).toEqual({ status: 'in_review', held_at: null })

    // Banks return debits weeks later; the order was approved in between.
    tell({ status: 'PST' })
    later(40 * DAY_MS)
    await reconcilePayments(world.kit)
    expect(await money(id)).toMatchObject({ received_cents: 0, owed_cents: minted.amountCents })
    expect(await standing()).toEqual({ status: 'in_review', held_at: expect.any(Date) })
  })

  test('a debit whose money arrives after its order was declined is given back', async () => {
    const dana = customerSteps(await world.signIn())
    const id = await dana.fillCart('digital')
    const { body: payment } = await dana.pay(id, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    const tell = (told: object) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, ...told })])
    tell({ status: 'PEN' })
    await dana.verify(id)
    const owner = await world.staff('owner')
    const declined = { seen_status: 'pending_payment', reason: 'Out of stock' }
    expect((await owner.call('POST', `/api/v1/office/orders/${id}/decline/`, declined)).status).toBe(200)

    tell({ status: 'STL' })
    later(31 * 60_000)
    await reconcilePayments(world.kit)
    expect(await money(id)).toMatchObject({
      owed_cents: -minted.amountCents,
      refunds: [{ payment_id: payment.id, amount_cents: minted.amountCents, kind: 'by_hand' }],
    })
    later(2 * DAY_MS)
    await reconcilePayments(world.kit)
    expect((await money(id)).refunds).toHaveLength(1)
  })

  test('nothing in it can be changed, and nothing one-sided gets in', async () => {
    const { id } = await paidByCard()
    const { siteId } = finance
    const change = inSite(world.kit.pool, siteId, (db) =>
      db.updateTable('ledger_entries').set({ cents: 1 }).where('order_id', '=', id).execute(),
    )
    await expect(change).rejects.toThrow(/permission denied/)
    const oneSided = inSite(world.kit.pool, siteId, (db) =>
      db
        .insertInto('ledger_entries')
        .values({
          site_id: siteId,
          order_id: id,
          event: 'x',
          source: 'x:1',
          account: 'receivable',
          cents: 5,
          at: new Date(),
        })
        .execute(),
    )
    await expect(oneSided).rejects.toThrow(/does not balance/)
    const lines = await inSite(world.kit.pool, siteId, (db) => ledgerOf(db, siteId, id))
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  })

  test('every move of money stands in the audit trail', async () => {
    const { total, reference, payment } = await ordered()
    const { body } = await receive(total, reference)
    const { body: asked } = await refund(payment.id, 1_000)
    const { rows } = await sql<{ event: string; subject: string }>`
      select event, subject from audit_entries where subject in (${`funds:${body.id}`}, ${`refund:${asked.id}`}) order by id
    `.execute(world.kit.pool)
    expect(rows).toEqual([
      { event: 'funds.recorded', subject: `funds:${body.id}` },
      { event: 'refund.approved', subject: `refund:${asked.id}` },
    ])
  })
})

describe('money that is still to come', () => {
  const AGES = ['0_7', '8_30', '31_60', 'over_60']
  const listed = async (query = '', as = finance): Promise<Answer['body']> =>
    (await as.call('GET', `/api/v1/office/outstanding/${query}`)).body
  const placedDaysAgo = (id: number, days: number) =>
    sql`update orders set placed_at = ${new Date(Date.now() - days * DAY_MS - 60_000)} where id = ${id}`.execute(
      world.kit.pool,
    )
  const remind = (id: number, seen_reminders: number, as = finance) =>
    as.call('POST', `/api/v1/office/orders/${id}/remind/`, { seen_reminders })
  const trailOf = async (id: number) => {
    const { rows } = await sql<{ actor: string; facts: object }>`
      select actor, facts from audit_entries
      where event = 'order.reminded' and subject = ${`order:${id}`} order by id`.execute(world.kit.pool)
    return rows
  }

  test('stands by age, the oldest first, with what is left of it', async () => {
    const before = await listed()
    expect(before.ages.map(({ age }: { age: string }) => age)).toEqual(AGES)
    const orders = []
    for (const days of [7, 8, 45, 61]) {
      const one = await ordered(days === 45 ? 'self_hosted_bank' : 'self_hosted_check')
      await placedDaysAgo(one.id, days)
      orders.push(one)
    }
    await receive(1_000, orders[3]!.reference)
    const covered = await ordered()
    await receive(covered.total, covered.reference)

    const after = await listed('?page_size=200')
    for (const [index, each] of after.ages.entries()) {
      const left = orders[index]!.total - (index === 3 ? 1_000 : 0)
      expect(each.count).toBe(before.ages[index].count + 1)
      expect(each.cents).toBe(before.ages[index].cents + left)
    }
    expect(after.count).toBe(before.count + 4)
    expect(after.results[0]).toMatchObject({
      order_id: orders[3]!.id,
      order_number: orders[3]!.order.number,
      customer: { name: 'Dana Whitlock', company: 'Halden Tools' },
      method_code: 'self_hosted_check',
      age: 'over_60',
      age_days: 61,
      outstanding_cents: orders[3]!.total - 1_000,
      reminders_sent: 0,
      can_remind: true,
    })
    const ids = (page: { results: Array<{ order_id: number }> }) => page.results.map((one) => one.order_id)
    expect(ids(after)).not.toContain(covered.id)
    expect(ids(await listed('?age=31_60'))).toContain(orders[2]!.id)
    expect(ids(await listed('?age=31_60'))).not.toContain(orders[3]!.id)
    expect((await listed('?age=8_30&page_size=1')).count).toBe(after.ages[1].count)
    expect(ids(await listed('', await world.staff('finance', 'acorn')))).toEqual([])
  })

  test('includes shipped orders whose check bounced or whose debit was returned, until it is settled', async () => {
    const steps = deliverySteps(world)
    const before = await listed()
    const handOf = async () => (await finance.call('GET', '/api/v1/office/today/')).body
    const check = await ordered()
    const { body: paid } = await receive(check.total, check.reference)
    await steps.approve(check.id)
    await steps.plan(check.id)
    await steps.send()
    expect((await check.dana.order(check.id)).status).toBe('fulfilled')
    await finance.call('POST', `/api/v1/office/received_payments/${paid.id}/reverse/`, { reason: 'Bounced' })

    const dana = customerSteps(await world.signIn())
    const debited = await dana.fillCart('digital')
    await dana.pay(debited, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    const tell = (status: string) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, status })])
    tell('STL')
    await dana.verify(debited)
    later(5 * DAY_MS)
    await reconcilePayments(world.kit)
    expect((await dana.order(debited)).status).toBe('in_review')
    tell('PST')
    later(40 * DAY_MS)
    await reconcilePayments(world.kit)
    world.setClock(undefined)

    const after = await listed('?page_size=200')
    const lines = after.results.filter(({ order_id }: { order_id: number }) =>
      [check.id, debited].includes(order_id),
    )
    expect(lines).toMatchObject([
      { outstanding_cents: check.total, is_under_way: false, can_remind: false },
      { outstanding_cents: minted.amountCents, is_under_way: false, can_remind: false },
    ])
    expect(after.ages[0]).toEqual({
      age: '0_7',
      count: before.ages[0].count + 2,
      cents: before.ages[0].cents + check.total + minted.amountCents,
    })
    expect((await handOf()).outstanding_ages).toEqual(after.ages)

    const again = await receive(check.total, '')
    const matchable = await finance.call('GET', `/api/v1/office/received_payments/${again.body.id}/orders/`)
    expect(matchable.body).toContainEqual(
      expect.objectContaining({ order_id: check.id, due_cents: check.total }),
    )
    await finance.call('POST', `/api/v1/office/received_payments/${again.body.id}/match/`, {
      order_id: check.id,
    })
    expect(isAbsentOrder(await listed('?page_size=200'), check.id)).toBe(true)
    const release = `/api/v1/office/orders/${debited}/release/`
    await (await world.staff('owner')).call('POST', release, { reason: 'Paid in person' })
    expect(await listed()).toMatchObject({ ages: before.ages })
  })

  test('is reminded of by hand: counted, mailed once, and written into the trail', async () => {
    const { id } = await ordered()
    const first = await remind(id, 0)
    expect(first.body).toMatchObject({ order_id: id, reminders_sent: 1 })
    expect(Date.parse(first.body.reminded_at)).toBeGreaterThan(Date.now() - 60_000)
    expect(await trailOf(id)).toEqual([{ actor: `staff:${finance.id}`, facts: { nth: 1 } }])
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'mail.payment-reminder'
        and (data->>'orderId')::bigint = ${id}`.execute(world.kit.pool)
    expect(rows).toEqual([{ data: { siteId: finance.siteId, orderId: id, nth: 1 } }])
  })

  test('is not reminded of twice by two people who looked at once; the second is told', async () => {
    const { id } = await ordered()
    const answers = await Promise.all([remind(id, 0), remind(id, 0, second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('order_changed')
    expect(await trailOf(id)).toHaveLength(1)
  })

  test('the daily reminder stands in the trail too, and whoever looked before it is told', async () => {
    const { id } = await ordered()
    later(8 * DAY_MS)
    await remindOfAll(world.kit)
    expect(await trailOf(id)).toEqual([{ actor: 'system', facts: { nth: 1 } }])
    world.setClock(undefined)
    expect((await remind(id, 0)).body.code).toBe('order_changed')
    expect((await remind(id, 1)).status).toBe(200)
  })

  test('is not reminded of when it is here, comes by itself, or belongs elsewhere', async () => {
    const { id, total, reference } = await ordered()
    await receive(total, reference)
    expect((await remind(id, 0)).body.code).toBe('order_changed')

    const dana = customerSteps(await world.signIn())
    const debited = await dana.fillCart('digital')
    await dana.pay(debited, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted, debit)])
    await dana.verify(debited)
    const line = (await listed('?page_size=200')).results.find(
      (one: { order_id: number }) => one.order_id === debited,
    )
    expect(line).toMatchObject({ method_code: 'elavon_ach', can_remind: false })
    expect((await remind(debited, 0)).body.code).toBe('order_changed')

    const other = await ordered()
    expect((await remind(other.id, 0, await world.staff('finance', 'acorn'))).status).toBe(404)
    expect((await remind(other.id, 0, await world.staff('support'))).status).toBe(403)
    expect(await trailOf(other.id)).toEqual([])
  })
})

describe('a check or transfer that has not come', () => {
  const cancel = (dana: Awaited<ReturnType<typeof ordered>>['dana'], id: number) =>
    dana.customer.call('POST', `/api/v1/orders/${id}/cancel/`)

  test('its customer cancels the order: nothing is owed, and the check is not waited for', async () => {
    const { dana, id } = await ordered()
    expect((await cancel(dana, id)).body).toMatchObject({
      status: 'declined',
      decline_reason: 'Canceled by the customer before it was paid.',
      payments: [{ state: 'failed', remittance: null }],
    })
    expect((await cancel(dana, id)).body.code).toBe('order_not_cancelable')
    expect(await money(id)).toMatchObject({ owed_cents: 0, received_cents: 0, refunds: [] })
  })

  test('nobody else cancels it', async () => {
    const { dana, id } = await ordered()
    const mallory = { ...dana, customer: await world.signIn() }
    expect((await cancel(mallory, id)).status).toBe(404)
  })

  test('once a part of the money is here it cannot be canceled, nor paid another way', async () => {
    const { dana, id, total, reference } = await ordered()
    await receive(1_000, reference)
    expect((await cancel(dana, id)).body.code).toBe('order_not_cancelable')
    expect((await dana.pay(id, 'elavon_cc')).body.code).toBe('payment_outstanding')
    const { status, payments } = await dana.order(id)
    expect([status, payments.length, payments[0].state]).toEqual(['pending_payment', 1, 'submitted'])
    expect(payments[0].remittance.lines).toContainEqual({
      label: 'Amount',
      value: formatCents(total - 1_000),
    })
  })

  test('it is paid by card instead, once', async () => {
    const { dana, id, total } = await ordered()
    const { body: payment } = await dana.pay(id, 'elavon_cc')
    expect(payment).toMatchObject({ state: 'started', amount_cents: total })
    expect((await cancel(dana, id)).body.code).toBe('order_not_cancelable')
    expect((await dana.pay(id, 'self_hosted_bank')).body.code).toBe('payment_already_open')

    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'failed', message: 'You chose another way to pay.' }, { state: 'paid' }],
    })
    expect(await money(id)).toMatchObject({ owed_cents: 0, received_cents: total })
  })

  test('a check that comes after the customer chose the card, and did not pay there, still counts', async () => {
    const { dana, id, total, reference } = await ordered()
    await dana.pay(id, 'elavon_cc')
    later(17 * 60_000)
    await reconcilePayments(world.kit)
    world.setClock(undefined)
    expect((await receive(total, reference)).body.order_id).toBe(id)
    expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }, {}] })
  })

  test('it is exchanged for a transfer, with its own slip', async () => {
    const { dana, id } = await ordered()
    expect((await dana.pay(id, 'self_hosted_check')).body.code).toBe('payment_outstanding')
    expect((await dana.pay(id, 'self_hosted_bank')).body).toMatchObject({
      state: 'submitted',
      remittance: { reference: expect.any(String) },
    })
    expect(await dana.order(id)).toMatchObject({
      status: 'pending_payment',
      payments: [{ state: 'failed' }, { state: 'submitted' }],
    })
  })

  test('it is not exchanged to and fro without end', async () => {
    const { dana, id } = await ordered()
    const answers: Answer[] = []
    for (let turn = 0; turn < 12; turn++) {
      answers.push(await dana.pay(id, turn % 2 === 0 ? 'self_hosted_bank' : 'self_hosted_check'))
    }
    expect(answers[0]!.status).toBe(200)
    expect(answers.map(({ body }) => body.code)).toContain('too_many_requests')
    expect(
      (await dana.order(id)).payments.filter(({ state }: { state: string }) => state === 'submitted'),
    ).toHaveLength(1)
  })

  test('a part of a check for an order that is declined is owed back', async () => {
    const { id, reference, dana } = await ordered()
    await receive(1_000, reference)
    await finance.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      reason: 'Out of stock',
      seen_status: 'pending_payment',
    })
    const { refunds, owed_cents } = await money(id)
    expect(owed_cents).toBe(-1_000)
    expect(refunds).toMatchObject([{ kind: 'by_hand', state: 'approved', amount_cents: 1_000 }])
    const path = `/api/v1/office/refunds/${refunds[0].id}/finish/`
    await finance.call('POST', path, { document_number: '4711' })
    expect(await money(id)).toMatchObject({ owed_cents: 0 })
    expect((await dana.order(id)).status).toBe('declined')
  })
})
