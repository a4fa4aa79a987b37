import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { debit } from '../../testing/ordering-world.ts'
import { done, paymentPageSteps, type Told } from '../../testing/payment-page-world.ts'
import { carryOutAll } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'

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

describe('a customer who leaves the payment page', () => {
  test('can change the cart, drafts included, and pay another way at once', async () => {
    const { dana, id, payment, leave, edit } = await steps.startPaying()
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
    expect(await steps.eventsOf(`payment:${payment.id}`)).toEqual([
      'payment.started',
      'payment.token-minted',
      'payment.abandoned',
    ])
  })

  test('can leave twice, and what is over stays as it is', async () => {
    const { dana, id, minted, leave } = await steps.startPaying()
    const [first, second] = await Promise.all([leave(), leave()])
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'abandoned' }])

    const again = (await dana.pay(id)).body
    steps.paidOn(world.gateway.minted.at(-1)!)
    await dana.verify(id)
    expect((await leave()).body).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'abandoned' }, { id: again.id, state: 'paid' }],
    })
    expect(steps.backOf(minted)).toEqual([])
  })

  test('can’t leave for another customer', async () => {
    const { id } = await steps.startPaying()
    const other = await world.signIn()
    expect((await other.call('POST', `/api/v1/orders/${id}/leave_payment/`)).status).toBe(404)
  })

  test('gets the authorization voided and can pay another way', async () => {
    const { dana, id, minted, leave } = await steps.startPaying()
    steps.paidOn(minted)
    expect((await leave()).body).toMatchObject({ status: 'cart', frozen_until: null })
    await carryOutAll(world.kit)
    expect(steps.backOf(minted)).toMatchObject([{ kind: 'void', amountCents: minted.amountCents }])
    expect((await dana.pay(id)).body).toMatchObject({ state: 'started' })
  })

  test('is either paid or free after a return and a leave at once', async () => {
    const { dana, id, minted, leave } = await steps.startPaying()
    steps.paidOn(minted)
    await Promise.all([dana.verify(id), leave(), dana.verify(id), leave()])
    await carryOutAll(world.kit)
    const order = await dana.order(id)
    const isPaid = order.status === 'in_review'
    expect(order.payments).toMatchObject([{ state: isPaid ? 'paid' : 'abandoned' }])
    expect(steps.backOf(minted)).toHaveLength(isPaid ? 0 : 1)
  })

  test.each<[why: string, told: Told, method: 'elavon_cc' | 'elavon_ach', state: string, status: string]>([
    ['the provider holds the card back', { status: 'REV' }, 'elavon_cc', 'submitted', 'pending_payment'],
    ['the bank has accepted a debit', debit, 'elavon_ach', 'submitted', 'pending_payment'],
    ['the answer contradicts itself', { result: '1' }, 'elavon_cc', 'started', 'cart'],
    ['another charge is reported', { transactionId: 'f'.repeat(32) }, 'elavon_cc', 'started', 'cart'],
  ])('keeps the attempt while its outcome is open: %s', async (_why, told, method, state, status) => {
    const { id, minted, leave, dana } = await steps.startPaying(method)
    steps.paidOn(minted, told)
    expect((await leave()).body).toMatchObject({ status, payments: [{ state }] })
    expect((await dana.pay(id, 'self_hosted_bank')).status).toBe(409)
    await carryOutAll(world.kit)
    expect(steps.backOf(minted)).toEqual([])
  })

  test('keeps the attempt while the provider doesn’t answer', async () => {
    const { dana, id, leave, edit } = await steps.startPaying()
    world.gateway.setUnreachable(true)
    expect(await leave()).toMatchObject({ status: 502, body: { code: 'payment_unknown' } })
    expect((await edit(6_000)).body.code).toBe('order_is_frozen')
    world.gateway.setUnreachable(false)
    expect((await leave()).body).toMatchObject({ frozen_until: null })
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'abandoned' }])
  })
})

test('a page that received a mismatched payment isn’t offered again', async () => {
  const { dana, id, minted, payment } = await steps.startPaying()
  expect(payment.hosted_page).not.toBeNull()
  steps.paidOn(minted, { amountCents: minted.amountCents + 100 })
  await dana.verify(id)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started', hosted_page: null }])
  const [found] = await steps.discrepanciesOf(id)
  const path = `/api/v1/office/payment_discrepancies/${found.id}/refund/`
  await (await world.staff('finance')).call('POST', path, { note: 'Another sum' })
  await carryOutAll(world.kit)
  await dana.verify(id)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started', hosted_page: null }])
})
