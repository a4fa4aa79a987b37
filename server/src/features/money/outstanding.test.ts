import { formatCents } from '@laurel/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
import { reconcilePayments, remindOfUnpaid } from '../../testing/sweeps.ts'
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

const DAY_MS = 86_400_000

const isAbsentOrder = (list: Answer['body'], id: number) =>
  !list.results.some((one: { order_id: number }) => one.order_id === id)

describe('an outstanding payment', () => {
  const AGES = ['0_7', '8_30', '31_60', 'over_60']
  const listed = async (query = '', as = books.finance): Promise<Answer['body']> =>
    (await as.call('GET', `/api/v1/office/outstanding/${query}`)).body
  const placedDaysAgo = (id: number, days: number) =>
    sql`update orders set placed_at = ${new Date(Date.now() - days * DAY_MS - 60_000)} where id = ${id}`.execute(
      world.kit.pool,
    )
  const remind = (id: number, seen_reminders: number, as = books.finance) =>
    as.call('POST', `/api/v1/office/orders/${id}/remind/`, { seen_reminders })
  const auditEntriesOf = async (id: number) => {
    const { rows } = await sql<{ actor: string; facts: object }>`
      select actor, facts from audit_entries
      where event = 'order.reminded' and subject = ${`order:${id}`} order by id`.execute(world.kit.pool)
    return rows
  }

  test('is listed by age, oldest first, with the amount due', async () => {
    const before = await listed()
    expect(before.ages.map(({ age }: { age: string }) => age)).toEqual(AGES)
    const orders = []
    for (const days of [7, 8, 45, 61]) {
      const one = await books.ordered(days === 45 ? 'self_hosted_bank' : 'self_hosted_check')
      await placedDaysAgo(one.id, days)
      orders.push(one)
    }
    await books.receive(1_000, orders[3]!.reference)
    const covered = await books.ordered()
    await books.receive(covered.total, covered.reference)

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

  test('is listed for shipped orders with a bounced check or returned debit until settled', async () => {
    const steps = deliverySteps(world)
    const before = await listed()
    const today = async () => (await books.finance.call('GET', '/api/v1/office/today/')).body
    const check = await books.ordered()
    const { body: paid } = await books.receive(check.total, check.reference)
    await steps.approve(check.id)
    await steps.plan(check.id)
    await steps.send()
    expect((await check.dana.order(check.id)).status).toBe('fulfilled')
    await books.finance.call('POST', `/api/v1/office/received_payments/${paid.id}/reverse/`, {
      reason: 'Bounced',
    })

    const dana = customerSteps(await world.signIn())
    const debited = await dana.fillCart('digital')
    await dana.pay(debited, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    const tell = (status: string) =>
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { ...debit, status })])
    tell('STL')
    await dana.verify(debited)
    books.later(5 * DAY_MS)
    await reconcilePayments(world.kit)
    expect((await dana.order(debited)).status).toBe('in_review')
    tell('PST')
    books.later(40 * DAY_MS)
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
    expect((await today()).outstanding_ages).toEqual(after.ages)

    const again = await books.receive(check.total, '')
    const matchable = await books.finance.call(
      'GET',
      `/api/v1/office/received_payments/${again.body.id}/orders/`,
    )
    expect(matchable.body).toContainEqual(
      expect.objectContaining({ order_id: check.id, due_cents: check.total }),
    )
    await books.finance.call('POST', `/api/v1/office/received_payments/${again.body.id}/match/`, {
      order_id: check.id,
    })
    expect(isAbsentOrder(await listed('?page_size=200'), check.id)).toBe(true)
    const release = `/api/v1/office/orders/${debited}/release/`
    await (await world.staff('owner')).call('POST', release, { reason: 'Paid in person' })
    expect(await listed()).toMatchObject({ ages: before.ages })
  })

  test('gets a reminder from staff, with one mail and an audit entry', async () => {
    const { id } = await books.ordered()
    const first = await remind(id, 0)
    expect(first.body).toMatchObject({ order_id: id, reminders_sent: 1 })
    expect(Date.parse(first.body.reminded_at)).toBeGreaterThan(Date.now() - 60_000)
    expect(await auditEntriesOf(id)).toEqual([{ actor: `staff:${books.finance.id}`, facts: { nth: 1 } }])
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'mail.payment-reminder'
        and (data->>'orderId')::bigint = ${id}`.execute(world.kit.pool)
    expect(rows).toMatchObject([{ data: { siteId: books.finance.siteId, orderId: id, nth: 1 } }])
  })

  test('gets no second reminder when two people send it at once', async () => {
    const { id } = await books.ordered()
    const answers = await Promise.all([remind(id, 0), remind(id, 0, books.second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('order_changed')
    expect(await auditEntriesOf(id)).toHaveLength(1)
  })

  test('records the daily reminder, and rejects staff who didn’t see it', async () => {
    const { id } = await books.ordered()
    books.later(8 * DAY_MS)
    await remindOfUnpaid(world.kit)
    expect(await auditEntriesOf(id)).toEqual([{ actor: 'system', facts: { nth: 1 } }])
    world.setClock(undefined)
    for (const seen of [0, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER]) {
      expect((await remind(id, seen)).body.code).toBe('order_changed')
    }
    expect((await remind(id, 1)).status).toBe(200)
  })

  test('gets no reminder if it is paid, automatic, or of another site', async () => {
    const { id, total, reference } = await books.ordered()
    await books.receive(total, reference)
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

    const other = await books.ordered()
    expect((await remind(other.id, 0, await world.staff('finance', 'acorn'))).status).toBe(404)
    expect((await remind(other.id, 0, await world.staff('support'))).status).toBe(403)
    expect(await auditEntriesOf(other.id)).toEqual([])
  })
})

describe('an outstanding check or transfer', () => {
  const cancel = (dana: Awaited<ReturnType<typeof books.ordered>>['dana'], id: number) =>
    dana.customer.call('POST', `/api/v1/orders/${id}/cancel/`)

  test('is no longer due once the customer cancels the order', async () => {
    const { dana, id } = await books.ordered()
    expect((await cancel(dana, id)).body).toMatchObject({
      status: 'declined',
      decline_reason: 'Canceled by the customer before it was paid.',
      payments: [{ state: 'failed', remittance: null }],
    })
    expect(await cancel(dana, id)).toMatchObject({ status: 200, body: { status: 'declined' } })
    expect(await books.money(id)).toMatchObject({ owed_cents: 0, received_cents: 0, refunds: [] })
  })

  test('can be canceled only by its customer', async () => {
    const { dana, id } = await books.ordered()
    const mallory = { ...dana, customer: await world.signIn() }
    expect((await cancel(mallory, id)).status).toBe(404)
  })

  test('can’t be canceled or paid another way once a part is paid', async () => {
    const { dana, id, total, reference } = await books.ordered()
    await books.receive(1_000, reference)
    expect((await cancel(dana, id)).body.code).toBe('order_not_cancelable')
    expect((await dana.pay(id, 'elavon_cc')).body.code).toBe('payment_outstanding')
    const { status, payments } = await dana.order(id)
    expect([status, payments.length, payments[0].state]).toEqual(['pending_payment', 1, 'submitted'])
    expect(payments[0].remittance.lines).toContainEqual({
      label: 'Amount',
      value: formatCents(total - 1_000),
    })
  })

  test('can be paid by card instead, once', async () => {
    const { dana, id, total } = await books.ordered()
    const { body: payment } = await dana.pay(id, 'elavon_cc')
    expect(payment).toMatchObject({ state: 'started', amount_cents: total })
    expect((await cancel(dana, id)).body.code).toBe('order_not_cancelable')
    expect((await dana.pay(id, 'self_hosted_bank')).body.code).toBe('payment_already_open')

    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted)])
    await dana.verify(id)
    expect(await dana.order(id)).toMatchObject({
      status: 'in_review',
      payments: [{ state: 'failed', message: 'You chose another payment method.' }, { state: 'paid' }],
    })
    expect((await cancel(dana, id)).body.code).toBe('order_not_cancelable')
    expect(await books.money(id)).toMatchObject({ owed_cents: 0, received_cents: total })
  })

  test('still counts if the customer chose a card but didn’t pay by it', async () => {
    const { dana, id, total, reference } = await books.ordered()
    await dana.pay(id, 'elavon_cc')
    books.later(17 * 60_000)
    await reconcilePayments(world.kit)
    world.setClock(undefined)
    expect((await books.receive(total, reference)).body.order_id).toBe(id)
    expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }, {}] })
  })

  test('can be replaced by a transfer with its own remittance slip', async () => {
    const { dana, id } = await books.ordered()
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

  test('limits switching between check and transfer', async () => {
    const { dana, id } = await books.ordered()
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

  test('is refunded in part if its order is declined', async () => {
    const { id, reference, dana } = await books.ordered()
    await books.receive(1_000, reference)
    await books.finance.call('POST', `/api/v1/office/orders/${id}/decline/`, {
      reason: 'Out of stock',
      seen_status: 'pending_payment',
    })
    const { refunds, owed_cents } = await books.money(id)
    expect(owed_cents).toBe(-1_000)
    expect(refunds).toMatchObject([{ kind: 'by_hand', state: 'approved', amount_cents: 1_000 }])
    const path = `/api/v1/office/refunds/${refunds[0].id}/finish/`
    await books.finance.call('POST', path, { document_number: '4711' })
    expect(await books.money(id)).toMatchObject({ owed_cents: 0 })
    expect((await dana.order(id)).status).toBe('declined')
  })
})
