import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { payingSteps } from '../../testing/checkout-world.ts'
import { approval } from '../../testing/ordering-world.ts'
import { carryOutAll, reconcilePayments } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let steps: ReturnType<typeof payingSteps>
beforeAll(async () => {
  world = await makeWorld()
  steps = payingSteps(world)
})
afterAll(() => world.close())
afterEach(() => {
  world.setClock(undefined)
  world.gateway.setUnreachable(false)
})

const DAY_MS = 86_400_000

describe('a discrepancy', () => {
  const office = async () => world.staff('finance')
  const discrepanciesOf = async (orderId: number) => {
    const { results } = (await (await office()).call('GET', '/api/v1/office/payment_discrepancies/')).body
    return results.filter((one: { order_id: number }) => one.order_id === orderId)
  }
  const decide = async (id: number, what: 'accept' | 'refund' | 'dismiss', as?: World['staff']) =>
    (await (as ?? world.staff)('finance')).call(
      'POST',
      `/api/v1/office/payment_discrepancies/${id}/${what}/`,
      {
        note: 'Spoke with the customer',
      },
    )
  const money = async (id: number) =>
    (await (await office()).call('GET', `/api/v1/office/orders/${id}/money/`)).body
  const auditEntriesOf = async (id: number) => {
    const { rows } = await sql<{ event: string }>`select event from audit_entries
      where subject = ${`doubt:${id}`} order by id`.execute(world.kit.pool)
    return rows.map(({ event }) => event)
  }
  const [item, other] = [{ denomination_cents: 6_000 }, { denomination_cents: 5_000 }]
  const edit = async ({ dana, id }: Awaited<ReturnType<typeof steps.startPaying>>, change: object) => {
    const [card] = (await dana.order(id)).card_items
    await dana.ok('PATCH', `/api/v1/card_items/${card.id}/`, change as Record<string, unknown>)
  }
  /** The page has run out, the cart was changed, and then the provider tells of money. */
  const paidLate = async () => {
    const paying = await steps.startPaying()
    steps.inMinutes(17)
    await paying.dana.verify(paying.id)
    await edit(paying, item)
    paying.provider.answers({})
    await paying.dana.verify(paying.id)
    return paying
  }

  test('waits for the office if the amount is wrong, and can be refunded', async () => {
    const { dana, id, minted, provider } = await steps.startPaying()
    provider.answers({ amountCents: minted.amountCents + 100 })
    await dana.verify(id)
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({
      reason: 'other_amount',
      state: 'open',
      expected_cents: minted.amountCents,
      amount_cents: minted.amountCents + 100,
      order_status: 'cart',
      can_accept: false,
      can_refund: true,
    })
    expect((await decide(discrepancy.id, 'accept')).body.code).toBe('discrepancy_changed')
    expect((await decide(discrepancy.id, 'refund')).body).toMatchObject({ state: 'giving_back' })
    expect((await decide(discrepancy.id, 'refund')).body.code).toBe('discrepancy_changed')
    await carryOutAll(world.kit)
    expect(world.gateway.refunds.at(-1)).toMatchObject({
      kind: 'void',
      of: `AD3-${minted.transactionId}`,
      amountCents: minted.amountCents + 100,
    })
    expect(await discrepanciesOf(id)).toMatchObject([
      { state: 'given_back', note: 'Spoke with the customer' },
    ])
    expect(await money(id)).toMatchObject({ received_cents: 0, owed_cents: 0, refunds: [{ state: 'done' }] })
    expect(await auditEntriesOf(discrepancy.id)).toEqual([
      'doubt.opened',
      'doubt.giving_back',
      'doubt.given_back',
    ])

    // A refund is no longer an answer: the order is free once the page has expired.
    steps.inMinutes(17)
    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({ frozen_until: null, payments: [{ state: 'expired' }] })
  })

  test('refunds one of two charges and pays the order with the other', async () => {
    const { dana, id, minted, provider } = await steps.startPaying()
    provider.answers({ providerTransactionId: `ONE-${id}` }, { providerTransactionId: `TWO-${id}` })
    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
    const discrepancies = await discrepanciesOf(id)
    expect(discrepancies.map((one: { reason: string }) => one.reason)).toEqual([
      'charged_twice',
      'charged_twice',
    ])
    const two = discrepancies.find((one: { provider_transaction_id: string }) =>
      one.provider_transaction_id.startsWith('TWO'),
    )
    await decide(two.id, 'refund')
    await carryOutAll(world.kit)
    expect(world.gateway.refunds.at(-1)).toMatchObject({ of: `TWO-${id}` })

    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
    expect((await discrepanciesOf(id)).map((one: { state: string }) => one.state)).toEqual([
      'given_back',
      'cleared',
    ])
    expect(await money(id)).toMatchObject({ received_cents: minted.amountCents, owed_cents: 0 })
  })

  test('reports a second charge and keeps the order paid', async () => {
    const { dana, id, provider } = await steps.startPaying()
    provider.answers({ providerTransactionId: `ONE-${id}` })
    await dana.verify(id)
    provider.answers({ providerTransactionId: `ONE-${id}` }, { providerTransactionId: `TWO-${id}` })
    world.setClock(new Date(Date.now() + DAY_MS))
    await reconcilePayments(world.kit)
    world.setClock(undefined)
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({ reason: 'charged_twice', payment_state: 'paid' })
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ message: expect.stringContaining('Our team is reviewing it') }],
    })
    await decide(discrepancy.id, 'refund')
    await carryOutAll(world.kit)
    expect(world.gateway.refunds.at(-1)).toMatchObject({ of: `TWO-${id}` })
    world.setClock(new Date(Date.now() + 2 * DAY_MS))
    await reconcilePayments(world.kit)
    world.setClock(undefined)
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'paid', message: '' }],
    })
  })

  test('doesn’t pay a changed cart with late money until staff decide', async () => {
    const { dana, id } = await paidLate()
    expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [{ state: 'expired' }] })
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({ reason: 'late', can_accept: true, can_refund: true })
    expect((await decide(discrepancy.id, 'accept')).body.code).toBe('discrepancy_not_acceptable')
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'open' }])
    expect((await dana.order(id)).status).toBe('cart')
  })

  test('blocks another payment until late money is refunded', async () => {
    const { dana, id, minted } = await paidLate()
    const attempts = world.gateway.minted.length
    for (const method of ['elavon_cc', 'self_hosted_check']) {
      const { status, body } = await dana.pay(id, method)
      expect([status, body.code]).toEqual([409, 'payment_has_discrepancy'])
      expect(body.detail).toContain(`a payment of $${(minted.amountCents / 100).toFixed(2)} for this order`)
    }
    expect(world.gateway.minted).toHaveLength(attempts)
    const [discrepancy] = await discrepanciesOf(id)
    await decide(discrepancy.id, 'refund')
    expect((await dana.pay(id, 'self_hosted_check')).status).toBe(200)
    await carryOutAll(world.kit)
  })

  test('lets staff accept late money that equals the total', async () => {
    const paying = await paidLate()
    const { dana, id, minted } = paying
    await edit(paying, { ...other, message: 'Well done' })
    const [discrepancy] = await discrepanciesOf(id)
    expect((await decide(discrepancy.id, 'accept')).body).toMatchObject({
      state: 'accepted',
      can_accept: false,
    })
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      total_cents: minted.amountCents,
      payments: [{ state: 'paid' }],
      card_items: [{ message: 'Well done' }],
    })
    expect(await money(id)).toMatchObject({ received_cents: minted.amountCents, owed_cents: 0 })
    expect(await auditEntriesOf(discrepancy.id)).toEqual(['doubt.opened', 'doubt.accepted'])
  })

  test('lets staff accept late money after the cart is restored', async () => {
    const paying = await paidLate()
    const { dana, id, minted } = paying
    const [discrepancy] = await discrepanciesOf(id)
    await edit(paying, other)
    const field = await dana.ok('POST', '/api/v1/company/order_fields/', { name: 'Cost center' })
    const fields = [{ id: field.id, value: '4100' }]
    await dana.ok('PATCH', `/api/v1/orders/${id}/fields/`, { fields })
    expect((await decide(discrepancy.id, 'accept')).body).toMatchObject({ state: 'accepted' })
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      total_cents: minted.amountCents,
      fields: [{ name: 'Cost center', value: '4100' }],
    })
    expect(await auditEntriesOf(discrepancy.id)).toEqual(['doubt.opened', 'doubt.accepted'])
  })

  test('lets staff accept late money instead of a check', async () => {
    const { dana, id, provider, minted } = await steps.startPaying()
    steps.inMinutes(17)
    await dana.verify(id)
    await dana.pay(id, 'self_hosted_check')
    provider.answers({})
    steps.inMinutes(30)
    await reconcilePayments(world.kit)
    world.setClock(undefined)
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({ reason: 'late', order_status: 'pending_payment' })
    await decide(discrepancy.id, 'accept')
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'paid' }, { state: 'failed' }],
    })
    expect(await money(id)).toMatchObject({ received_cents: minted.amountCents, owed_cents: 0 })
  })

  test('lets staff only refund late money for a paid or declined order', async () => {
    const { dana, id, provider } = await steps.startPaying()
    steps.inMinutes(17)
    await dana.verify(id)
    await dana.pay(id)
    const second = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(second.transactionId, [approval(second)])
    await dana.verify(id)
    expect((await dana.order(id)).status).toBe('in_review')

    provider.answers({ status: 'STL' })
    steps.inMinutes(30)
    await reconcilePayments(world.kit)
    world.setClock(undefined)
    const [discrepancy] = await discrepanciesOf(id)
    expect((await decide(discrepancy.id, 'accept')).body.code).toBe('discrepancy_not_acceptable')
    await decide(discrepancy.id, 'refund')
    await carryOutAll(world.kit)
    expect(world.gateway.refunds.at(-1)).toMatchObject({ kind: 'return' })
    expect(await money(id)).toMatchObject({
      received_cents: second.amountCents,
      owed_cents: 0,
      payments: [{ state: 'expired' }, { state: 'paid', refundable_cents: second.amountCents }],
    })
    expect((await dana.order(id)).status).toBe('in_review')
  })

  test('needs two people above the limit, and reopens when rejected', async () => {
    const { dana, id, minted, provider } = await steps.startPaying()
    provider.answers({ amountCents: minted.amountCents + 60_000 })
    await dana.verify(id)
    const [discrepancy] = await discrepanciesOf(id)
    const first = await world.staff('finance')
    const asFirst = async () => first
    const { body } = await decide(discrepancy.id, 'refund', asFirst)
    const calls = world.gateway.refunds.length
    await carryOutAll(world.kit)
    expect(world.gateway.refunds).toHaveLength(calls)
    const path = `/api/v1/office/refunds/${body.refund_id}/decide/`
    expect((await first.call('POST', path, { agree: true })).body.code).toBe('other_person_needed')
    await (await office()).call('POST', path, { agree: false })
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'open', can_refund: true }])

    const again = await decide(discrepancy.id, 'refund', asFirst)
    const agreed = await (await office()).call(
      'POST',
      `/api/v1/office/refunds/${again.body.refund_id}/decide/`,
      { agree: true },
    )
    expect(agreed.body.state).toBe('approved')
    await carryOutAll(world.kit)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'given_back' }])
    expect((await money(id)).owed_cents).toBe(0)
  })

  test('lets staff dismiss someone else’s transaction without a refund', async () => {
    const { dana, id, provider } = await steps.startPaying()
    provider.answers({ transactionId: 'f'.repeat(32) })
    await dana.verify(id)
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({ reason: 'other_attempt', can_refund: false, masked_account: '' })
    expect((await decide(discrepancy.id, 'refund')).body.code).toBe('discrepancy_changed')
    expect((await decide(discrepancy.id, 'dismiss')).body).toMatchObject({ state: 'dismissed' })
    steps.inMinutes(17)
    await dana.verify(id)
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'expired' }])
  })

  test('is cleared by a later answer that matches', async () => {
    const { dana, id, minted, provider } = await steps.startPaying()
    provider.answers({ amountCents: minted.amountCents + 100 })
    await dana.verify(id)
    provider.answers({})
    await dana.verify(id)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'cleared', can_refund: false }])
    expect((await dana.order(id)).status).toBe('in_review')
  })

  test('is decided by staff who may refund, on their own site', async () => {
    const { dana, id, minted, provider } = await steps.startPaying()
    provider.answers({ amountCents: minted.amountCents + 100 })
    await dana.verify(id)
    const [discrepancy] = await discrepanciesOf(id)
    const path = `/api/v1/office/payment_discrepancies/${discrepancy.id}/refund/`
    const ask = async (role: 'support' | 'viewer' | 'owner', site?: 'acorn') =>
      (await (await world.staff(role, site)).call('POST', path, { note: 'x' })).status
    expect([await ask('support'), await ask('viewer'), await ask('owner', 'acorn')]).toEqual([403, 403, 404])
  })
})
