import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { printSteps } from '../../testing/batch-world.ts'
import { atHome, makeCustomer } from '../../testing/colleagues.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { type Answer, makeWorld, type World } from '../../testing/world.ts'
import { findIds } from './find-ids.ts'
import { readCompanies, readCustomers, readOrders } from './found.repo.ts'

type Staff = Awaited<ReturnType<World['staff']>>

const KINDS = ['orders', 'customers', 'companies', 'recipients', 'deliveries', 'batches', 'payments'] as const
const TRACKING = '1Z8R42070343981174'
const CENTS = 1_234_567

let world: World
let owner: Staff
let siteId: number
/** A batched order of a company, with a value in everything that's searched. */
let made: Awaited<ReturnType<typeof makeOrder>>
beforeAll(async () => {
  world = await makeWorld()
  owner = await world.staff('owner')
  siteId = owner.siteId
  made = await makeOrder()
})
afterAll(() => world.close())

async function makeOrder() {
  const room = printSteps(world)
  const robin = await world.staff('fulfillment')
  const admin = await atHome(await makeCustomer(world))
  const [company] = (await admin.call('GET', '/api/v1/companies/')).body
  await admin.call('PATCH', '/api/v1/company/', { name: 'Quillon Works' })
  const { id } = await room.approvedBy(admin, 'direct')
  const batch = await room.ready(robin, 'direct', id)
  const { pool } = world.kit
  const { customer_id } = await pool
    .updateTable('orders')
    .set({ po_number: 'PO-Umbra 7', external_id: 'HR-77', external_of: company.id, total_cents: CENTS })
    .where('id', '=', id)
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  await pool
    .updateTable('customers')
    .set({ first_name: 'Zélie', last_name: 'Thorne', email: 'zelie@quillon.example' })
    .where('id', '=', customer_id)
    .execute()
  const [delivery] = await pool
    .updateTable('deliveries')
    .set({ carrier: 'UPS', tracking_number: TRACKING })
    .where('order_id', '=', id)
    .where('first_name', '=', 'Ada')
    .returning(['id', 'recipient_id', 'last_name'])
    .execute()
  const card = await pool
    .selectFrom('issued_cards')
    .select('last4')
    .where('delivery_id', '=', delivery!.id)
    .executeTakeFirstOrThrow()
  const order = (await owner.call('GET', `/api/v1/office/orders/${id}/`)).body.order
  return {
    ...{ id, batch, delivery: delivery!, last4: card.last4, number: order.number as string },
    ...{ customerId: customer_id, companyId: company.id as number },
  }
}

const find = async (
  query: Record<string, string>,
  who: Pick<Staff, 'call'> = owner,
): Promise<Answer['body']> => {
  const { status, body } = await who.call('GET', `/api/v1/office/search/?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}
/** The kinds with results, and their IDs. */
const idsOf = (found: Answer['body']) =>
  Object.fromEntries(
    KINDS.filter((kind) => found[kind]?.results.length > 0).map((kind) => [
      kind,
      found[kind].results.map(({ id }: { id: number }) => id),
    ]),
  )
const search = async (q: string, who?: Pick<Staff, 'call'>) => idsOf(await find({ q }, who))

describe('finds', () => {
  test('an order by its full or partial number, PO number, and external ID', async () => {
    const { id, number, customerId } = made
    expect(await search(number)).toEqual({ orders: [id] })
    expect((await search(number.slice(0, -1))).orders).toContain(id)
    for (const q of ['po-umbra', 'HR-77']) expect(await search(q)).toEqual({ orders: [id] })
    const { orders } = await find({ q: number })
    expect(orders.results[0]).toEqual({
      ...{ id, number, status: 'approved', customer_name: 'Zélie Thorne', company: 'Halden Tools' },
      ...{ po_number: 'PO-Umbra 7', total_cents: CENTS, placed_at: expect.any(String) },
    })
    expect(customerId).toBeGreaterThan(0)
  })

  test('a customer with their orders, by name in any spelling, and email', async () => {
    const { id, customerId } = made
    for (const q of ['zelie thorne', 'Thorne', 'ZÉLIE', 'zelie@quillon']) {
      expect(await search(q)).toMatchObject({ customers: [customerId], orders: [id] })
    }
    const { customers } = await find({ q: 'thorne' })
    expect(customers.results[0]).toEqual({
      ...{ id: customerId, name: 'Zélie Thorne', company: 'Halden Tools' },
      ...{ email: 'zelie@quillon.example', state: 'active' },
    })
  })

  test('a company with its orders, by name and domain', async () => {
    const { id, companyId } = made
    expect(await search('quillon')).toMatchObject({ companies: [companyId], orders: [id] })
    await world.kit.pool
      .insertInto('company_domains')
      .values({
        site_id: siteId,
        company_id: companyId,
        domain: 'umbra.example',
        token: 't',
        asked_at: new Date(),
      })
      .execute()
    const { companies } = await find({ q: 'umbra.ex' })
    expect(companies.results).toEqual([
      { id: companyId, name: 'Quillon Works', people_count: 1, merged_into: null },
    ])
  })

  test('a recipient with their card, and not one of a draft', async () => {
    const { id, delivery } = made
    const { recipients } = await find({ q: delivery.last_name })
    expect(recipients.results).toContainEqual({
      ...{ id: delivery.recipient_id, name: `Ada ${delivery.last_name}`, email: '', reward_type: 'direct' },
      ...{ order_id: id, order_number: made.number, delivery_id: delivery.id, delivery_status: 'printing' },
    })
    const draft = await customerSteps(await world.signIn()).addCards('digital', { draft: true })
    expect(await search(`Recipient ${draft.id}`)).toEqual({})
    expect(await search(`Ada Recipient ${draft.id}`)).toEqual({})
  })

  test('a card and its order, by tracking number in any spelling, reference, and last digits', async () => {
    const { id, delivery, last4 } = made
    const both = { orders: [id], deliveries: [delivery.id] }
    for (const q of [TRACKING, '1z 8r4 207 03 4398 1174', `D-${delivery.id}`]) {
      expect(await search(q)).toEqual(both)
    }
    const { deliveries } = await find({ q: last4 })
    expect(deliveries.results).toContainEqual({
      ...{ id: delivery.id, name: `Ada ${delivery.last_name}`, reward_type: 'direct', status: 'printing' },
      ...{ value_cents: 5_000, card_count: 1, order_number: made.number, carrier: 'UPS' },
      ...{ tracking_number: TRACKING, last4 },
    })
  })

  test('a card by the email it was corrected to', async () => {
    const { delivery } = made
    await world.kit.pool
      .updateTable('deliveries')
      .set({ email: 'ada.corrected@example.com' })
      .where('id', '=', delivery.id)
      .execute()
    expect(await search('ada.corrected')).toEqual({})
    await world.kit.pool
      .insertInto('delivery_events')
      .values({
        site_id: siteId,
        order_id: made.id,
        delivery_id: delivery.id,
        event: 'fixed',
        facts: '{}',
        actor: 'staff:1',
        at: new Date(),
      } as never)
      .execute()
    expect(await search('ada.corrected')).toEqual({ deliveries: [delivery.id] })
  })

  test('a batch by its number', async () => {
    const { batch } = made
    const number = batch.number.slice(2)
    for (const q of [batch.number, `b${number}`, `batch ${number}`]) {
      expect(await search(q)).toEqual({ batches: [batch.id] })
    }
    expect((await search(number)).batches).toEqual([batch.id])
  })

  test('orders, checks, and refunds of an amount, and a check by its number', async () => {
    const cents = randomInt(2_000_000, 3_000_000)
    const check = await owner.call('POST', '/api/v1/office/received_payments/', {
      method_code: 'self_hosted_check',
      amount_cents: cents,
      payer: 'Umbra Inc',
      document_number: `C${cents}`,
      received_on: '2026-11-20',
    })
    const amount = `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    const received = { payments: [check.body.id] }
    expect(await search(amount)).toEqual(received)
    expect(await search(`C${cents}`)).toEqual(received)
    expect((await find({ q: amount })).payments.results[0]).toEqual({
      ...{ kind: 'received', id: check.body.id, amount_cents: cents, method_code: 'self_hosted_check' },
      ...{ payer: 'Umbra Inc', document_number: `C${cents}`, received_on: '2026-11-20' },
      ...{ order_id: null, order_number: '', is_matched: false, is_reversed: false },
    })
    expect(await search('$12,345.67')).toEqual({ orders: [made.id] })

    const payment = await world.kit.pool
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', made.id)
      .executeTakeFirstOrThrow()
    const at = new Date()
    await world.kit.pool
      .insertInto('refunds')
      .values({
        ...{
          site_id: siteId,
          order_id: made.id,
          payment_id: payment.id,
          amount_cents: 777_123,
          reason: 'Umbra',
        },
        ...{ kind: 'return', state: 'failed', transaction_id: `R-${cents}`, asked_by: 'staff:1' },
        ...{ created_at: at, updated_at: at },
      })
      .execute()
    expect((await find({ q: '$7,771.23' })).payments.results).toEqual([
      expect.objectContaining({
        kind: 'refund',
        order_id: made.id,
        order_number: made.number,
        state: 'failed',
      }),
    ])
  })
})

test('nothing is found by one letter, and no name by two', async () => {
  expect(await search('z')).toEqual({})
  expect(await search('ze')).toEqual({})
  expect(await search('')).toEqual({})
})

test('a search of one kind shows more results, and whether there are others', async () => {
  await world.kit.pool
    .insertInto('companies')
    .values(
      Array.from({ length: 7 }, (_, n) => ({
        site_id: siteId,
        name: `Sevenfold ${n}`,
        founded_by: made.customerId,
      })),
    )
    .execute()
  const all = await find({ q: 'sevenfold' })
  expect([all.companies.results.length, all.companies.has_more]).toEqual([5, true])
  const { companies, orders } = await find({ q: 'sevenfold', only: 'companies,batches' })
  expect([companies.results.length, companies.has_more, orders]).toEqual([7, false, null])
})

test('recently opened things are read again by their ID', async () => {
  const { id, batch, customerId, companyId, delivery } = made
  const recent = [
    ...[`orders-${id}`, `customers-${customerId}`, `companies-${companyId}`],
    ...[`deliveries-${delivery.id}`, `batches-${batch.id}`, 'orders-999999999'],
  ].join(',')
  expect(idsOf(await find({ recent }))).toEqual({
    ...{ orders: [id], customers: [customerId], companies: [companyId] },
    ...{ deliveries: [delivery.id], batches: [batch.id] },
  })
  const { status, body } = await owner.call('GET', '/api/v1/office/search/?recent=payments-1')
  expect([status, body.errors[0].field]).toEqual([400, 'recent.0'])
})

describe('limits', () => {
  const everything = () => {
    const { number, last4, batch, delivery } = made
    return [number, 'PO-Umbra', 'HR-77', 'thorne', 'quillon', delivery.last_name, TRACKING].concat([
      last4,
      batch.number,
      '$12,345.67',
      '$7,771.23',
      `D-${delivery.id}`,
    ])
  }

  test('a role that can’t see money finds no payments', async () => {
    const viewer = await world.staff('viewer')
    expect((await find({ q: '$7,771.23' }, viewer)).payments).toBeNull()
    expect(await search('thorne', viewer)).toMatchObject({ customers: [made.customerId] })
  })

  test('a program finds what its scopes allow', async () => {
    const form = { name: 'Warehouse', scopes: JSON.stringify(['orders.read']) }
    const { body } = await owner.call('POST', '/api/v1/office/api_credentials/', form)
    const basic = `Basic ${Buffer.from(`${body.credential.username}:${body.secret}`).toString('base64')}`
    const call: Staff['call'] = (method, path) =>
      world.visit('localhost')(method, path, undefined, { authorization: basic })
    const found = await find({ q: 'thorne' }, { call })
    expect(KINDS.filter((kind) => found[kind] !== null)).toEqual(['orders', 'recipients'])
    expect(idsOf(found)).toEqual({ orders: [made.id] })
  })

  test('another site finds nothing of this one', async () => {
    const acorn = await world.staff('owner', 'acorn')
    for (const q of everything()) expect([q, await search(q, acorn)]).toEqual([q, {}])
    const recent = `orders-${made.id},customers-${made.customerId},companies-${made.companyId},batches-${made.batch.id}`
    expect(idsOf(await find({ recent }, acorn))).toEqual({})
  })

  test('customers and visitors have no office to search', async () => {
    const path = `/api/v1/office/search/?q=${made.number}`
    expect((await (await world.signIn()).call('GET', path)).status).toBe(401)
    expect((await world.visit('localhost')('GET', path)).status).toBe(401)
  })
})

describe('among many orders and customers, only beginnings are found', () => {
  const many = { orders: true, customers: true }
  const found = (q: string) =>
    inSite(world.kit.pool, siteId, async (db) => {
      const ids = findIds(siteId, q, many)
      const rows = async (
        read: typeof readOrders | typeof readCustomers | typeof readCompanies,
        of: typeof ids.orders,
      ) => (of === undefined ? [] : (await read(db, siteId, { ids: of, limit: 5 })).map(({ id }) => id))
      return {
        orders: await rows(readOrders, ids.orders),
        customers: await rows(readCustomers, ids.customers),
        companies: await rows(readCompanies, ids.companies),
      }
    })

  test.each([
    ['Thorne', 'zelie tho', 'zelie@q'],
    ['horne', 'elie tho', 'elie@q'],
  ])('of customers, and their orders: %s', async (...searches) => {
    const isBeginning = searches[0] === 'Thorne'
    for (const q of searches) {
      const { orders, customers } = await found(q)
      expect([q, customers]).toEqual([q, isBeginning ? [made.customerId] : []])
      expect([q, orders]).toEqual([q, isBeginning ? [made.id] : []])
    }
  })

  test('of companies and PO numbers', async () => {
    expect(await found('quill')).toMatchObject({ companies: [made.companyId], orders: [made.id] })
    expect(await found('uillon')).toMatchObject({ companies: [], orders: [] })
    expect(await found('po-umb')).toMatchObject({ orders: [] })
    expect(await found('PO-Umb')).toMatchObject({ orders: [made.id] })
    expect(await found('umbra 7')).toMatchObject({ orders: [] })
  })
})
