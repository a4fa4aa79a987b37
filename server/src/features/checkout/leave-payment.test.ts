import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { carryOutAll } from '../money/carry-out-refund.ts'
import type { GiveBackRequest } from '../payments/payment-gateway.ts'
import { reconcilePayments } from './checkout.jobs.ts'
import { reportAccess } from './provider-report.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => {
  world.setClock(undefined)
  world.gateway.setUnreachable(false)
  world.gateway.setGiveBack(done)
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const done = ({ transactionId }: GiveBackRequest) =>
  ({ outcome: 'done', providerTransactionId: `RET-${transactionId}` }) as const
const inMs = (ms: number) => world.setClock(new Date(Date.now() + ms))

type Minted = { transactionId: string; amountCents: number }
type Told = Parameters<typeof approval>[1]

async function startPaying(method: 'elavon_cc' | 'elavon_ach' = 'elavon_cc') {
  const customer = await world.signIn()
  const dana = { customer, ...customerSteps(customer) }
  const id = await dana.fillCart('digital')
  const { status, body: payment } = await dana.pay(id, method)
  expect(status).toBe(200)
  const minted = world.gateway.minted.at(-1)!
  return {
    ...{ dana, id, payment, minted },
    leave: () => customer.call('POST', `/api/v1/orders/${id}/leave_payment/`),
    edit: async (denomination_cents: number) => {
      const [item] = (await dana.order(id)).card_items
      return customer.call('PATCH', `/api/v1/card_items/${item.id}/`, { denomination_cents })
    },
  }
}

/** What the provider tells of an attempt from now on; by default that the whole charge was taken. */
function paidOn(minted: Minted, ...told: Told[]) {
  const all = told.length === 0 ? [{}] : told
  world.gateway.transactions.set(
    minted.transactionId,
    all.map((one) => approval(minted, one)),
  )
}

const backOf = (minted: Minted) =>
  world.gateway.givenBack.filter(({ of }) => of === `AD3-${minted.transactionId}`)

async function office(path: string) {
  const { body } = await (await world.staff('finance')).call('GET', `/api/v1/office/${path}`)
  return body
}

async function discrepanciesOf(orderId: number) {
  const { results } = await office('payment_discrepancies/')
  return results.filter((one: { order_id: number }) => one.order_id === orderId)
}

async function mailsOf(orderId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = 'mail.stray-refunded' and data ->> 'orderId' = ${String(orderId)}`.execute(world.kit.pool)
  return rows[0]!.count
}

async function eventsOf(subject: string): Promise<string[]> {
  const rows = await world.kit.pool
    .selectFrom('audit_entries')
    .select('event')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

describe('a customer who leaves the payment page', () => {
  test('is free at once: to change the cart, drafts included, and to pay another way', async () => {
    const { dana, id, payment, leave, edit } = await startPaying()
    expect((await edit(6_000)).body.code).toBe('order_is_frozen')

    const { status, body } = await leave()

    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'cart',
      frozen_until: null,
      payments: [
        { state: 'abandoned', hosted_page: null, message: expect.stringContaining('Nothing was charged') },
      ],
    })
    expect((await edit(6_000)).status).toBe(200)
    const draft = await dana.addCards('bulk', { draft: true })
    expect((await dana.customer.call('DELETE', `/api/v1/card_items/${draft.id}/`)).status).toBeLessThan(300)
    expect((await dana.pay(id, 'self_hosted_check')).body).toMatchObject({ state: 'submitted' })
    expect(await eventsOf(`payment:${payment.id}`)).toEqual([
      'payment.started',
      'payment.token-minted',
      'payment.abandoned',
    ])
  })

  test('may leave twice, and what is over stays as it is', async () => {
    const { dana, id, minted, leave } = await startPaying()
    const [first, second] = await Promise.all([leave(), leave()])
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'abandoned' }])

    const again = (await dana.pay(id)).body
    paidOn(world.gateway.minted.at(-1)!)
    await dana.verify(id)
    expect((await leave()).body).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'abandoned' }, { id: again.id, state: 'paid' }],
    })
    expect(backOf(minted)).toEqual([])
  })

  test('cannot leave for somebody else', async () => {
    const { id } = await startPaying()
    const other = await world.signIn()
    expect((await other.call('POST', `/api/v1/orders/${id}/leave_payment/`)).status).toBe(404)
  })

  test('has what was authorized voided, and is free', async () => {
    const { dana, id, minted, leave } = await startPaying()
    paidOn(minted)
    expect((await leave()).body).toMatchObject({ status: 'cart', frozen_until: null })
    await carryOutAll(world.kit)
    expect(backOf(minted)).toMatchObject([{ kind: 'void', amountCents: minted.amountCents }])
    expect((await dana.pay(id)).body).toMatchObject({ state: 'started' })
  })

  test('of a return and a leave at once, one decides', async () => {
    const { dana, id, minted, leave } = await startPaying()
    paidOn(minted)
    await Promise.all([dana.verify(id), leave(), dana.verify(id), leave()])
    await carryOutAll(world.kit)
    const order = await dana.order(id)
    const isPaid = order.status === 'in_review'
    expect(order.payments).toMatchObject([{ state: isPaid ? 'paid' : 'abandoned' }])
    expect(backOf(minted)).toHaveLength(isPaid ? 0 : 1)
  })

  test.each<[why: string, told: Told, method: 'elavon_cc' | 'elavon_ach', state: string, status: string]>([
    ['the provider holds the card back', { status: 'REV' }, 'elavon_cc', 'submitted', 'pending_payment'],
    ['the bank has accepted a debit', debit, 'elavon_ach', 'submitted', 'pending_payment'],
    ['the answer contradicts itself', { result: '1' }, 'elavon_cc', 'started', 'cart'],
    ['somebody else’s charge is reported', { transactionId: 'f'.repeat(32) }, 'elavon_cc', 'started', 'cart'],
  ])('keeps the attempt while its outcome is open: %s', async (_why, told, method, state, status) => {
    const { id, minted, leave, dana } = await startPaying(method)
    paidOn(minted, told)
    expect((await leave()).body).toMatchObject({ status, payments: [{ state }] })
    expect((await dana.pay(id, 'self_hosted_bank')).status).toBe(409)
    await carryOutAll(world.kit)
    expect(backOf(minted)).toEqual([])
  })

  test('keeps the attempt while the provider does not answer', async () => {
    const { dana, id, leave, edit } = await startPaying()
    world.gateway.setUnreachable(true)
    expect(await leave()).toMatchObject({ status: 502, body: { code: 'payment_unknown' } })
    expect((await edit(6_000)).body.code).toBe('order_is_frozen')
    world.gateway.setUnreachable(false)
    expect((await leave()).body).toMatchObject({ frozen_until: null })
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'abandoned' }])
  })
})

describe('money for a page that was left', () => {
  test('is refunded automatically, once, and everybody is told', async () => {
    const { dana, id, payment, minted, leave } = await startPaying()
    await leave()
    paidOn(minted)
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    await carryOutAll(world.kit)

    expect(backOf(minted)).toMatchObject([{ kind: 'void', amountCents: minted.amountCents }])
    expect(await dana.order(id)).toMatchObject({
      status: 'cart',
      frozen_until: null,
      payments: [{ state: 'abandoned' }],
    })
    const [found, ...others] = await discrepanciesOf(id)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      reason: 'abandoned',
      state: 'given_back',
      decided_by: 'system',
      note: expect.stringContaining('Refunded automatically'),
      can_accept: false,
      can_give_back: false,
    })
    expect(await eventsOf(`doubt:${found.id}`)).toEqual([
      'doubt.opened',
      'doubt.giving_back',
      'doubt.given_back',
    ])
    expect(await office(`orders/${id}/money/`)).toMatchObject({
      received_cents: 0,
      owed_cents: 0,
      refunds: [{ state: 'done', kind: 'void', asked_by: 'system' }],
    })
    expect(await mailsOf(id)).toBe(1)
    expect(await eventsOf(`payment:${payment.id}`)).toContain('payment.verified')
  })

  test('above the limit of one person needs no second one: it goes back to where it came from', async () => {
    const { id, minted, leave } = await startPaying()
    const rules = (cents: number) =>
      sql`update sites set money_rules = money_rules || jsonb_build_object('two_people_above_cents', ${cents}::int)
        where slug = 'northwind'`.execute(world.kit.pool)
    await rules(1)
    await leave()
    paidOn(minted)
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await rules(50_000)
    await carryOutAll(world.kit)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
  })

  test('of the same sum as the new attempt: the new one pays the order once, the old one goes back', async () => {
    const { dana, id, minted, leave } = await startPaying()
    await leave()
    const second = (await dana.pay(id)).body
    const newer = world.gateway.minted.at(-1)!
    expect(newer.amountCents).toBe(minted.amountCents)
    paidOn(minted)
    paidOn(newer)
    await dana.verify(id)
    await carryOutAll(world.kit)

    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'abandoned' }, { id: second.id, state: 'paid' }],
    })
    expect([backOf(minted).length, backOf(newer).length]).toEqual([1, 0])
    expect(await office(`orders/${id}/money/`)).toMatchObject({
      received_cents: newer.amountCents,
      owed_cents: 0,
    })
  })

  test('does not keep the customer from paying meanwhile, nor a changed cart from its own price', async () => {
    const { dana, id, minted, leave, edit } = await startPaying()
    await leave()
    await edit(6_000)
    paidOn(minted)
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    const { body } = await dana.pay(id)
    expect(body).toMatchObject({ state: 'started' })
    expect(body.amount_cents).toBeGreaterThan(minted.amountCents)
  })

  test('that has settled is returned instead of voided', async () => {
    const { minted, leave } = await startPaying()
    await leave()
    paidOn(minted, { status: 'STL' })
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    expect(backOf(minted)).toMatchObject([{ kind: 'return', amountCents: minted.amountCents }])
  })

  test('settles while it is voided: it is returned then, and not twice', async () => {
    const { id, minted, leave } = await startPaying()
    await leave()
    paidOn(minted)
    world.gateway.setGiveBack((request) =>
      request.kind === 'void' ? { outcome: 'settled_meanwhile' } : done(request),
    )
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    await carryOutAll(world.kit)
    await carryOutAll(world.kit)
    expect(backOf(minted).map(({ kind }) => kind)).toEqual(['void', 'return'])
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
  })

  test('whose refund is not answered is looked up, never asked for again', async () => {
    const { id, minted, leave } = await startPaying()
    await leave()
    paidOn(minted)
    world.gateway.setGiveBack((request) => {
      world.gateway.transactions.set(request.transactionId, [
        approval(request, { transactionType: 'VOID', providerTransactionId: `RET-${request.transactionId}` }),
      ])
      throw new Error('the answer was lost')
    })
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit).catch(() => undefined)
    await carryOutAll(world.kit).catch(() => undefined)
    await carryOutAll(world.kit)
    expect(backOf(minted)).toHaveLength(1)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
  })

  test('whose refund the provider refuses waits for a person, who can refund it', async () => {
    const { dana, id, minted, leave } = await startPaying()
    await leave()
    paidOn(minted)
    world.gateway.setGiveBack(() => ({ outcome: 'refused', code: '5040' }))
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    inMs(12 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    expect(backOf(minted)).toHaveLength(1)
    const [found] = await discrepanciesOf(id)
    expect(found).toMatchObject({ state: 'open', can_give_back: true })
    expect((await dana.pay(id)).status).toBe(200)

    world.setClock(undefined)
    world.gateway.setGiveBack(done)
    const path = `/api/v1/office/payment_discrepancies/${found.id}/give_back/`
    await (await world.staff('finance')).call('POST', path, { note: 'Called the provider' })
    await carryOutAll(world.kit)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back', note: 'Called the provider' }])
    expect(await mailsOf(id)).toBe(1)
  })

  test('that the provider still looks at goes back once it is let through', async () => {
    const { id, minted, leave } = await startPaying()
    await leave()
    paidOn(minted, { status: 'REV' })
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'open' }])
    paidOn(minted)
    inMs(2 * DAY_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    world.setClock(undefined)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
    expect(backOf(minted)).toHaveLength(1)
  })

  test('reported by the provider days later goes back as well', async () => {
    const { id, minted, leave } = await startPaying()
    await leave()
    inMs(40 * MINUTE_MS)
    await reconcilePayments(world.kit)
    paidOn(minted, { status: 'STL' })
    inMs(3 * DAY_MS)
    const { path, user, password } = reportAccess(world.kit.keys.dataSeal, 'northwind')
    const login = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const report = { ssl_merchant_txn_id: minted.transactionId, ssl_result: 0 }
    const visit = world.visit('localhost')
    for (let time = 0; time < 2; time += 1) await visit('POST', path, report, { authorization: login })
    await carryOutAll(world.kit)
    world.setClock(undefined)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
    expect(backOf(minted)).toHaveLength(1)
  })

  test('by bank debit is voided within the provider’s ten minutes, and a person’s after that', async () => {
    for (const isInTime of [true, false]) {
      const { id, minted, leave } = await startPaying('elavon_ach')
      await leave()
      paidOn(minted, debit)
      world.gateway.setGiveBack((request) =>
        isInTime ? done(request) : { outcome: 'refused', code: '5041' },
      )
      inMs(4 * MINUTE_MS)
      await reconcilePayments(world.kit)
      await carryOutAll(world.kit)
      world.setClock(undefined)
      expect(backOf(minted)).toMatchObject([{ kind: 'void', method: 'elavon_ach' }])
      const state = isInTime ? 'given_back' : 'open'
      expect([isInTime, await discrepanciesOf(id)]).toMatchObject([isInTime, [{ state }]])
    }
  })

  test('charged twice goes back twice; another sum waits for a person, and keeps nobody from paying', async () => {
    const { dana, id, minted, leave } = await startPaying()
    await leave()
    paidOn(
      minted,
      { providerTransactionId: `ONE-${id}` },
      { providerTransactionId: `TWO-${id}` },
      { providerTransactionId: `SUM-${id}`, amountCents: minted.amountCents + 100 },
    )
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    const back = world.gateway.givenBack.filter(({ of }) => of.endsWith(`-${id}`))
    expect(back.map(({ of, amountCents }) => [of, amountCents])).toEqual([
      [`ONE-${id}`, minted.amountCents],
      [`TWO-${id}`, minted.amountCents],
    ])
    const waits = (await discrepanciesOf(id)).filter(({ state }: { state: string }) => state === 'open')
    expect(waits).toMatchObject([{ reason: 'other_amount', provider_transaction_id: `SUM-${id}` }])
    expect((await dana.pay(id)).status).toBe(200)
  })

  test('that may not be ours waits for a person', async () => {
    const { id, minted, leave } = await startPaying()
    await leave()
    paidOn(minted, { transactionId: 'f'.repeat(32) })
    inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    expect(await discrepanciesOf(id)).toMatchObject([{ reason: 'other_attempt', state: 'open' }])
    expect(backOf(minted)).toEqual([])
  })
})

test('a page on which something was paid that does not fit is not offered again', async () => {
  const { dana, id, minted, payment } = await startPaying()
  expect(payment.hosted_page).not.toBeNull()
  paidOn(minted, { amountCents: minted.amountCents + 100 })
  await dana.verify(id)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started', hosted_page: null }])
  const [found] = await discrepanciesOf(id)
  const path = `/api/v1/office/payment_discrepancies/${found.id}/give_back/`
  await (await world.staff('finance')).call('POST', path, { note: 'Another sum' })
  await carryOutAll(world.kit)
  await dana.verify(id)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started', hosted_page: null }])
})
