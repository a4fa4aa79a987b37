import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps } from '../../testing/ordering-world.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'

let world: World
let books: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  books = await moneySteps(world)
})
afterAll(() => world.close())

const isAbsent = (list: Answer['body'], id: number) =>
  !list.results.some((one: { id: number }) => one.id === id)

describe('a refund', () => {
  test('creates one refund for one key', async () => {
    const { payment } = await books.paidByCard('STL')
    const key = { 'idempotency-key': `refund-${payment.id}` }
    const form = { payment_id: payment.id, amount_cents: 1_000, reason: 'Ordered twice' }
    const press = () => books.finance.call('POST', '/api/v1/office/refunds/', form, key)
    const first = await press()
    expect((await press()).body.id).toBe(first.body.id)
    await books.carryOut()
    expect((await press()).body.id).toBe(first.body.id)
    expect((await books.money(payment.order_id)).refunds).toMatchObject([
      { id: first.body.id, state: 'done' },
    ])
  })

  test('voids a card payment of today', async () => {
    const { id, payment, total, dana } = await books.paidByCard()
    const { body } = await books.refund(payment.id, total)
    expect(body).toMatchObject({ kind: 'void', state: 'approved' })
    await books.carryOut()
    expect(world.gateway.refunds.at(-1)).toMatchObject({ kind: 'void', amountCents: total })
    expect(await books.money(id)).toMatchObject({
      refunds: [{ state: 'done' }],
      payments: [{ state: 'refunded' }],
      owed_cents: 0,
    })
    expect(await dana.order(id)).toMatchObject({ payments: [{ state: 'refunded' }] })
  })

  test('counts a partly refunded order with the rest of its total', async () => {
    const office = await world.staff('owner')
    const { id, payment, total, dana } = await books.paidByCard('STL')
    const again = await dana.fillCart('digital')
    const { body: other } = await dana.pay(again, 'self_hosted_check')
    const { order, customer } = (await office.call('GET', `/api/v1/office/orders/${again}/`)).body
    const { total_cents } = order
    await books.receive(total_cents + 700, other.remittance.reference)
    await books.refund(payment.id, 1_000)
    await books.carryOut()
    // What was paid beyond the total was never spent.
    const surplus = (await books.refund(other.id, 700)).body
    await books.finance.call('POST', `/api/v1/office/refunds/${surplus.id}/finish/`, {
      document_number: '4712',
    })
    await books.carryOut()

    const left = total - 1_000 + total_cents
    expect(await dana.ok('GET', '/api/v1/orders/overview/')).toMatchObject({
      ordered: { order_count: 2, total_cents: left },
    })
    const seen = async () => (await office.call('GET', `/api/v1/office/customers/${customer.id}/`)).body
    expect(await seen()).toMatchObject({ order_count: 2, refunded_count: 0, ordered_cents: left })
    await books.refund(payment.id, total - 1_000)
    await books.carryOut()
    expect(await seen()).toMatchObject({ order_count: 2, refunded_count: 1, ordered_cents: total_cents })
    expect(await dana.order(id)).toMatchObject({ refund_state: 'full' })
  })

  test('shows a fully refunded order as refunded everywhere and counts it in no total', async () => {
    const office = await world.staff('owner')
    const ask = async (path: string) => (await office.call('GET', `/api/v1/office/${path}`)).body
    const orderedNow = async () => (await ask('ordered_over_time/?period=days')).total
    const waiting = async () => {
      const { todos, stages } = await ask('today/')
      const count = (kind: string) => todos.find((one: { kind: string }) => one.kind === kind).count
      return { review: count('review'), held: count('held'), toReview: stages.to_review }
    }
    const before = { ordered: await orderedNow(), waiting: await waiting() }
    const { id, payment, total, dana } = await books.paidByCard()
    const { number } = await dana.order(id)
    await books.refund(payment.id, total)
    await books.carryOut()

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

  test('shows in both histories who requested, approved, and sent a refund', async () => {
    await sql`update sites set money_rules = money_rules || '{"two_people_above_cents": 0}'
      where id = ${books.finance.siteId}`.execute(world.kit.pool)
    world.kit.sites.forget(books.finance.siteId)
    const { id, payment, total, dana } = await books.paidByCard()
    const { body } = await books.refund(payment.id, total)
    const told = async () => (await dana.ok('GET', `/api/v1/orders/${id}/activity/`)).happened
    expect(await told()).toEqual([])
    await books.decide(body.id, true)
    await books.carryOut()
    await sql`update sites set money_rules = money_rules || '{"two_people_above_cents": 50000}'
      where id = ${books.finance.siteId}`.execute(world.kit.pool)
    world.kit.sites.forget(books.finance.siteId)

    const { happened } = (await books.finance.call('GET', `/api/v1/office/orders/${id}/history/`)).body
    const refunds = happened.filter(({ event }: { event: string }) => event.startsWith('refund.'))
    expect(
      refunds.map(({ event, by, words }: Record<string, string>) => [event, by, words]).toReversed(),
    ).toEqual([
      ['refund.asked', `staff:${books.finance.id}`, `${formatCents(total)}. Ordered twice`],
      ['refund.approved', `staff:${books.second.id}`, formatCents(total)],
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

  test('keeps the status of a partly refunded order and shows the amount', async () => {
    const { id, payment, dana } = await books.paidByCard('STL')
    await books.refund(payment.id, 1_000)
    await books.carryOut()
    const partly = { refund_state: 'partial', refunded_cents: 1_000, display_status: 'in_review' }
    expect(await dana.order(id)).toMatchObject(partly)
    const { body } = await books.finance.call('GET', '/api/v1/office/orders/?status=refunded')
    expect(isAbsent(body, id)).toBe(true)
  })

  test('shows a refunded order that staff released under its own status', async () => {
    const { id, payment, total, dana } = await books.paidByCard()
    await books.refund(payment.id, total)
    await books.carryOut()
    const path = `/api/v1/office/orders/${id}/release/`
    const office = await world.staff('owner')
    expect((await office.call('POST', path, { reason: 'Paid in person' })).status).toBe(200)
    expect(await dana.order(id)).toMatchObject({ refund_state: 'partial', refunded_cents: total })
  })

  describe('the release of its order', () => {
    const release = (id: number, as = books.finance) =>
      as.call('POST', `/api/v1/office/orders/${id}/release/`, { reason: 'Paid in person' })
    const approve = (id: number, as = books.finance) =>
      as.call('POST', `/api/v1/office/orders/${id}/approve/`, { seen_status: 'in_review' })
    const seen = async (id: number) =>
      (await (await world.staff('owner')).call('GET', `/api/v1/office/orders/${id}/`)).body

    test('needs a person who didn’t refund it, and counts in no total', async () => {
      const { id, payment, total, dana } = await books.paidByCard()
      await books.refund(payment.id, total)
      await books.carryOut()
      expect((await release(id)).body).toMatchObject({
        held_at: expect.any(String),
        missing_cents: total,
        release_asked_by: `staff:${books.finance.id}`,
      })
      expect((await release(id)).body.code).toBe('other_person_needed')
      expect((await approve(id)).body.code).toBe('order_is_held')

      expect((await release(id, books.second)).body).toMatchObject({ held_at: null, release_asked_by: '' })
      const { happened } = (await books.second.call('GET', `/api/v1/office/orders/${id}/history/`)).body
      const told = happened.filter(({ event }: { event: string }) => event.startsWith('order.release'))
      expect(told).toMatchObject([
        { event: 'order.released', by: `staff:${books.second.id}`, words: 'Paid in person' },
        { event: 'order.release_asked', by: `staff:${books.finance.id}`, words: 'Paid in person' },
      ])
      const { customer } = await seen(id)
      const office = await world.staff('owner')
      const desk = (await office.call('GET', `/api/v1/office/customers/${customer.id}/`)).body
      expect(desk).toMatchObject({ ordered_cents: 0 })
      expect(await dana.ok('GET', '/api/v1/orders/overview/')).toMatchObject({ ordered: { total_cents: 0 } })
      expect((await approve(id)).status).toBe(200)
    })

    test('needs two people above the limit, even if no one refunded it', async () => {
      const { id, total, reference } = await books.ordered('self_hosted_check', true)
      const { body: check } = await books.receive(total, reference)
      await books.finance.call('POST', `/api/v1/office/received_payments/${check.id}/reverse/`, {
        reason: 'Returned unpaid',
      })
      expect((await release(id)).body).toMatchObject({ release_asked_by: `staff:${books.finance.id}` })
      expect((await release(id)).body.code).toBe('other_person_needed')
      expect((await release(id, books.second)).body).toMatchObject({ held_at: null })
    })

    test('can’t be done in bulk by the person who refunded it', async () => {
      const { id, payment, total } = await books.paidByCard()
      await books.refund(payment.id, total)
      await books.carryOut()
      const { body } = await books.finance.call('POST', '/api/v1/office/orders/many/', {
        action: 'release',
        words: 'Paid in person',
        orders: [{ id, seen_status: 'in_review' }],
      })
      expect(body.results).toMatchObject([{ is_done: false, code: 'other_person_needed' }])
    })

    test('doesn’t cover a later refund', async () => {
      const { id, payment, total } = await books.paidByCard('STL')
      await books.refund(payment.id, 100)
      await books.carryOut()
      expect((await release(id, books.second)).body).toMatchObject({ held_at: null, missing_cents: 0 })
      await books.refund(payment.id, total - 100)
      await books.carryOut()
      expect(await seen(id)).toMatchObject({ held_at: expect.any(String), missing_cents: total })
      expect((await approve(id)).body.code).toBe('order_is_held')
    })

    test('shows the office how to continue after a partial refund under review', async () => {
      const { id, payment, total, reference } = await books.ordered()
      await books.receive(total, reference)
      await books.refund(payment.id, 100)
      const { body } = await approve(id)
      expect(body).toMatchObject({ code: 'order_short_of_money' })
      expect(body.detail).toContain('$1.00')
      expect(body.detail).toContain('release')
      expect(await seen(id)).toMatchObject({ held_at: null, can_release: true, missing_cents: 100 })

      expect((await release(id)).body).toMatchObject({ release_asked_by: `staff:${books.finance.id}` })
      expect((await release(id, books.second)).status).toBe(200)
      expect(await seen(id)).toMatchObject({ can_release: false, missing_cents: 0 })
      expect((await approve(id)).status).toBe(200)
    })
  })

  test('waits with a partial refund until the payment is settled', async () => {
    const { id, payment, tell } = await books.paidByCard()
    const calls = world.gateway.refunds.length
    await books.refund(payment.id, 1_000)
    await books.carryOut()
    expect(world.gateway.refunds).toHaveLength(calls)

    tell({ status: 'STL' })
    await books.carryOut()
    expect(world.gateway.refunds.at(-1)).toMatchObject({ kind: 'return', amountCents: 1_000 })
    expect(await books.money(id)).toMatchObject({
      refunds: [{ state: 'done' }],
      payments: [{ state: 'settled' }],
      owed_cents: 0,
    })
  })

  test('refunds a payment that settled before it could be voided', async () => {
    const { id, payment, total, tell } = await books.paidByCard()
    world.gateway.setRefund((request) =>
      request.kind === 'void'
        ? { outcome: 'already_settled' }
        : { outcome: 'done', providerTransactionId: `R-${request.transactionId}` },
    )
    await books.refund(payment.id, total)
    await books.carryOut()
    expect(await books.money(id)).toMatchObject({ refunds: [{ state: 'approved', kind: 'return' }] })
    tell({ status: 'STL' })
    await books.carryOut()
    expect(await books.money(id)).toMatchObject({
      refunds: [{ state: 'done', kind: 'return' }],
      owed_cents: 0,
    })
  })

  test('asks about a lost answer instead of refunding again', async () => {
    const { id, payment } = await books.paidByCard('STL')
    const { body } = await books.refund(payment.id, 1_000)
    world.gateway.setRefund(() => {
      throw new Refusal('payment_unknown')
    })
    await books.carryOut()
    expect(await books.money(id)).toMatchObject({ refunds: [{ state: 'unknown' }] })
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
    await books.carryOut()
    expect(world.gateway.refunds).toHaveLength(calls)
    expect(await books.money(id)).toMatchObject({ refunds: [{ state: 'done' }], owed_cents: 0 })
  })

  test('sends a refund again that the provider never received', async () => {
    const { id, payment } = await books.paidByCard('STL')
    world.gateway.setRefund(() => {
      throw new Refusal('payment_unknown')
    })
    await books.refund(payment.id, 1_000)
    await books.carryOut()
    world.gateway.setRefund((request) => ({
      outcome: 'done',
      providerTransactionId: `S-${request.transactionId}`,
    }))
    await books.carryOut()
    expect(await books.money(id)).toMatchObject({ refunds: [{ state: 'unknown' }] })
    books.later(11 * 60_000)
    await books.carryOut()
    await books.carryOut()
    expect(await books.money(id)).toMatchObject({ refunds: [{ state: 'done' }], owed_cents: 0 })
  })

  test('never refunds more than was paid, even with many requests at once', async () => {
    const { id, payment, total } = await books.paidByCard('STL')
    const answers = await Promise.all([1, 2, 3].map(() => books.refund(payment.id, Math.floor(total / 2))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('refund_too_large')
    await books.carryOut()
    expect((await books.money(id)).owed_cents).toBe(0)
  })

  test('refunds nothing of an unpaid order', async () => {
    const { payment } = await books.ordered()
    expect((await books.refund(payment.id, 1)).body.code).toBe('refund_too_large')
  })
})

test('shows when a payment was received, not when the customer started it', async () => {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  await dana.pay(id, 'elavon_cc')
  expect((await books.money(id)).payments).toMatchObject([{ paid_at: null }])
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'OPN' })])
  books.later(5 * 60_000)
  await dana.verify(id)
  const [payment] = (await books.money(id)).payments
  expect(payment.paid_at).toBe((await dana.order(id)).placed_at)
  expect(payment.paid_at).not.toBe(payment.created_at)

  world.setClock(undefined)
  const check = await books.ordered()
  await books.receive(check.total, check.reference)
  const byCheck = await books.money(check.id)
  const posted = byCheck.ledger.find(({ event }: { event: string }) => event === 'money.received')
  expect(byCheck.payments).toMatchObject([{ paid_at: posted.at }])
})
