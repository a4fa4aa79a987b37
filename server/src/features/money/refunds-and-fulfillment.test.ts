import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { reconcilePayments } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let books: Awaited<ReturnType<typeof moneySteps>>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  books = await moneySteps(world)
})
afterAll(() => world.close())

const DAY_MS = 86_400_000

describe('a refund of an order being fulfilled', () => {
  const out = async (goes: (steps: ReturnType<typeof deliverySteps>) => Promise<void>) => {
    const steps = deliverySteps(world)
    const order = await steps.approved('digital')
    await goes(steps)
    const [payment] = (await books.money(order.id)).payments
    const tokens = steps.mailer.accepted.map((mail) => tokenIn(mail))
    return { ...order, steps, payment, tokens, total: payment.amount_cents as number }
  }
  const sent = () => out((steps) => steps.send())
  const reveal = (token: string | undefined) =>
    world.visit('localhost')('POST', `/api/v1/claims/${token}/reveal/`)
  const standing = async ({ steps, id }: Awaited<ReturnType<typeof out>>) =>
    (await steps.deliveries(id)).map(({ status }) => status)

  test('puts the order on hold after a full refund and cancels unclaimed cards', async () => {
    const order = await sent()
    expect((await books.refund(order.payment.id, order.total)).body.state).toBe('approved')
    // Before any money goes back.
    expect(await standing(order)).toEqual(['cancelled', 'cancelled'])
    expect((await reveal(order.tokens[0])).body.code).toBe('claim_not_found')
    expect(await books.holdOf(order.id)).toMatchObject({ held_reason: 'Its payment was refunded.' })
    await order.steps.withdraw(order.id)
    expect((await order.steps.cards(order.id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
    ])
    await books.carryOut()
    await order.steps.sweep()
    expect(await order.dana.order(order.id)).toMatchObject({ payments: [{ state: 'refunded' }] })
    expect((await books.money(order.id)).refunds).toMatchObject([{ state: 'done' }])
  })

  test('keeps an order refunded once every card is canceled', async () => {
    const order = await sent()
    await books.refund(order.payment.id, order.total)
    await books.carryOut()
    const owner = await world.staff('owner')
    const path = `/api/v1/office/orders/${order.id}/`
    expect((await owner.call('GET', path)).body).toMatchObject({ can_release: false })
    const { status, body } = await owner.call('POST', `${path}release/`, { reason: 'Paid in person' })
    expect([status, body.code]).toEqual([409, 'order_not_releasable'])
    expect(body.detail).toMatch(/canceled/)
    expect(await order.dana.order(order.id)).toMatchObject({ refund_state: 'full' })
    expect((await books.holdOf(order.id))?.held_at).not.toBeNull()
    const { body: cards } = await owner.call('GET', `/api/v1/office/deliveries/?order_id=${order.id}`)
    expect(cards.results).toMatchObject([{ is_held: false }, { is_held: false }])

    const partly = await out(async () => {})
    await books.refund(partly.payment.id, partly.total - 1)
    const { body: left } = await owner.call('GET', `/api/v1/office/orders/${partly.id}/`)
    expect(left).toMatchObject({ can_release: true })
  })

  test('keeps the value of a claimed card, refunds the rest, and voids the other card', async () => {
    const order = await sent()
    expect((await reveal(order.tokens[0])).status).toBe(200)
    const left = order.total - 5_000
    const words = `1 of 2 cards is claimed or mailed: at most ${formatCents(left)} can be refunded.`
    const { body } = await books.refund(order.payment.id, left + 1)
    expect(body).toMatchObject({ code: 'refund_cards_out', detail: words })
    expect(await books.money(order.id)).toMatchObject({
      refund_limit: words,
      payments: [{ refundable_cents: left }],
    })
    expect((await books.refund(order.payment.id, left)).status).toBe(200)
    expect(await standing(order)).toEqual(['claimed', 'cancelled'])
    expect((await reveal(order.tokens[1])).body.code).toBe('claim_not_found')
    // The remaining money covers the card exactly, so it can be revealed.
    expect((await reveal(order.tokens[0])).status).toBe(200)
  })

  test('refunds fees without a hold, but stops fulfillment once card value is refunded', async () => {
    const order = await out(async () => {})
    await books.refund(order.payment.id, order.total - 10_000)
    expect(await books.holdOf(order.id)).toMatchObject({ held_at: null })
    await books.refund(order.payment.id, 9_999)
    expect(await books.holdOf(order.id)).toMatchObject({ held_reason: 'Some of its payment was refunded.' })
    await order.steps.send()
    expect(await order.steps.cards(order.id)).toEqual([])
    const [ada] = await order.steps.deliveries(order.id)
    const path = `/api/v1/deliveries/${ada!.id}/`
    expect((await order.customer.call('PATCH', path, { email: 'thief@x.example' })).body.code).toBe(
      'order_not_covered',
    )
  })

  test('issues no card while a second person decides, and keeps the value of a card claimed since', async () => {
    const steps = deliverySteps(world)
    const { id, payment, total, reference } = await books.ordered('self_hosted_check', true)
    await books.receive(total, reference)
    await steps.approve(id)
    await steps.plan(id)
    const asked = (await books.refund(payment.id, total)).body
    expect(asked.state).toBe('asked')
    await steps.send()
    expect(await steps.cards(id)).toEqual([])

    await books.decide(asked.id, false)
    books.later(10 * 60_000)
    await steps.send()
    world.setClock(undefined)
    const again = (await books.refund(payment.id, total)).body
    expect((await reveal(tokenIn(steps.mailer.accepted[0]))).status).toBe(200)
    expect((await books.decide(again.id, true)).body.code).toBe('refund_cards_out')
    expect(await books.holdOf(id)).toMatchObject({ held_at: null })
  })

  test('doesn’t approve an order with money that is being refunded', async () => {
    const { id, payment, total, reference } = await books.ordered()
    await books.receive(total, reference)
    const asked = (await books.refund(payment.id, 1)).body
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

describe('a payment that is returned', () => {
  const reverse = (id: number) =>
    books.finance.call('POST', `/api/v1/office/received_payments/${id}/reverse/`, {
      reason: 'Returned unpaid',
    })
  const finish = (id: number, as = books.finance) =>
    as.call('POST', `/api/v1/office/refunds/${id}/finish/`, { document_number: '4711' })
  const setState = (id: number, state: string) =>
    sql`update refunds set state = ${state} where id = ${id}`.execute(world.kit.pool)

  test('stops requested and approved refunds of a bounced check', async () => {
    const { id, payment, total, reference } = await books.ordered('self_hosted_check', true)
    const { body: check } = await books.receive(total, reference)
    const { body: agreed } = await books.refund(payment.id, 1_000)
    const { body: asked } = await books.refund(payment.id, total - 1_000)
    expect([agreed.state, asked.state]).toEqual(['approved', 'asked'])
    expect((await reverse(check.id)).status).toBe(200)
    expect((await books.money(id)).refunds).toMatchObject([
      { state: 'failed', message: 'The payment was returned.' },
      { state: 'failed', message: 'The payment was returned.' },
    ])
    expect((await finish(agreed.id)).body.code).toBe('refund_changed')

    // In any state, a refund's money is checked again.
    await setState(agreed.id, 'approved')
    expect((await finish(agreed.id)).body.code).toBe('refund_not_covered')
    await setState(agreed.id, 'failed')
    await setState(asked.id, 'asked')
    expect((await books.decide(asked.id, true)).body.code).toBe('refund_not_covered')
    expect((await books.decide(asked.id, false)).status).toBe(200)
    expect(await books.money(id)).toMatchObject({ received_cents: 0, owed_cents: total })
  })

  test('shows the loss and holds the order if a check bounces after its refund', async () => {
    const { id, payment, total, reference } = await books.ordered()
    const { body: check } = await books.receive(total, reference)
    const { body: agreed } = await books.refund(payment.id, total)
    expect((await finish(agreed.id)).body.state).toBe('done')
    expect((await reverse(check.id)).status).toBe(200)
    expect(await books.money(id)).toMatchObject({
      received_cents: -total,
      owed_cents: total,
      payments: [{ state: 'refunded', received_cents: 0 }],
    })
    expect(await books.holdOf(id)).toMatchObject({ held_at: expect.any(Date) })
  })

  test('holds a released order again if its check bounces', async () => {
    const { id, payment, total, reference } = await books.ordered()
    const { body: check } = await books.receive(total, reference)
    await finish((await books.refund(payment.id, total)).body.id)
    await books.second.call('POST', `/api/v1/office/orders/${id}/release/`, { reason: 'Paid by wire' })
    expect(await books.holdOf(id)).toMatchObject({ held_at: null })
    await reverse(check.id)
    expect(await books.holdOf(id)).toMatchObject({
      held_at: expect.any(Date),
      held_reason: 'Returned unpaid',
    })
  })

  test('holds nothing if another check covers the order', async () => {
    const { id, total, reference } = await books.ordered()
    const { body: twice } = await books.receive(total, reference)
    await books.receive(total, reference)
    await reverse(twice.id)
    expect(await books.holdOf(id)).toMatchObject({ held_at: null })
    expect(await books.money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'paid' }] })
  })

  test('refunds only the good one of two checks for a declined order', async () => {
    const { id, reference } = await books.ordered()
    const { body: first } = await books.receive(1_000, reference)
    await books.receive(500, reference)
    await books.finance.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      reason: 'Out of stock',
      seen_status: 'pending_payment',
    })
    await reverse(first.id)
    const { refunds, owed_cents } = await books.money(id)
    expect(owed_cents).toBe(-500)
    expect(refunds).toMatchObject([
      { amount_cents: 1_500, state: 'failed' },
      { amount_cents: 500, state: 'approved', reason: 'Out of stock' },
    ])
    expect((await finish(refunds[1].id)).status).toBe(200)
    expect(await books.money(id)).toMatchObject({ received_cents: 0, owed_cents: 0 })
  })

  test('sends no approved refund by hand once the debit is returned', async () => {
    const dana = customerSteps(await world.signIn())
    const id = await dana.fillCart('digital')
    const { body: payment } = await dana.pay(id, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    const tell = (told: object) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, ...told })])
    tell({ status: 'STL' })
    await dana.verify(id)
    const { body: agreed } = await books.refund(payment.id, minted.amountCents)
    expect(agreed).toMatchObject({ kind: 'by_hand', state: 'approved' })

    tell({ status: 'PST' })
    books.later(40 * DAY_MS)
    await reconcilePayments(world.kit)
    const office = await world.staff('finance')
    expect((await books.money(id)).refunds).toMatchObject([
      { state: 'failed', message: 'The payment was returned.' },
    ])
    await setState(agreed.id, 'approved')
    expect((await finish(agreed.id, office)).body.code).toBe('refund_not_covered')
  })

  test('doesn’t refund a card payment that failed since', async () => {
    // Sends what other tests left, so that only this refund could be sent below.
    await books.carryOut()
    const { id, payment } = await books.paidByCard('STL')
    const { body: agreed } = await books.refund(payment.id, 1_000)
    await sql`update payments set state = 'failed' where id = ${payment.id}`.execute(world.kit.pool)
    await sql`update refunds set kind = 'void', stuck_since = now() where id = ${agreed.id}`.execute(
      world.kit.pool,
    )
    expect((await finish(agreed.id)).body.code).toBe('refund_not_covered')
    const calls = world.gateway.refunds.length
    await books.carryOut()
    expect(world.gateway.refunds).toHaveLength(calls)
    expect((await books.money(id)).refunds).toMatchObject([
      { state: 'failed', message: 'The payment was returned.' },
    ])
  })
})

describe('a stuck refund', () => {
  const days = (count: number) => books.later(count * DAY_MS)
  const countStuckEntries = async (id: number) => {
    const { rows } = await sql`select event from audit_entries
      where event = 'refund.stuck' and subject = ${`refund:${id}`}`.execute(world.kit.pool)
    return rows.length
  }
  const listed = async (id: number) => {
    const office = await world.staff('finance')
    const { results } = (await office.call('GET', '/api/v1/office/refunds/?only=open')).body
    return results.find((one: { id: number }) => one.id === id)
  }

  test('is carried out by the next sweep after a crash', async () => {
    const { payment, total } = await books.paidByCard()
    const { body } = await books.refund(payment.id, total)
    await sql`delete from pgboss.job where name = 'refunds.carry-out'`.execute(world.kit.pool)
    await books.carryOut()
    expect(await listed(body.id)).toBeUndefined()
  })

  test('notifies the office once and can then be sent by check', async () => {
    const { id, payment, total } = await books.paidByCard()
    world.gateway.setRefund(() => {
      throw new Refusal('payment_unknown')
    })
    const { body } = await books.refund(payment.id, total)
    await books.carryOut().catch(() => undefined)
    expect(await listed(body.id)).toMatchObject({ state: 'unknown', stuck_since: null })
    days(5)
    await books.carryOut().catch(() => undefined)
    await books.carryOut().catch(() => undefined)
    expect(await countStuckEntries(body.id)).toBe(1)
    expect((await listed(body.id)).stuck_since).not.toBeNull()

    // As long as the provider may have it, it is not sent a second time.
    const office = await world.staff('finance')
    const path = `/api/v1/office/refunds/${body.id}/finish/`
    const finish = () => office.call('POST', path, { document_number: '4711' })
    await sql`update refunds set state = 'sent' where id = ${body.id}`.execute(world.kit.pool)
    expect((await finish()).body.code).toBe('refund_changed')
    await sql`update refunds set state = 'approved' where id = ${body.id}`.execute(world.kit.pool)
    expect((await finish()).body).toMatchObject({ kind: 'by_hand', state: 'done', stuck_since: null })
    expect(await books.money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'refunded' }] })
  })

  test('notifies the office at once if the provider isn’t set up', async () => {
    const { payment, total } = await books.paidByCard()
    const { body } = await books.refund(payment.id, total)
    const settings = (sealed: string) =>
      sql`update organization_payment_providers set settings_sealed = ${sealed}
        where site_id = ${books.finance.siteId} and method_code = 'elavon_cc'`.execute(world.kit.pool)
    const { rows } = await sql<{ sealed: string }>`select settings_sealed as sealed
      from organization_payment_providers
      where site_id = ${books.finance.siteId} and method_code = 'elavon_cc'`.execute(world.kit.pool)
    await settings('')
    await books.carryOut()
    await settings(rows[0]!.sealed)
    expect((await listed(body.id)).stuck_since).not.toBeNull()
    await books.carryOut()
    expect(await listed(body.id)).toBeUndefined()
  })
})
