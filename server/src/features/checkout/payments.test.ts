import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { payingSteps } from '../../testing/checkout-world.ts'
import { approval, debit } from '../../testing/ordering-world.ts'
import { reconcilePayments } from '../../testing/sweeps.ts'
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

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test('records a confirmed payment once, however often it is verified', async () => {
  const { dana, id, provider, payment } = await steps.startPaying()
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
  expect(await steps.jobsOf('mail.order-placed', id)).toBe(1)
  expect(await steps.auditOf(payment.id)).toEqual([
    'payment.started',
    'payment.token-minted',
    'payment.verified',
  ])
  expect((await dana.pay(id)).body.code).toBe('order_already_paid')
  expect((await dana.pay(id, 'self_hosted_check')).body.code).toBe('order_already_paid')
})

test('keeps the cart locked and reports a wrong amount once', async () => {
  const { dana, id, provider, minted, payment } = await steps.startPaying()
  provider.answers({ amountCents: minted.amountCents - 1 })

  await dana.verify(id)
  const { body } = await dana.verify(id)

  expect(body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
  expect(body.payments[0].message).toContain('Our team is reviewing it')
  expect(body.frozen_until).not.toBeNull()
  expect((await steps.auditOf(payment.id)).filter((event) => event === 'payment.mismatch')).toHaveLength(1)
})

test.each(['northwind', 'acorn'] as const)(
  'doesn’t pay a second order with the same transaction on %s',
  async (site) => {
    const first = await steps.startPaying()
    first.provider.answers({})
    await first.dana.verify(first.id)

    const second = await steps.startPaying('elavon_cc', site)
    second.provider.answers({ providerTransactionId: `AD3-${first.minted.transactionId}` })
    const { status, body } = await second.dana.verify(second.id)

    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'cart', payments: [{ state: 'started' }] })
    expect(await steps.auditOf(second.payment.id)).toContain('payment.mismatch')
  },
)

test('unlocks the cart after a decline and keeps the order number for the next attempt', async () => {
  const { dana, id, provider } = await steps.startPaying()
  provider.answers({ result: '1', resultMessage: 'DECLINED', approvalCode: '', status: '' })

  const { body } = await dana.verify(id)

  expect(body).toMatchObject({ status: 'cart', frozen_until: null, payments: [{ state: 'failed' }] })
  expect(body.payments[0].message).toBe(
    'The bank declined the payment. Nothing was charged. Try another payment method.',
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

test('records a payment by a second card on the same page', async () => {
  const { dana, id, provider } = await steps.startPaying()
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

test('checks an expired attempt before starting another', async () => {
  const { dana, id } = await steps.startPaying()
  steps.inMinutes(17)

  const answer = await dana.pay(id)

  expect(answer.status).toBe(200)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'expired' }, { state: 'started' }])
})

test('doesn’t charge again for an expired attempt that was paid', async () => {
  const { dana, id, provider } = await steps.startPaying()
  provider.answers({})
  steps.inMinutes(17)

  const answer = await dana.pay(id)

  expect(answer.body.code).toBe('order_already_paid')
  expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
})

test('lets an attempt expire after a crash between token and record', async () => {
  const { dana, id, payment } = await steps.startPaying()
  await world.kit.pool
    .updateTable('payments')
    .set({ token_sealed: '' })
    .where('id', '=', payment.id)
    .execute()

  await reconcilePayments(world.kit)
  expect((await dana.order(id)).payments).toMatchObject([{ state: 'started' }])

  steps.inMinutes(2)
  await reconcilePayments(world.kit)
  expect(await dana.order(id)).toMatchObject({ frozen_until: null, payments: [{ state: 'expired' }] })
})

test('charges nothing without a payment page and unlocks the cart at once', async () => {
  const dana = await steps.newCustomer()
  const id = await dana.fillCart('digital')
  world.gateway.setUnreachable(true)

  const answer = await dana.pay(id)

  expect(answer).toMatchObject({ status: 502, body: { code: 'payment_provider_unreachable' } })
  expect(await dana.order(id)).toMatchObject({ frozen_until: null, payments: [{ state: 'failed' }] })
  world.gateway.setUnreachable(false)
  expect((await dana.pay(id)).status).toBe(200)
})

test('changes nothing while the provider doesn’t answer', async () => {
  const { dana, id, provider } = await steps.startPaying()
  provider.answers({})
  const before = await dana.order(id)
  world.gateway.setUnreachable(true)

  const answer = await dana.verify(id)
  steps.inMinutes(17)
  await expect(reconcilePayments(world.kit)).rejects.toThrow(AggregateError)
  world.setClock(undefined)

  expect(answer).toMatchObject({ status: 502, body: { code: 'payment_unknown' } })
  expect(await dana.order(id)).toEqual(before)
})

test('finds the payment of a buyer who never came back in a sweep', async () => {
  const { dana, id, provider } = await steps.startPaying()
  provider.answers({})
  steps.inMinutes(17)

  await reconcilePayments(world.kit)

  expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
  expect(await steps.jobsOf('mail.order-placed', id)).toBe(1)
})

test('reviews an order once the provider releases its card payment', async () => {
  const { dana, id, provider } = await steps.startPaying()
  provider.answers({ status: 'REV' })
  expect((await dana.verify(id)).body).toMatchObject({
    status: 'pending_payment',
    payments: [{ state: 'submitted', message: expect.stringContaining('is reviewing this payment') }],
  })

  provider.answers({ status: 'OPN' })
  expect((await dana.verify(id)).body).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
})

test('waits for a bank debit to settle and for the site’s hold period', async () => {
  const { dana, id, provider } = await steps.startPaying('elavon_ach')
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
  expect(await steps.jobsOf('mail.payment-received', id)).toBe(0)
  expect(await dayLater(3 + hold)).toEqual(['in_review', 'settled'])
  expect(await steps.jobsOf('mail.payment-received', id)).toBe(1)
})

test('lets the order of a returned bank debit be paid again at its price', async () => {
  const { dana, id, provider, payment } = await steps.startPaying('elavon_ach')
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

test('accepts late money for the same cart but not for a changed one', async () => {
  const decline = { result: '1', resultMessage: 'DECLINED', approvalCode: '', status: '' }
  for (const isChanged of [false, true]) {
    const { dana, id, provider, payment } = await steps.startPaying()
    provider.answers(decline)
    const { body } = await dana.verify(id)
    if (isChanged) {
      await dana.ok('PATCH', `/api/v1/card_items/${body.card_items[0].id}/`, { message: 'Something else' })
    }
    provider.answers({ ...decline, providerTransactionId: `AD3-first-${id}` }, {})
    steps.inMinutes(27)
    await reconcilePayments(world.kit)

    const after = await dana.order(id)
    expect([isChanged, after.status]).toEqual([isChanged, isChanged ? 'cart' : 'in_review'])
    if (isChanged) expect(after.payments[0].message).toContain('Our team is reviewing it')
    expect(await steps.auditOf(payment.id)).toContain('payment.verified')
    world.setClock(undefined)
  }
})

test('ignores an answer to a question from before the payment changed', async () => {
  const { dana, id, payment, minted } = await steps.startPaying()
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

describe('a buyer who cancels on the payment page', () => {
  const cancel = async (dana: Awaited<ReturnType<typeof steps.newCustomer>>, id: number) => {
    await dana.customer.call('GET', `/order-confirmation?cpi_order_id=${id}`)
    return (await dana.verify(id)).body
  }

  test('sees how long the page stays open, and is free once it closes', async () => {
    const { dana, id, payment } = await steps.startPaying()
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

  test('is freed without coming back if someone verifies at that moment', async () => {
    const { dana, id, payment } = await steps.startPaying()
    await cancel(dana, id)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = 'payments.reconcile-one' and data ->> 'paymentId' = ${String(payment.id)}`.execute(
      world.kit.pool,
    )
    expect(rows).toEqual([{ seconds: 16 * 60 + 1 }])
  })

  test('has paid if they paid in another tab', async () => {
    const { dana, id, provider } = await steps.startPaying()
    provider.answers({})
    expect(await cancel(dana, id)).toMatchObject({ status: 'in_review', frozen_until: null })
  })

  test('keeps the page while the provider can’t be reached', async () => {
    const { dana, id, payment } = await steps.startPaying()
    world.gateway.setUnreachable(true)
    expect(await cancel(dana, id)).toMatchObject({ code: 'payment_unknown' })
    world.setClock(new Date(Date.parse(payment.expires_at) + MINUTE_MS))
    expect((await dana.pay(id)).body.code).toBe('payment_unknown')
    expect(await dana.order(id)).toMatchObject({ payments: [{ state: 'started' }] })
  })
})
