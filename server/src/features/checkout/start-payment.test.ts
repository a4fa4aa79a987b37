import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isUniqueViolation } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { makeOnce } from '../../http/idempotency.ts'
import { payingSteps } from '../../testing/checkout-world.ts'
import { reconcilePayments } from '../../testing/sweeps.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { insertPayment } from '../payments/payments.repo.ts'
import { createPayment, type PaymentAsked } from './create-payment.ts'

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

test('opens a payment page once, lets the buyer continue it, and locks the cart', async () => {
  const { dana, id, payment } = await steps.startPaying()
  expect(payment).toMatchObject({
    state: 'started',
    hosted_page: {
      url: world.gateway.pageUrl,
      fields: { ssl_txn_auth_token: expect.stringContaining('token/') },
    },
  })

  const again = await dana.pay(id)
  const order = await dana.order(id)

  expect(again).toMatchObject({ status: 409, body: { code: 'payment_already_open' } })
  expect(order.payments).toEqual([payment])
  expect(order).toMatchObject({ status: 'cart', number: '', frozen_until: payment.expires_at })
  const [item] = order.card_items
  const changes = [
    ['PATCH', `/api/v1/card_items/${item.id}/`, { denomination_cents: 1_000 }],
    ['DELETE', `/api/v1/card_items/${item.id}/`],
    ['POST', '/api/v1/card_recipient_details/', { card_item_id: item.id, first_name: 'Eve' }],
    ['POST', `/api/v1/orders/${id}/bulk_shipping_orders/`, { shipping_option_id: 1 }],
  ] as const
  for (const [method, path, body] of changes) {
    expect([path, (await dana.customer.call(method, path, body)).body.code]).toEqual([
      path,
      'order_is_frozen',
    ])
  }
})

test('stores the page’s token sealed and hides it a minute before the attempt ends', async () => {
  const { dana, id, payment } = await steps.startPaying()
  const row = await world.kit.pool
    .selectFrom('payments')
    .select('token_sealed')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  expect(row.token_sealed).not.toBe('')
  expect(row.token_sealed).not.toContain(payment.hosted_page.fields.ssl_txn_auth_token)

  steps.inMinutes(15)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started', hosted_page: null }])
})

test('leaves the order unpaid after a forged return', async () => {
  const { dana, id } = await steps.startPaying()
  const forged = {
    cpi_order_id: String(id),
    ssl_token_response: 'SUCCESS',
    ssl_result: '0',
    ssl_result_message: 'APPROVAL',
    ssl_txn_id: 'AD3-FORGED',
    ssl_amount: '102.50',
    ssl_card_number: '41**********9990',
  }
  const back = await dana.customer.call('POST', '/order-confirmation', forged)

  const verified = await dana.verify(id)

  expect(back).toMatchObject({
    status: 303,
    headers: {
      location: `/order-confirmation?cpi_order_id=${id}&ssl_token_response=SUCCESS&ssl_result_message=APPROVAL&ssl_card_number=41**********9990`,
    },
  })
  expect(verified.body).toMatchObject({ status: 'cart', placed_at: null, payments: [{ state: 'started' }] })
  expect(await steps.jobsOf('mail.order-placed', id)).toBe(0)
})

test('approves an order below the site’s limit without review', async () => {
  const { dana, id, provider, payment } = await steps.startPaying()
  provider.answers({})
  const limit = (cents: number) =>
    world.kit.pool
      .updateTable('sites')
      .set({ auto_approve_below_cents: cents })
      .where('slug', '=', 'northwind')
      .execute()
  await limit(payment.amount_cents + 1)
  steps.inMinutes(17)

  await reconcilePayments(world.kit)
  await limit(0)

  const { status, history } = await dana.order(id)
  expect(status).toBe('approved')
  expect(history.map((move: { status: string }) => move.status)).toEqual(['in_review', 'approved'])
})

test('rejects a payment before registration is complete', async () => {
  const dana = await steps.newCustomer({ registered: false })
  const { id } = await dana.cart()
  expect((await dana.pay(id)).body.code).toBe('registration_incomplete')
})

test('hides and rejects a payment method that is off', async () => {
  const dana = await steps.newCustomer({ site: 'acorn' })
  const id = await dana.fillCart('digital')
  const enable = (enabled: boolean) =>
    world.kit.pool
      .updateTable('organization_payment_providers')
      .set({ enabled })
      .where('method_code', '=', 'elavon_ach')
      .execute()
  await enable(false)

  const shown = await dana.ok('GET', '/api/v1/organization_payment_providers/')
  const answer = await dana.pay(id, 'elavon_ach')
  await enable(true)

  expect(shown.map((one: { method_code: string }) => one.method_code)).not.toContain('elavon_ach')
  expect(answer).toMatchObject({ status: 422, body: { code: 'payment_method_unavailable' } })
})

test('rejects an unknown payment method at its field', async () => {
  const dana = await steps.newCustomer()
  const id = await dana.fillCart('digital')
  expect(await dana.pay(id, 'gold')).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: [{ field: 'method_code' }] },
  })
})

test('returns the same payment for the same key', async () => {
  const dana = await steps.newCustomer()
  const id = await dana.fillCart('digital')
  const pay = (customer: SignedIn) =>
    customer.call(
      'POST',
      '/api/v1/payments/',
      { order_id: id, method_code: 'self_hosted_bank' },
      { 'idempotency-key': `pay-${id}` },
    )
  const first = await pay(dana.customer)
  const second = await pay(dana.customer)
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect((await dana.order(id)).payments).toHaveLength(1)
})

test('stores at most one open payment for an order', async () => {
  const { id, payment } = await steps.startPaying()
  const { id: siteId } = await world.kit.sites.readByHost('localhost')
  const second = inSite(world.kit.pool, siteId, (db) =>
    insertPayment(db, {
      site_id: siteId,
      order_id: id,
      method_code: 'elavon_cc',
      amount_cents: payment.amount_cents,
      state: 'started',
      transaction_id: `second${id}`,
    }),
  )
  await expect(second).rejects.toSatisfy(isUniqueViolation)
})

test('opens one page for two clicks at once', async () => {
  const dana = await steps.newCustomer()
  const id = await dana.fillCart('digital')
  const mintedBefore = world.gateway.minted.length

  const answers = await Promise.all([dana.pay(id), dana.pay(id), dana.pay(id)])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(world.gateway.minted).toHaveLength(mintedBefore + 1)
})

describe('a price that changed since it was shown', () => {
  const change = (optionId: number, set: { price_cents?: number; active?: boolean }) =>
    world.kit.pool.updateTable('shipping_options').set(set).where('id', '=', optionId).execute()
  const withDelivery = async () => {
    const dana = await steps.newCustomer()
    const id = await dana.fillCart('direct')
    const { shipping_orders: deliveries, total_cents: total } = await dana.order(id)
    const [{ shipping_option_id: option, price_cents: price }] = deliveries
    return { dana, id, option, price, total }
  }

  test('is shown before payment and then charged', async () => {
    const { dana, id, option, price, total } = await withDelivery()
    const minted = world.gateway.minted.length
    await change(option, { price_cents: price + 150 })
    const { status, body } = await dana.pay(id)
    const { total_cents: now } = await dana.order(id)
    await change(option, { price_cents: price })
    expect(now).toBeGreaterThan(total)
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
    expect([status, body.code]).toEqual([409, 'price_changed'])
    expect(body.detail).toContain(`It was ${dollars(total)} and is now ${dollars(now)}.`)
    expect(world.gateway.minted).toHaveLength(minted)
    expect((await dana.order(id)).payments).toEqual([])

    // Shown once more, because the price changed back; then it matches what was seen.
    expect((await dana.pay(id)).body.code).toBe('price_changed')
    expect((await dana.pay(id)).body.amount_cents).toBe(total)
  })

  test('needs a new choice if the delivery method is gone', async () => {
    const { dana, id, option } = await withDelivery()
    await change(option, { active: false })
    const { body } = await dana.pay(id, 'self_hosted_check')
    await change(option, { active: true })
    expect(body.code).toBe('shipping_missing')
    expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [], shipping_orders: [] })
  })

  test('starts nothing for a buyer who saw another total', async () => {
    const dana = await steps.newCustomer()
    const id = await dana.fillCart('digital')
    const { total_cents: total } = await dana.order(id)
    const pay = (seen_total_cents: number) =>
      dana.customer.call('POST', '/api/v1/payments/', {
        order_id: id,
        method_code: 'self_hosted_check',
        seen_total_cents,
      })
    expect((await pay(total - 1)).body.code).toBe('price_changed')
    expect(await dana.order(id)).toMatchObject({ status: 'cart', frozen_until: null, payments: [] })
    expect((await pay(total)).body.amount_cents).toBe(total)
  })
})

test('opens one page if two servers resume an interrupted payment', async () => {
  const dana = await steps.newCustomer()
  const orderId = await dana.fillCart('digital')
  const site = await world.kit.sites.readByHost('localhost')
  const { customer_id } = await world.kit.pool
    .selectFrom('orders')
    .select('customer_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const actor = {
    siteId: site.id,
    customerId: customer_id,
    email: 'dana@halden.example',
    emailVerified: true,
    registrationComplete: true,
  } as Customer
  const asked: PaymentAsked = {
    orderId,
    method: 'elavon_cc',
    poNumber: '',
    invoiceEmails: undefined,
    seenTotalCents: undefined,
    origin: 'http://localhost',
    ip: '127.0.0.1',
  }
  const minted = Promise.withResolvers<void>()
  const minting = Promise.withResolvers<void>()
  let mints = 0
  const gateway = {
    ...world.gateway,
    mintToken: async () => {
      mints += 1
      minting.resolve()
      if (mints === 1) await minted.promise
      return `token-${mints}`
    },
  }
  const serverOf = (kit: object) => {
    const once = makeOnce({ pool: world.kit.pool, sealKey: world.kit.keys.dataSeal })
    const request = {
      siteId: site.id,
      actor: 'customer',
      operation: 'pay',
      key: `pay-${orderId}`,
      payload: 1,
    }
    const pay = () => createPayment({ ...world.kit, ...kit } as never, site, actor, asked)
    return () => once(request, async () => ({ status: 200, body: await pay() }))
  }
  const { body: first } = await serverOf({})()
  // As a server leaves it that dies between the payment and its page.
  await sql`update payments set token_sealed = '' where order_id = ${orderId}`.execute(world.kit.pool)
  await sql`update idempotency_keys set status = null, body_sealed = null where key = ${`pay-${orderId}`}`.execute(
    world.kit.pool,
  )

  const one = serverOf({ gateway })()
  await minting.promise
  const two = serverOf({ gateway })()
  await expect(two).rejects.toMatchObject({ code: 'idempotency_key_in_use' })
  minted.resolve()
  const { body } = await one
  expect(body).toMatchObject({ id: (first as { id: number }).id, state: 'started' })
  expect(mints).toBe(1)
  expect((await serverOf({ gateway })()).body).toEqual(body)
})
