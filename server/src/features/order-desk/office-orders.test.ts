import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import { customerSteps, paidOrder } from '../../testing/ordering-world.ts'
import { carryOutAll } from '../../testing/sweeps.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
let owner: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.staff('owner')
})

const paid = (method?: 'elavon_cc' | 'elavon_ach', status?: string) =>
  paidOrder(world, { ...(method && { method }), ...(status && { status }) })
async function byCheck() {
  const dana = customerSteps(await world.signIn())
  const id = await dana.fillCart('digital')
  const { body } = await dana.pay(id, 'self_hosted_check')
  return { dana, id, reference: body.remittance.reference as string }
}
const act = (id: number, what: string, body: Record<string, unknown>, as = owner) =>
  as.call('POST', `/api/v1/office/orders/${id}/${what}/`, body)
const approve = (id: number, as = owner) => act(id, 'approve', { seen_status: 'in_review' }, as)
const decline = (id: number, seen_status = 'in_review', as = owner) =>
  act(id, 'decline', { seen_status, reason: 'We could not confirm your business.' }, as)
const money = async (id: number) => (await owner.call('GET', `/api/v1/office/orders/${id}/money/`)).body

describe('deciding about an order', () => {
  test('an approved order continues, and the second of two decisions is rejected', async () => {
    const { id, dana } = await paid()
    const second = await world.staff('fulfillment')
    const [one, other] = await Promise.all([approve(id), decline(id, 'in_review', second)])
    const statuses = [one.status, other.status]
    expect(statuses.toSorted()).toEqual([200, 409])
    const loser = one.status === 409 ? one : other
    expect(loser.body.code).toBe('order_changed')
    expect(['approved', 'declined']).toContain((await dana.order(id)).status)
  })

  test('an unpaid order can’t be approved', async () => {
    const { id } = await byCheck()
    expect((await approve(id)).body.code).toBe('order_changed')
    const seen = await act(id, 'approve', { seen_status: 'pending_payment' })
    expect(seen.body.code).toBe('order_move_not_allowed')
  })

  test('an order declined after approval is refunded, and the customer gets the reason', async () => {
    const { id, dana, total } = await paid()
    await approve(id)
    const { body } = await decline(id, 'approved')
    expect(body.order).toMatchObject({ status: 'declined', display_status: 'rejected' })
    expect(await money(id)).toMatchObject({
      owed_cents: -total,
      refunds: [{ state: 'approved', amount_cents: total }],
    })

    await carryOutAll(world.kit)
    expect(await money(id)).toMatchObject({
      owed_cents: 0,
      received_cents: 0,
      payments: [{ state: 'refunded' }],
    })
    const told = await dana.order(id)
    expect(told.decline_reason).toBe('We could not confirm your business.')
    expect((await approve(id)).body.code).toBe('order_changed')
  })

  test('a declined order expects no check, and one that arrives anyway stays unmatched', async () => {
    const { id, reference } = await byCheck()
    expect((await decline(id, 'pending_payment')).status).toBe(200)
    expect(await money(id)).toMatchObject({ owed_cents: 0, payments: [{ state: 'failed' }] })
    const late = await owner.call('POST', '/api/v1/office/received_payments/', {
      method_code: 'self_hosted_check',
      amount_cents: 100,
      reference,
      received_on: '2026-11-20',
    })
    expect(late.body.order_id).toBeNull()
  })

  test('an order on hold can’t be approved until it is released', async () => {
    const { id } = await paid()
    await world.kit.pool
      .updateTable('orders')
      .set({ held_at: new Date(), held_reason: 'The bank returned this payment.' })
      .where('id', '=', id)
      .execute()
    expect((await approve(id)).body.code).toBe('order_is_held')
    expect((await act(id, 'release', { reason: 'Paid by wire instead' })).body.held_at).toBeNull()
    expect((await act(id, 'release', { reason: 'again' })).body.code).toBe('order_changed')
    expect((await approve(id)).status).toBe(200)
  })

  test('a refunded order is on hold: it can’t be approved, and none of its cards are sent', async () => {
    const { id, total } = await paid()
    const { body: approved } = await approve(id)
    expect(approved.held_at).toBeNull()
    const other = await paid()
    for (const one of [{ id, total }, other]) {
      const [payment] = (await money(one.id)).payments
      await owner.call('POST', '/api/v1/office/refunds/', {
        payment_id: payment.id,
        amount_cents: one.total,
        reason: 'Ordered twice',
      })
    }
    await carryOutAll(world.kit)
    for (const one of [id, other.id]) {
      const { body } = await owner.call('GET', `/api/v1/office/orders/${one}/`)
      expect(body).toMatchObject({ held_at: expect.any(String), held_reason: 'Its payment was refunded.' })
      const search = `search=${body.order.number}`
      const { body: file } = await owner.call('GET', `/api/v1/office/orders/export/?${search}`)
      expect(String(file)).toContain(`${body.order.number},Refunded,,`)
    }
    expect((await approve(other.id)).body.code).toBe('order_is_held')
  })

  test('a partly refunded order can’t be approved until staff allow it', async () => {
    const { id, total } = await paid()
    const [payment] = (await money(id)).payments
    await owner.call('POST', '/api/v1/office/refunds/', {
      payment_id: payment.id,
      amount_cents: total - 1,
      reason: 'A kindness',
    })
    await carryOutAll(world.kit)
    expect((await approve(id)).body.code).toBe('order_is_held')
    // Even without a hold, an order short of money isn't approved.
    const free = { held_at: null, held_reason: '' }
    await world.kit.pool.updateTable('orders').set(free).where('id', '=', id).execute()
    const { body } = await approve(id)
    expect(body).toMatchObject({ code: 'order_short_of_money' })
    expect(body.detail).toContain('release the order')
    await world.kit.pool.updateTable('orders').set({ held_at: new Date() }).where('id', '=', id).execute()
    const other = await world.staff('owner')
    await act(id, 'release', { reason: 'A kindness, agreed with the customer' }, other)
    expect((await approve(id)).status).toBe(200)
  })

  test('a viewer changes nothing, and another site’s owner sees nothing', async () => {
    const { id } = await paid()
    const viewer = await world.staff('viewer')
    expect((await viewer.call('GET', `/api/v1/office/orders/${id}/`)).status).toBe(200)
    expect((await approve(id, viewer)).status).toBe(403)
    const elsewhere = await world.staff('owner', 'acorn')
    expect((await elsewhere.call('GET', `/api/v1/office/orders/${id}/`)).status).toBe(404)
    expect((await approve(id, elsewhere)).status).toBe(404)
  })

  test('the payment page’s address is shown only to the customer, not to staff or programs', async () => {
    const dana = customerSteps(await world.signIn())
    const id = await dana.fillCart('digital')
    await dana.pay(id, 'self_hosted_check')
    await dana.pay(id, 'elavon_cc')
    const shown = async (as: typeof owner) => {
      const one = (await as.call('GET', `/api/v1/office/orders/${id}/`)).body
      const list = (await as.call('GET', '/api/v1/office/orders/?page_size=100')).body
      expect(one.order.payments.at(-1)).toMatchObject({ state: 'started', hosted_page: null })
      expect(JSON.stringify([one, list])).not.toContain('ssl_txn_auth_token')
    }
    expect((await dana.order(id)).payments.at(-1).hosted_page.fields.ssl_txn_auth_token).toContain('token/')
    await shown(owner)
    await shown(await world.staff('viewer'))
  })

  test('a cart is hidden from the office', async () => {
    const dana = customerSteps(await world.signIn())
    const id = await dana.fillCart('digital')
    expect((await owner.call('GET', `/api/v1/office/orders/${id}/`)).status).toBe(404)
  })
})

describe('finding an order', () => {
  const find = async (query: string) => {
    const { body } = await owner.call('GET', `/api/v1/office/orders/?${query}`)
    return body.results.map((one: { id: number }) => one.id)
  }

  test('by its number, its payment reference, its customer', async () => {
    const { id, dana, reference } = await byCheck()
    const { number } = await dana.order(id)
    const { email } = await dana.ok('GET', '/api/v1/actual_user/')
    expect(await find(`search=${number}`)).toEqual([id])
    expect(await find(`search=${encodeURIComponent(` ${reference.toLowerCase()} `)}`)).toEqual([id])
    expect(await find(`search=${encodeURIComponent(email.toUpperCase())}`)).toEqual([id])
    expect(await find('search=halden%20tools')).toContain(id)
    expect(await find(`search=${number}0`)).toEqual([])
  })

  test.each(['%25', '_', '\\', "'", '%00', '💥'])('%s finds nothing and breaks nothing', async (text) => {
    const { status, body } = await owner.call('GET', `/api/v1/office/orders/?search=${encodeURI(text)}`)
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body.count).toBe(0)
  })

  test('by its status, page by page', async () => {
    await paid()
    await paid()
    const { body } = await owner.call('GET', '/api/v1/office/orders/?status=in_review&page_size=1')
    expect(body.results).toHaveLength(1)
    expect(body.next).toBe('/api/v1/office/orders/?status=in_review&page=2&page_size=1')
    expect(body.results[0]).toMatchObject({
      status: 'in_review',
      reward_types: ['digital'],
      method_code: 'elavon_cc',
    })
  })
  test.each(['total', '-total', 'placed', '-placed'])('sorted by %s, on every page', async (sort) => {
    for (const total_cents of [30_000, 10_000, 30_000, 20_000]) {
      const { id } = await paid()
      await world.kit.pool.updateTable('orders').set({ total_cents }).where('id', '=', id).execute()
    }
    const list = (query: string) => owner.call('GET', `/api/v1/office/orders/?status=in_review&${query}`)
    const shown: { id: number }[] = (await list('page_size=200')).body.results
    const rows = await world.kit.pool
      .selectFrom('orders')
      .select(['id', 'total_cents', 'placed_at'])
      .where('id', '=', anyOf(shown.map(({ id }) => id)))
      .execute()
    type Row = (typeof rows)[0]
    const placed = (a: Row, b: Row) => Number(a.placed_at) - Number(b.placed_at) || a.id - b.id
    const total = (a: Row, b: Row) => a.total_cents - b.total_cents || placed(b, a)
    const ascending = rows.toSorted(sort.endsWith('total') ? total : placed).map(({ id }) => id)
    const all: { id: number }[] = (await list(`sort=${sort}&page_size=200`)).body.results
    expect(all.map(({ id }) => id)).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending)

    for (const [index, one] of all.entries()) {
      const page = (await list(`sort=${sort}&page_size=1&page=${index + 1}`)).body
      expect(page.results).toEqual([one])
      const sorted = sort === '-placed' ? '' : `sort=${sort}&`
      const next = `/api/v1/office/orders/?status=in_review&${sorted}page=${index + 2}&page_size=1`
      expect(page.next).toBe(index + 1 === all.length ? null : next)
    }
  })

  test('by how it was fulfilled: by a carrier or not', async () => {
    const [emailed, carried] = [await paid(), await paid()]
    await inSite(world.kit.pool, owner.siteId, async (db) => {
      const fulfil = (id: number, is_shipped: boolean) =>
        db.updateTable('orders').set({ status: 'fulfilled', is_shipped }).where('id', '=', id).execute()
      await fulfil(emailed.id, false)
      await fulfil(carried.id, true)
    })
    expect(await find('status=fulfilled')).toEqual([emailed.id])
    expect(await find('status=shipped')).toEqual([carried.id])
    expect(await find('status=shipped,fulfilled')).toEqual([carried.id, emailed.id])
  })
})
