import { formatCents } from '@laurel/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moneySteps } from '../../testing/money-world.ts'
import { approval, customerSteps, debit } from '../../testing/ordering-world.ts'
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

describe('checks and transfers', () => {
  test('matches a payment by its reference, and continues the order once it is fully paid', async () => {
    const { dana, id, total, reference } = await books.ordered()
    const first = await books.receive(total - 1_000, ` ${reference.toLowerCase()} `)
    expect(first.body).toMatchObject({ order_id: id })
    expect(await dana.order(id)).toMatchObject({
      status: 'pending_payment',
      payments: [{ state: 'submitted', message: expect.stringContaining('$10.00 is still due') }],
    })

    const partMails = async () =>
      (
        await sql<{ data: object }>`select data from pgboss.job where name = 'mail.part-received'
          and data ->> 'orderId' = ${String(id)}`.execute(world.kit.pool)
      ).rows.map(({ data }) => data)
    const told = { orderId: id, fundsId: first.body.id, receivedCents: total - 1_000 }
    expect(await partMails()).toMatchObject([told])

    await books.receive(1_000, reference)
    expect(await partMails()).toHaveLength(1)
    expect(await dana.order(id)).toMatchObject({ status: 'in_review', payments: [{ state: 'paid' }] })
    expect(await books.money(id)).toMatchObject({ received_cents: total, owed_cents: 0 })
  })

  test('lists an overpaid order on Today until the difference is refunded', async () => {
    const owner = await world.staff('owner')
    const waiting = async () => {
      const { todos } = (await owner.call('GET', '/api/v1/office/today/')).body
      return todos.find(({ kind }: { kind: string }) => kind === 'overpaid')
    }
    const before = await waiting()
    const { id, payment, total, reference } = await books.ordered()
    await books.receive(total + 700, reference)
    expect(await waiting()).toMatchObject({
      count: before.count + 1,
      cents: before.cents + 700,
    })
    const found = (await owner.call('GET', '/api/v1/office/orders/?only=overpaid')).body
    expect(isAbsent(found, id)).toBe(false)
    // Once the refund is asked for, it has a to-do of its own.
    const { body } = await books.refund(payment.id, 700)
    expect(await waiting()).toEqual(before)
    await books.finance.call('POST', `/api/v1/office/refunds/${body.id}/finish/`, { document_number: '4713' })
    expect(await waiting()).toEqual(before)
  })

  test('suggests only orders that the payment can count for, nearest reference first', async () => {
    const [check, other] = [await books.ordered(), await books.ordered()]
    const dana = customerSteps(await world.signIn())
    const debitId = await dana.fillCart('digital')
    await dana.pay(debitId, 'elavon_ach')
    const minted = world.gateway.minted.at(-1)!
    world.gateway.transactions.set(minted.transactionId, [approval(minted, debit)])
    await dana.verify(debitId)
    const { body } = await books.receive(check.total, check.reference.replace(/.$/, 'X'))
    const offered = async (search = '') =>
      (
        await books.finance.call(
          'GET',
          `/api/v1/office/received_payments/${body.id}/orders/?search=${search}`,
        )
      ).body
    const list = await offered()
    expect(list[0]).toMatchObject({
      reference: check.reference,
      due_cents: check.total,
      is_same_amount: true,
    })
    const ids = (await offered(check.reference)).map((one: { order_id: number }) => one.order_id)
    expect(ids).toEqual([check.id])
    const { number, status } = await dana.order(debitId)
    expect(status).toBe('pending_payment')
    expect(await offered(number)).toEqual([])
    for (const { order_id } of list) expect(order_id).not.toBe(debitId)
    const match = { order_id: list[0].order_id }
    expect(
      (await books.finance.call('POST', `/api/v1/office/received_payments/${body.id}/match/`, match)).status,
    ).toBe(200)
    expect((await offered()).some((one: { order_id: number }) => one.order_id === other.id)).toBe(true)
  })

  test('shows an overpayment as owed until it is refunded', async () => {
    const { id, total, reference, payment } = await books.ordered()
    await books.receive(total + 2_500, reference)
    expect(await books.money(id)).toMatchObject({ owed_cents: -2_500 })

    const asked = await books.refund(payment.id, 2_500)
    expect(asked.body).toMatchObject({ kind: 'by_hand', state: 'approved' })
    const path = `/api/v1/office/refunds/${asked.body.id}/finish/`
    expect((await books.finance.call('POST', path, { document_number: '4711' })).body).toMatchObject({
      state: 'done',
    })
    expect(await books.money(id)).toMatchObject({
      owed_cents: 0,
      received_cents: total,
      payments: [{ state: 'paid' }],
    })
  })

  test('records a payment once for one key', async () => {
    const { total } = await books.ordered()
    const key = { 'idempotency-key': `payment-${total}-${Math.random()}` }
    const form = { method_code: 'self_hosted_check', amount_cents: total, received_on: '2026-11-20' }
    const press = () => books.finance.call('POST', '/api/v1/office/received_payments/', form, key)
    const first = await press()
    expect((await press()).body.id).toBe(first.body.id)
  })

  test('leaves a payment without a reference unmatched until staff match it', async () => {
    const { id, total } = await books.ordered()
    const { body } = await books.receive(total, 'thank you')
    expect(body.order_id).toBeNull()
    const unmatched = (await books.finance.call('GET', '/api/v1/office/received_payments/?only=unmatched'))
      .body
    expect(unmatched.results.map((one: { id: number }) => one.id)).toContain(body.id)

    const match = () =>
      books.finance.call('POST', `/api/v1/office/received_payments/${body.id}/match/`, { order_id: id })
    expect((await match()).body).toMatchObject({ order_id: id })
    expect((await match()).body.code).toBe('payment_not_matchable')
    expect(await books.money(id)).toMatchObject({ received_cents: total, owed_cents: 0 })
  })

  test('doesn’t match a mistyped reference', async () => {
    const { reference, total } = await books.ordered()
    const wrong = reference.replace(/\d(?=-\d\d$)/, (digit: string) => String((Number(digit) + 1) % 10))
    expect((await books.receive(total, wrong)).body.order_id).toBeNull()
  })

  test('records one check once, even if two people record it at once', async () => {
    const { reference } = await books.ordered()
    const same = { document_number: '9001' }
    const answers = await Promise.all([
      books.receive(5_000, reference, same),
      books.receive(5_000, reference, same),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('says what is still due when one of several payments is undone', async () => {
    const { dana, id, total, reference } = await books.ordered()
    const parts = [await books.receive(1_000, reference), await books.receive(2_000, reference)]
    const undo = (part: number) =>
      books.finance.call('POST', `/api/v1/office/received_payments/${parts[part]!.body.id}/reverse/`, {
        reason: 'Recorded twice',
      })

    await undo(1)
    const due = formatCents(total - 1_000)
    const message = `We received $10.00. ${due} is still due.`
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'submitted', message }])
    await undo(0)
    expect((await dana.order(id)).payments).toMatchObject([{ state: 'submitted', message: '' }])
  })

  test('puts the order of a bounced check on hold and reopens its payment', async () => {
    const { dana, id, total, reference } = await books.ordered()
    const { body } = await books.receive(total, reference)
    const reverse = () =>
      books.finance.call('POST', `/api/v1/office/received_payments/${body.id}/reverse/`, {
        reason: 'Returned unpaid',
      })
    expect((await reverse()).body).toMatchObject({ reversed_reason: 'Returned unpaid' })
    expect((await reverse()).body.code).toBe('payment_not_matchable')

    expect(await books.money(id)).toMatchObject({
      received_cents: 0,
      owed_cents: total,
      payments: [{ state: 'failed' }],
    })
    const held = await world.kit.pool
      .selectFrom('orders')
      .select(['held_at', 'held_reason'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(held).toMatchObject({ held_at: expect.any(Date), held_reason: 'Returned unpaid' })
    expect(await dana.order(id)).toMatchObject({ status: 'in_review' })

    expect((await books.receive(total, reference)).body).toMatchObject({ order_id: id })
    expect(await books.money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'paid' }] })
  })

  test('rejects zero, negative, and fractional amounts and future dates', async () => {
    for (const amount of [0, -100, 10.5, '1e3', 'NaN', '']) {
      expect((await books.receive(amount as number, '')).status).toBe(400)
    }
    expect((await books.receive(100, '', { received_on: '2999-01-01' })).body.errors).toMatchObject([
      { field: 'received_on', code: 'too_late' },
    ])
    expect((await books.receive(100, '', { received_on: '1999-12-31' })).body.errors).toMatchObject([
      { field: 'received_on', message: 'Enter a date after the year 1999.' },
    ])
  })

  test('records a payment without a number once after a double click', async () => {
    const one = { document_number: '', payer: 'Halden Tools' }
    const press = () => books.receive(4_321, 'thank you', one)
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('payment_recorded_already')
    expect((await books.receive(4_321, 'thank you', { ...one, payer: 'Acme' })).status).toBe(200)
    books.later(61_000)
    books.finance = await world.staff('finance')
    expect((await press()).status).toBe(200)
  })

  test('accepts checks with the same number from two payers', async () => {
    const check = { document_number: '1207', payer: 'Halden Tools' }
    expect((await books.receive(7_000, '', check)).status).toBe(200)
    expect((await books.receive(7_000, '', { ...check, payer: 'halden tools' })).status).toBe(409)
    expect((await books.receive(7_000, '', { ...check, payer: 'Acme' })).status).toBe(200)
  })

  test('refunds a transfer from the account that received it, even if a check was expected', async () => {
    const { id, payment, total, reference } = await books.ordered()
    await books.receive(total - 1_000, reference, { method_code: 'self_hosted_bank' })
    await books.receive(1_000, reference)
    const { body } = await books.refund(payment.id, total)
    await books.finance.call('POST', `/api/v1/office/refunds/${body.id}/finish/`, { document_number: '4711' })
    const { ledger } = await books.money(id)
    const left = (account: string) =>
      ledger
        .filter((line: { account: string }) => line.account === account)
        .reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)
    expect([left('cash_check'), left('cash_bank'), left('receivable')]).toEqual([0, 0, 0])
  })

  describe('that belong to no order', () => {
    const refundPayment = (id: number, as = books.finance) =>
      as.call('POST', `/api/v1/office/received_payments/${id}/refund/`, {
        document_number: '5001',
        reason: 'The order was canceled',
      })

    test('are refunded to their sender once', async () => {
      const { dana, id, reference } = await books.ordered()
      await dana.customer.call('POST', `/api/v1/orders/${id}/cancel/`)
      const { body } = await books.receive(1_000, reference)
      expect(body.order_id).toBeNull()
      expect((await refundPayment(body.id)).body).toMatchObject({
        refund_document_number: '5001',
        reversed_reason: 'The order was canceled',
        reversed_at: expect.any(String),
      })
      expect((await refundPayment(body.id)).body.code).toBe('payment_not_matchable')
      const { results } = (
        await books.finance.call('GET', '/api/v1/office/received_payments/?only=unmatched&page_size=200')
      ).body
      expect(results.map((one: { id: number }) => one.id)).not.toContain(body.id)
      expect(await books.money(id)).toMatchObject({ received_cents: 0, received_payments: [] })
      const { rows } = await sql<{ event: string }>`select event from audit_entries
        where subject = ${`funds:${body.id}`} order by id`.execute(world.kit.pool)
      expect(rows.map(({ event }) => event)).toEqual(['funds.recorded', 'funds.sent_back'])
    })

    test('need a second person above the limit', async () => {
      const { body } = await books.receive(50_001, '')
      expect((await refundPayment(body.id)).body).toMatchObject({
        reversed_at: null,
        refund_asked_by: `staff:${books.finance.id}`,
      })
      expect((await refundPayment(body.id)).body.code).toBe('other_person_needed')
      expect((await refundPayment(body.id, await world.staff('support'))).status).toBe(403)
      expect((await refundPayment(body.id, books.second)).body).toMatchObject({
        refund_document_number: '5001',
      })
    })

    test('aren’t refunded once they are matched', async () => {
      const { id, total } = await books.ordered()
      const { body } = await books.receive(total, '')
      await books.finance.call('POST', `/api/v1/office/received_payments/${body.id}/match/`, { order_id: id })
      expect((await refundPayment(body.id)).body.code).toBe('payment_not_matchable')
    })
  })

  test('lets only staff with the permission record payments, and only on their site', async () => {
    const viewer = await world.staff('viewer')
    const asked = { method_code: 'self_hosted_check', amount_cents: 100, received_on: '2026-11-20' }
    expect((await viewer.call('POST', '/api/v1/office/received_payments/', asked)).status).toBe(403)
    const { id, total, reference } = await books.ordered()
    const elsewhere = await world.staff('finance', 'acorn')
    const { body } = await elsewhere.call('POST', '/api/v1/office/received_payments/', {
      ...asked,
      amount_cents: total,
      reference,
    })
    expect(body.order_id).toBeNull()
    expect((await elsewhere.call('GET', `/api/v1/office/orders/${id}/money/`)).status).toBe(404)
  })

  test('records every change in the audit log', async () => {
    const { total, reference, payment } = await books.ordered()
    const { body } = await books.receive(total, reference)
    const { body: asked } = await books.refund(payment.id, 1_000)
    const { rows } = await sql<{ event: string; subject: string }>`
      select event, subject from audit_entries where subject in (${`funds:${body.id}`}, ${`refund:${asked.id}`}) order by id
    `.execute(world.kit.pool)
    expect(rows).toEqual([
      { event: 'funds.recorded', subject: `funds:${body.id}` },
      { event: 'refund.approved', subject: `refund:${asked.id}` },
    ])
  })
})
