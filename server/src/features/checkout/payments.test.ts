import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isUniqueViolation } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { makeOnce } from '../../http/idempotency.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'
import { carryOutAll } from '../money/carry-out-refund.ts'
import { insertPayment } from '../payments/payments.repo.ts'
import { reconcilePayments } from './checkout.jobs.ts'
import { createPayment, type PaymentAsked } from './create-payment.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(() => {
  world.setClock(undefined)
  world.gateway.setUnreachable(false)
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const inMinutes = (minutes: number) => world.setClock(new Date(Date.now() + minutes * MINUTE_MS))

async function newCustomer(options?: Parameters<World['signIn']>[0]) {
  const customer = await world.signIn(options)
  return { customer, ...customerSteps(customer) }
}

/** A cart on its way to the payment page, and the attempt as the provider knows it. */
async function startPaying(method: 'elavon_cc' | 'elavon_ach' = 'elavon_cc', site?: 'northwind' | 'acorn') {
  const dana = await newCustomer({ site })
  const id = await dana.fillCart('digital')
  const answer = await dana.pay(id, method)
  expect(answer.status).toBe(200)
  const minted = world.gateway.minted.at(-1)!
  const provider = {
    answers: (...told: Parameters<typeof approval>[1][]) =>
      world.gateway.transactions.set(
        minted.transactionId,
        told.map((one) => approval(minted, one)),
      ),
  }
  return { dana, id, payment: answer.body, minted, provider }
}

async function promisedJobs(name: string, orderId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = ${name} and data ->> 'orderId' = ${String(orderId)}`.execute(world.kit.pool)
  return rows[0]!.count
}

async function trail(paymentId: number): Promise<string[]> {
  const rows = await world.kit.pool
    .selectFrom('audit_entries')
    .select('event')
    .where('subject', '=', `payment:${paymentId}`)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.event)
}

test('a payment page is opened once, can be continued, and freezes the cart', async () => {
  const { dana, id, payment } = await startPaying()
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

test('the page’s token is kept sealed, and is gone from the order a minute before the attempt ends', async () => {
  const { dana, id, payment } = await startPaying()
  const row = await world.kit.pool
    .selectFrom('payments')
    .select('token_sealed')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  expect(row.token_sealed).not.toBe('')
  expect(row.token_sealed).not.toContain(payment.hosted_page.fields.ssl_txn_auth_token)

  inMinutes(15)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started', hosted_page: null }])
})

test('a forged return leaves the order unpaid', async () => {
  const { dana, id } = await startPaying()
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
  expect(await promisedJobs('mail.order-placed', id)).toBe(0)
})

test('what the provider confirms is paid, once, however often it is asked', async () => {
  const { dana, id, provider, payment } = await startPaying()
  provider.answers({})

  const first = await dana.verify(id)
  const second = await dana.verify(id)

  expect(first.body).toMatchObject({
    status: 'in_review',
    number: expect.stringMatching(/^1\d{4}$/),
    frozen_until: null,
    payments: [{ state: 'paid', masked_account: 'VISA •••• 9990', hosted_page: null }],
    history: [{ status: 'in_review' }],
  })
  expect(second.body).toEqual(first.body)
  expect(await promisedJobs('mail.order-placed', id)).toBe(1)
  expect(await trail(payment.id)).toEqual(['payment.started', 'payment.token-minted', 'payment.verified'])
  expect((await dana.pay(id)).body.code).toBe('order_already_paid')
  expect((await dana.pay(id, 'self_hosted_check')).body.code).toBe('order_already_paid')
})

test('another amount than agreed is for a person to look at: not paid, still frozen, told once', async () => {
  const { dana, id, provider, minted, payment } = await startPaying()
  provider.answers({ amountCents: minted.amountCents - 1 })

  await dana.verify(id)
  const { body } = await dana.verify(id)

  expect(body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
  expect(body.payments[0].message).toContain('A person is looking at it')
  expect(body.frozen_until).not.toBeNull()
  expect((await trail(payment.id)).filter((event) => event === 'payment.mismatch')).toHaveLength(1)
})

test.each(['northwind', 'acorn'] as const)(
  'a transaction that paid one order pays no second one on %s',
  async (site) => {
    const first = await startPaying()
    first.provider.answers({})
    await first.dana.verify(first.id)

    const second = await startPaying('elavon_cc', site)
    second.provider.answers({ providerTransactionId: `AD3-${first.minted.transactionId}` })
    const { status, body } = await second.dana.verify(second.id)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
    expect(await trail(second.payment.id)).toContain('payment.mismatch')
  },
)

test('a declined card frees the cart, and the next attempt goes on under the same number', async () => {
  const { dana, id, provider } = await startPaying()
  provider.answers({ result: '1', resultMessage: 'DECLINED', approvalCode: '', status: '' })

  const { body } = await dana.verify(id)

  expect(body).toMatchObject({ status: 'cart', frozen_until: null, payments: [{ state: 'failed' }] })
  expect(body.payments[0].message).toBe(
    'The bank declined the payment. Nothing was charged. Try another way to pay.',
  )
  const numberOf = async () =>
    (
      await world.kit.pool
        .selectFrom('orders')
        .select('number')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).number
  const number = await numberOf()
  expect((await dana.pay(id, 'self_hosted_check')).status).toBe(200)
  expect(await numberOf()).toBe(number)
})

test('a card declined and another approved on the same page is paid', async () => {
  const { dana, id, provider } = await startPaying()
  provider.answers(
    {
      providerTransactionId: 'AD3-declined',
      result: '1',
      resultMessage: 'DECLINED',
      approvalCode: '',
      status: '',
    },
    {},
  )
  expect((await dana.verify(id)).body.status).toBe('in_review')
})

test('an attempt that ran out is asked about before another begins', async () => {
  const { dana, id } = await startPaying()
  inMinutes(17)

  const answer = await dana.pay(id)

  expect(answer.status).toBe(200)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'expired' }, { state: 'started' }])
})

test('an attempt that ran out but was paid is not charged again', async () => {
  const { dana, id, provider } = await startPaying()
  provider.answers({})
  inMinutes(17)

  const answer = await dana.pay(id)

  expect(answer.body.code).toBe('order_already_paid')
  expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
})

test('a server that died between token and record leaves an attempt that lapses by itself', async () => {
  const { dana, id, payment } = await startPaying()
  await world.kit.pool
    .updateTable('payments')
    .set({ token_sealed: '' })
    .where('id', '=', payment.id)
    .execute()

  await reconcilePayments(world.kit)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started' }])

  inMinutes(2)
  await reconcilePayments(world.kit)
  expect(await dana.order(id)).toMatchObject({ frozen_until: null, payments: [{ state: 'expired' }] })
})

test('without a payment page nothing is charged and the cart is free at once', async () => {
  const dana = await newCustomer()
  const id = await dana.fillCart('digital')
  world.gateway.setUnreachable(true)

  const answer = await dana.pay(id)

  expect(answer).toMatchObject({ status: 502, body: { code: 'payment_provider_unreachable' } })
  expect(await dana.order(id)).toMatchObject({ frozen_until: null, payments: [{ state: 'failed' }] })
  world.gateway.setUnreachable(false)
  expect((await dana.pay(id)).status).toBe(200)
})

test('a provider that does not answer decides nothing', async () => {
  const { dana, id, provider } = await startPaying()
  provider.answers({})
  const before = await dana.order(id)
  world.gateway.setUnreachable(true)

  const answer = await dana.verify(id)
  inMinutes(17)
  await expect(reconcilePayments(world.kit)).rejects.toThrow(AggregateError)
  world.setClock(undefined)

  expect(answer).toMatchObject({ status: 502, body: { code: 'payment_unknown' } })
  expect(await dana.order(id)).toEqual(before)
})

test('a payment paid while its buyer never came back is found by the walk', async () => {
  const { dana, id, provider } = await startPaying()
  provider.answers({})
  inMinutes(17)

  await reconcilePayments(world.kit)

  expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
  expect(await promisedJobs('mail.order-placed', id)).toBe(1)
})

test('an order whose card the provider holds back waits, and is reviewed when it is let through', async () => {
  const { dana, id, provider } = await startPaying()
  provider.answers({ status: 'REV' })
  expect((await dana.verify(id)).body).toMatchObject({
    status: 'pending_payment',
    payments: [{ state: 'submitted', message: expect.stringContaining('is looking at this payment') }],
  })

  provider.answers({ status: 'OPN' })
  expect((await dana.verify(id)).body).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
})

test('a bank debit waits for its money and for the hold of the site', async () => {
  const { dana, id, provider } = await startPaying('elavon_ach')
  provider.answers(debit)
  expect((await dana.verify(id)).body).toMatchObject({
    status: 'pending_payment',
    payments: [{ state: 'submitted', masked_account: '•••• 7890', remittance: null }],
  })

  const start = Date.now()
  const dayLater = async (days: number) => {
    world.setClock(new Date(start + days * DAY_MS))
    await reconcilePayments(world.kit)
    return dana.verify(id).then(({ body }) => [body.status, body.payments[0].state])
  }
  provider.answers({ ...debit, status: 'STL' })
  expect(await dayLater(3)).toEqual(['pending_payment', 'settled'])
  const { ach_hold_days: hold } = await world.kit.sites.readByHost('localhost')
  expect(await dayLater(3 + hold - 0.5)).toEqual(['pending_payment', 'settled'])
  expect(await promisedJobs('mail.payment-received', id)).toBe(0)
  expect(await dayLater(3 + hold)).toEqual(['in_review', 'settled'])
  expect(await promisedJobs('mail.payment-received', id)).toBe(1)
})

test('a bank debit that comes back leaves an order that can be paid again, at its own price', async () => {
  const { dana, id, provider, payment } = await startPaying('elavon_ach')
  provider.answers(debit)
  await dana.verify(id)
  provider.answers({ ...debit, status: 'PST' })

  expect((await dana.verify(id)).body).toMatchObject({
    status: 'pending_payment',
    payments: [{ state: 'failed' }],
  })
  const again = await dana.pay(id, 'elavon_cc')

  expect(again.body).toMatchObject({ state: 'started', amount_cents: payment.amount_cents })
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted)])
  expect((await dana.verify(id)).body.status).toBe('in_review')
})

test('money that arrives after its attempt failed pays the same cart, but not a changed one', async () => {
  const decline = { result: '1', resultMessage: 'DECLINED', approvalCode: '', status: '' }
  for (const isChanged of [false, true]) {
    const { dana, id, provider, payment } = await startPaying()
    provider.answers(decline)
    const { body } = await dana.verify(id)
    if (isChanged) {
      await dana.ok('PATCH', `/api/v1/card_items/${body.card_items[0].id}/`, { message: 'Something else' })
    }
    provider.answers({ ...decline, providerTransactionId: `AD3-first-${id}` }, {})
    inMinutes(27)
    await reconcilePayments(world.kit)

    const after = await dana.order(id)
    expect([isChanged, after.status]).toEqual([isChanged, isChanged ? 'cart' : 'in_review'])
    if (isChanged) expect(after.payments[0].message).toContain('A person is looking at it')
    expect(await trail(payment.id)).toContain('payment.verified')
    world.setClock(undefined)
  }
})

test('an answer to a question from before the payment moved is not applied', async () => {
  const { dana, id, payment, minted } = await startPaying()
  const { gateway, pool } = world.kit
  const ask = gateway.findTransactions
  gateway.findTransactions = async () => {
    await pool.updateTable('payments').set({ state: 'expired' }).where('id', '=', payment.id).execute()
    return [approval(minted)]
  }
  const { body } = await dana.verify(id)
  gateway.findTransactions = ask

  expect(body).toMatchObject({ status: 'cart', payments: [{ state: 'expired' }] })
})

test('two live payments for one order cannot be kept, whoever writes them', async () => {
  const { id, payment } = await startPaying()
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

test('two who press pay at once open one page', async () => {
  const dana = await newCustomer()
  const id = await dana.fillCart('digital')
  const mintedBefore = world.gateway.minted.length

  const answers = await Promise.all([dana.pay(id), dana.pay(id), dana.pay(id)])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(world.gateway.minted).toHaveLength(mintedBefore + 1)
})

test('an order below the site’s limit is approved without review', async () => {
  const { dana, id, provider, payment } = await startPaying()
  provider.answers({})
  const limit = (cents: number) =>
    world.kit.pool
      .updateTable('sites')
      .set({ auto_approve_below_cents: cents })
      .where('slug', '=', 'northwind')
      .execute()
  await limit(payment.amount_cents + 1)
  inMinutes(17)

  await reconcilePayments(world.kit)
  await limit(0)

  const { status, history } = await dana.order(id)
  expect(status).toBe('approved')
  expect(history.map((move: { status: string }) => move.status)).toEqual(['in_review', 'approved'])
})

test('who has not completed registration cannot pay', async () => {
  const dana = await newCustomer({ registered: false })
  const { id } = await dana.cart()
  expect((await dana.pay(id)).body.code).toBe('registration_incomplete')
})

test('a way to pay that is switched off is neither shown nor taken', async () => {
  const dana = await newCustomer({ site: 'acorn' })
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

test('a way to pay nobody knows is refused at its field', async () => {
  const dana = await newCustomer()
  const id = await dana.fillCart('digital')
  expect(await dana.pay(id, 'gold')).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: [{ field: 'method_code' }] },
  })
})

test('the same key gets the same payment, however often it is sent', async () => {
  const dana = await newCustomer()
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

describe('a buyer who cancels on the payment page', () => {
  const cancel = async (dana: Awaited<ReturnType<typeof newCustomer>>, id: number) => {
    await dana.customer.call('GET', `/order-confirmation?cpi_order_id=${id}`)
    return (await dana.verify(id)).body
  }

  test('is told how long it may still be paid there, and is free the moment it may not', async () => {
    const { dana, id, payment } = await startPaying()
    const endsAt = Date.parse(payment.expires_at)
    expect(endsAt - Date.parse(payment.created_at)).toBe(16 * MINUTE_MS)
    expect(await cancel(dana, id)).toMatchObject({
      frozen_until: payment.expires_at,
      payments: [{ state: 'started', hosted_page: { fields: payment.hosted_page.fields } }],
    })

    world.setClock(new Date(endsAt - 1))
    expect((await dana.verify(id)).body).toMatchObject({ frozen_until: payment.expires_at })
    world.setClock(new Date(endsAt))
    expect((await dana.verify(id)).body).toMatchObject({
      frozen_until: null,
      payments: [{ state: 'expired', message: expect.stringContaining('Nothing was charged') }],
    })
    world.setClock(undefined)
    expect((await dana.pay(id)).body).toMatchObject({ state: 'started' })
  })

  test('is freed without coming back: somebody asks at that very moment', async () => {
    const { dana, id, payment } = await startPaying()
    await cancel(dana, id)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = 'payments.reconcile-one' and data ->> 'paymentId' = ${String(payment.id)}`.execute(
      world.kit.pool,
    )
    expect(rows).toEqual([{ seconds: 16 * 60 + 1 }])
  })

  test('and paid there in another tab all the same, has paid', async () => {
    const { dana, id, provider } = await startPaying()
    provider.answers({})
    expect(await cancel(dana, id)).toMatchObject({ status: 'in_review', frozen_until: null })
  })

  test('does not lose the page when the provider cannot be asked', async () => {
    const { dana, id, payment } = await startPaying()
    world.gateway.setUnreachable(true)
    expect(await cancel(dana, id)).toMatchObject({ code: 'payment_unknown' })
    world.setClock(new Date(Date.parse(payment.expires_at) + MINUTE_MS))
    expect((await dana.pay(id)).body.code).toBe('payment_unknown')
    expect(await dana.order(id)).toMatchObject({ payments: [{ state: 'started' }] })
  })
})

describe('a price that changed since it was shown', () => {
  const change = (optionId: number, set: { price_cents?: number; active?: boolean }) =>
    world.kit.pool.updateTable('shipping_options').set(set).where('id', '=', optionId).execute()
  const withDelivery = async () => {
    const dana = await newCustomer()
    const id = await dana.fillCart('direct')
    const { shipping_orders: deliveries, total_cents: total } = await dana.order(id)
    const [{ shipping_option_id: option, price_cents: price }] = deliveries
    return { dana, id, option, price, total }
  }

  test('of a delivery chosen long ago is told before anything is paid, and then paid', async () => {
    const { dana, id, option, price, total } = await withDelivery()
    const minted = world.gateway.minted.length
    await change(option, { price_cents: price + 150 })
    const { status, body } = await dana.pay(id)
    const { total_cents: now } = await dana.order(id)
    await change(option, { price_cents: price })
    expect(now).toBeGreaterThan(total)
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
    expect([status, body.code]).toEqual([409, 'price_changed'])
    expect(body.detail).toContain(`It was ${dollars(total)} and is ${dollars(now)} now.`)
    expect(world.gateway.minted).toHaveLength(minted)
    expect((await dana.order(id)).payments).toEqual([])

    // Shown once more, because the price changed back; then it matches what was seen.
    expect((await dana.pay(id)).body.code).toBe('price_changed')
    expect((await dana.pay(id)).body.amount_cents).toBe(total)
  })

  test('a delivery that is not offered any more must be chosen anew', async () => {
    const { dana, id, option } = await withDelivery()
    await change(option, { active: false })
    const { body } = await dana.pay(id, 'self_hosted_check')
    await change(option, { active: true })
    expect(body.code).toBe('shipping_missing')
    expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [], shipping_orders: [] })
  })

  test('whoever saw another total is told, and nothing starts', async () => {
    const dana = await newCustomer()
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

describe('a payment that does not fit', () => {
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
  const trailOf = async (id: number) => {
    const { rows } = await sql<{ event: string }>`select event from audit_entries
      where subject = ${`doubt:${id}`} order by id`.execute(world.kit.pool)
    return rows.map(({ event }) => event)
  }
  const [item, other] = [{ denomination_cents: 6_000 }, { denomination_cents: 5_000 }]
  const edit = async ({ dana, id }: Awaited<ReturnType<typeof startPaying>>, change: object) => {
    const [card] = (await dana.order(id)).card_items
    await dana.ok('PATCH', `/api/v1/card_items/${card.id}/`, change as Record<string, unknown>)
  }
  /** The page has run out, the cart was changed, and then the provider tells of money. */
  const paidLate = async () => {
    const paying = await startPaying()
    inMinutes(17)
    await paying.dana.verify(paying.id)
    await edit(paying, item)
    paying.provider.answers({})
    await paying.dana.verify(paying.id)
    return paying
  }

  test('another amount waits for the office, and goes back to where it came from', async () => {
    const { dana, id, minted, provider } = await startPaying()
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
    expect(await trailOf(discrepancy.id)).toEqual(['doubt.opened', 'doubt.giving_back', 'doubt.given_back'])

    // What went back is no answer any more: once the page has run out the order is free.
    inMinutes(17)
    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({ frozen_until: null, payments: [{ state: 'expired' }] })
  })

  test('charged twice, one goes back and the other pays the order', async () => {
    const { dana, id, minted, provider } = await startPaying()
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

  test('a second charge under a payment that counts already is told, and the order stays paid', async () => {
    const { dana, id, provider } = await startPaying()
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
      payments: [{ message: expect.stringContaining('A person is looking at it') }],
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

  test('late money for a changed cart pays nothing until somebody has decided', async () => {
    const { dana, id } = await paidLate()
    expect(await dana.order(id)).toMatchObject({ status: 'cart', payments: [{ state: 'expired' }] })
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({ reason: 'late', can_accept: true, can_refund: true })
    expect((await decide(discrepancy.id, 'accept')).body.code).toBe('discrepancy_not_acceptable')
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'open' }])
    expect((await dana.order(id)).status).toBe('cart')
  })

  test('while late money is looked at the order is not paid again; once it is given back, it may be', async () => {
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

  test('late money is accepted when it is what the order costs now', async () => {
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
    expect(await trailOf(discrepancy.id)).toEqual(['doubt.opened', 'doubt.accepted'])
  })

  test('late money is accepted for the cart it was meant for, put back as it was', async () => {
    const paying = await paidLate()
    const { dana, id, minted } = paying
    const [discrepancy] = await discrepanciesOf(id)
    await edit(paying, other)
    expect((await decide(discrepancy.id, 'accept')).body).toMatchObject({ state: 'accepted' })
    expect(await dana.order(id)).toMatchObject({ status: 'in_review', total_cents: minted.amountCents })
    expect(await trailOf(discrepancy.id)).toEqual(['doubt.opened', 'doubt.accepted'])
  })

  test('late money for an order that waits for a check is accepted instead of it', async () => {
    const { dana, id, provider, minted } = await startPaying()
    inMinutes(17)
    await dana.verify(id)
    await dana.pay(id, 'self_hosted_check')
    provider.answers({})
    inMinutes(30)
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

  test('late money for an order paid otherwise, or declined, only goes back', async () => {
    const { dana, id, provider } = await startPaying()
    inMinutes(17)
    await dana.verify(id)
    await dana.pay(id)
    const second = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(second.transactionId, [approval(second)])
    await dana.verify(id)
    expect((await dana.order(id)).status).toBe('in_review')

    provider.answers({ status: 'STL' })
    inMinutes(30)
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

  test('above the limit two people give it back; refused, it is to be decided again', async () => {
    const { dana, id, minted, provider } = await startPaying()
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

  test('somebody else’s transaction is put aside, and never given back', async () => {
    const { dana, id, provider } = await startPaying()
    provider.answers({ transactionId: 'f'.repeat(32) })
    await dana.verify(id)
    const [discrepancy] = await discrepanciesOf(id)
    expect(discrepancy).toMatchObject({ reason: 'other_attempt', can_refund: false, masked_account: '' })
    expect((await decide(discrepancy.id, 'refund')).body.code).toBe('discrepancy_changed')
    expect((await decide(discrepancy.id, 'dismiss')).body).toMatchObject({ state: 'dismissed' })
    inMinutes(17)
    await dana.verify(id)
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'expired' }])
  })

  test('an answer that fits after all clears it', async () => {
    const { dana, id, minted, provider } = await startPaying()
    provider.answers({ amountCents: minted.amountCents + 100 })
    await dana.verify(id)
    provider.answers({})
    await dana.verify(id)
    expect(await discrepanciesOf(id)).toMatchObject([{ state: 'cleared', can_refund: false }])
    expect((await dana.order(id)).status).toBe('in_review')
  })

  test('it is decided by those who may give money back, on their own site', async () => {
    const { dana, id, minted, provider } = await startPaying()
    provider.answers({ amountCents: minted.amountCents + 100 })
    await dana.verify(id)
    const [discrepancy] = await discrepanciesOf(id)
    const path = `/api/v1/office/payment_discrepancies/${discrepancy.id}/refund/`
    const ask = async (role: 'support' | 'viewer' | 'owner', site?: 'acorn') =>
      (await (await world.staff(role, site)).call('POST', path, { note: 'x' })).status
    expect([await ask('support'), await ask('viewer'), await ask('owner', 'acorn')]).toEqual([403, 403, 404])
  })
})

test('a cut-off payment that two servers resume at once opens one page', async () => {
  const dana = await newCustomer()
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
