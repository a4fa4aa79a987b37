import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { approval, debit } from '../../testing/ordering-world.ts'
import { DAY_MS, done, MINUTE_MS, paymentPageSteps } from '../../testing/payment-page-world.ts'
import { carryOutAll, reconcilePayments } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { reportAccess } from './provider-report.ts'

let world: World
let steps: ReturnType<typeof paymentPageSteps>
beforeAll(async () => {
  world = await makeWorld()
  steps = paymentPageSteps(world)
})
afterAll(() => world.close())
afterEach(() => {
  world.setClock(undefined)
  world.gateway.setUnreachable(false)
  world.gateway.setRefund(done)
})

describe('a payment on an abandoned page', () => {
  test('is refunded automatically, once, with notices', async () => {
    const { dana, id, payment, minted } = await steps.leavePage()
    steps.paidOn(minted)
    steps.inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit)
    await carryOutAll(world.kit)

    expect(steps.backOf(minted)).toMatchObject([{ kind: 'void', amountCents: minted.amountCents }])
    expect(await dana.order(id)).toMatchObject({
      status: 'cart',
      frozen_until: null,
      payments: [{ state: 'abandoned' }],
    })
    const [found, ...others] = await steps.discrepanciesOf(id)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      reason: 'abandoned',
      state: 'given_back',
      decided_by: 'system',
      note: expect.stringContaining('Refunded automatically'),
      can_accept: false,
      can_refund: false,
    })
    expect(await steps.eventsOf(`doubt:${found.id}`)).toEqual([
      'doubt.opened',
      'doubt.giving_back',
      'doubt.given_back',
    ])
    expect(await steps.office(`orders/${id}/money/`)).toMatchObject({
      received_cents: 0,
      owed_cents: 0,
      refunds: [{ state: 'done', kind: 'void', asked_by: 'system' }],
    })
    expect(await steps.mailsOf(id)).toBe(1)
    expect(await steps.eventsOf(`payment:${payment.id}`)).toContain('payment.verified')
  })

  test('above one person’s limit needs no second person, as it returns to its source', async () => {
    const { id, minted, leave } = await steps.startPaying()
    const rules = (cents: number) =>
      sql`update sites set money_rules = money_rules || jsonb_build_object('two_people_above_cents', ${cents}::int)
        where slug = 'northwind'`.execute(world.kit.pool)
    await rules(1)
    await leave()
    steps.paidOn(minted)
    steps.inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await rules(50_000)
    await carryOutAll(world.kit)
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
  })

  test('of the same sum as the new attempt is refunded, and the new one pays the order once', async () => {
    const { dana, id, minted } = await steps.leavePage()
    const second = (await dana.pay(id)).body
    const newer = world.gateway.minted.at(-1)!
    expect(newer.amountCents).toBe(minted.amountCents)
    steps.paidOn(minted)
    steps.paidOn(newer)
    await dana.verify(id)
    await carryOutAll(world.kit)

    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'abandoned' }, { id: second.id, state: 'paid' }],
    })
    expect([steps.backOf(minted).length, steps.backOf(newer).length]).toEqual([1, 0])
    expect(await steps.office(`orders/${id}/money/`)).toMatchObject({
      received_cents: newer.amountCents,
      owed_cents: 0,
    })
  })

  test('lets the customer pay, at the changed cart’s own price', async () => {
    const { dana, id, minted, edit } = await steps.leavePage()
    await edit(6_000)
    steps.paidOn(minted)
    steps.inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    const { body } = await dana.pay(id)
    expect(body).toMatchObject({ state: 'started' })
    expect(body.amount_cents).toBeGreaterThan(minted.amountCents)
  })

  test('that has settled is returned instead of voided', async () => {
    const { minted } = await steps.leavePage()
    steps.paidOn(minted, { status: 'STL' })
    await steps.sweep()
    expect(steps.backOf(minted)).toMatchObject([{ kind: 'return', amountCents: minted.amountCents }])
  })

  test('that settles while it is voided is returned then, and not twice', async () => {
    const { id, minted } = await steps.leavePage()
    steps.paidOn(minted)
    world.gateway.setRefund((request) =>
      request.kind === 'void' ? { outcome: 'already_settled' } : done(request),
    )
    await steps.sweep()
    await carryOutAll(world.kit)
    await carryOutAll(world.kit)
    expect(steps.backOf(minted).map(({ kind }) => kind)).toEqual(['void', 'return'])
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
  })

  test('with an unanswered refund is looked up, and never refunded again', async () => {
    const { id, minted } = await steps.leavePage()
    steps.paidOn(minted)
    world.gateway.setRefund((request) => {
      world.gateway.transactions.set(request.transactionId, [
        approval(request, { transactionType: 'VOID', providerTransactionId: `RET-${request.transactionId}` }),
      ])
      throw new Error('the answer was lost')
    })
    steps.inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    await carryOutAll(world.kit).catch(() => undefined)
    await carryOutAll(world.kit).catch(() => undefined)
    await carryOutAll(world.kit)
    expect(steps.backOf(minted)).toHaveLength(1)
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
  })

  test('that the provider doesn’t refund waits for staff, who can refund it', async () => {
    const { dana, id, minted } = await steps.leavePage()
    steps.paidOn(minted)
    world.gateway.setRefund(() => ({ outcome: 'refused', code: '5040' }))
    await steps.sweep()
    await steps.sweep(12 * MINUTE_MS)
    expect(steps.backOf(minted)).toHaveLength(1)
    const [found] = await steps.discrepanciesOf(id)
    expect(found).toMatchObject({ state: 'open', can_refund: true })
    expect((await dana.pay(id)).status).toBe(200)

    world.setClock(undefined)
    world.gateway.setRefund(done)
    const path = `/api/v1/office/payment_discrepancies/${found.id}/refund/`
    await (await world.staff('finance')).call('POST', path, { note: 'Called the provider' })
    await carryOutAll(world.kit)
    expect(await steps.discrepanciesOf(id)).toMatchObject([
      { state: 'given_back', note: 'Called the provider' },
    ])
    expect(await steps.mailsOf(id)).toBe(1)
  })

  test('under review by the provider is refunded once it is approved', async () => {
    const { id, minted } = await steps.leavePage()
    steps.paidOn(minted, { status: 'REV' })
    steps.inMs(4 * MINUTE_MS)
    await reconcilePayments(world.kit)
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ state: 'open' }])
    steps.paidOn(minted)
    await steps.sweep(2 * DAY_MS)
    world.setClock(undefined)
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
    expect(steps.backOf(minted)).toHaveLength(1)
  })

  test('reported by the provider days later is refunded too', async () => {
    const { id, minted } = await steps.leavePage()
    steps.inMs(40 * MINUTE_MS)
    await reconcilePayments(world.kit)
    steps.paidOn(minted, { status: 'STL' })
    steps.inMs(3 * DAY_MS)
    const { path, user, password } = reportAccess(world.kit.keys.dataSeal, 'northwind')
    const login = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const report = { ssl_merchant_txn_id: minted.transactionId, ssl_result: 0 }
    const visit = world.visit('localhost')
    for (let time = 0; time < 2; time += 1) await visit('POST', path, report, { authorization: login })
    await carryOutAll(world.kit)
    world.setClock(undefined)
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
    expect(steps.backOf(minted)).toHaveLength(1)
  })

  test('by bank debit is voided within the provider’s ten minutes, and waits for staff after that', async () => {
    for (const isInTime of [true, false]) {
      const { id, minted } = await steps.leavePage('elavon_ach')
      steps.paidOn(minted, debit)
      world.gateway.setRefund((request) => (isInTime ? done(request) : { outcome: 'refused', code: '5041' }))
      await steps.sweep()
      world.setClock(undefined)
      expect(steps.backOf(minted)).toMatchObject([{ kind: 'void', method: 'elavon_ach' }])
      const state = isInTime ? 'given_back' : 'open'
      expect([isInTime, await steps.discrepanciesOf(id)]).toMatchObject([isInTime, [{ state }]])
    }
  })

  test('that was charged twice is refunded twice; another sum waits for staff and doesn’t block payment', async () => {
    const { dana, id, minted } = await steps.leavePage()
    steps.paidOn(
      minted,
      { providerTransactionId: `ONE-${id}` },
      { providerTransactionId: `TWO-${id}` },
      { providerTransactionId: `SUM-${id}`, amountCents: minted.amountCents + 100 },
    )
    await steps.sweep()
    const back = world.gateway.refunds.filter(({ of }) => of.endsWith(`-${id}`))
    expect(back.map(({ of, amountCents }) => [of, amountCents])).toEqual([
      [`ONE-${id}`, minted.amountCents],
      [`TWO-${id}`, minted.amountCents],
    ])
    const waits = (await steps.discrepanciesOf(id)).filter(({ state }: { state: string }) => state === 'open')
    expect(waits).toMatchObject([{ reason: 'other_amount', provider_transaction_id: `SUM-${id}` }])
    expect((await dana.pay(id)).status).toBe(200)
  })

  test('that may not be ours waits for staff', async () => {
    const { id, minted } = await steps.leavePage()
    steps.paidOn(minted, { transactionId: 'f'.repeat(32) })
    await steps.sweep()
    expect(await steps.discrepanciesOf(id)).toMatchObject([{ reason: 'other_attempt', state: 'open' }])
    expect(steps.backOf(minted)).toEqual([])
  })
})
