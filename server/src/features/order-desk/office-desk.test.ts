import { formatCents } from '@laurel/domain/money'
import { createCanvas } from '@napi-rs/canvas'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { printSteps } from '../../testing/batch-world.ts'
import { customerSteps, paidOrder } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { listPlacedOrders } from './office-orders.repo.ts'

let world: World
type Staff = Awaited<ReturnType<World['staff']>>
let owner: Staff
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.staff('owner')
})

const paid = (type: 'digital' | 'direct' = 'digital') => paidOrder(world, { type })
const stored = (id: number) =>
  world.kit.pool.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const at = (id: number, what: string) => `/api/v1/office/orders/${id}/${what}/`
const many = (action: string, orders: Array<{ id: number }>, words = '', as = owner) =>
  as.call('POST', '/api/v1/office/orders/many/', {
    action,
    orders: JSON.stringify(orders.map(({ id }) => ({ id, seen_status: 'in_review' }))),
    words,
  })
const find = async (query: string, as = owner): Promise<number[]> => {
  const { body } = await as.call('GET', `/api/v1/office/orders/?page_size=200&${query}`)
  return body.results.map((one: { id: number }) => one.id)
}

describe('finding an order by its recipient', () => {
  test('matches the beginning of a last name or an email, and both names together, in capitals too', async () => {
    const { id, itemId } = await paid()
    for (const search of [`Ada Recipient ${itemId}`, `RECIPIENT ${itemId}`, 'grace@recipient']) {
      expect(await find(`search=${encodeURIComponent(search)}`)).toContain(id)
    }
    expect(await find(`search=da%20recipient%20${itemId}`)).not.toContain(id)
    expect(await find('search=recipient.example')).not.toContain(id)
  })

  test('matches amount, delivery, tracking number, batch, and last four digits', async () => {
    const room = printSteps(world)
    const clerk = await world.staff('fulfillment')
    const { id } = await room.approved('direct')
    const { total_cents } = (await owner.call('GET', `/api/v1/office/orders/${id}/`)).body.order
    const batch = await room.ready(clerk, 'direct', id)
    const [letter] = await room.deliveries(id)
    const path = `/api/v1/office/deliveries/${letter!.id}/tracking/`
    const tracked = { carrier: 'UPS', tracking_number: '1Z999AA10123456784' }
    expect((await clerk.call('POST', path, tracked)).status).toBe(200)
    const [card] = await room.cards(id)
    const dollars = formatCents(total_cents)
    const searches = [`D-${letter!.id}`, tracked.tracking_number, batch.number, card!.last4, dollars]
    for (const search of searches) expect(await find(`search=${encodeURIComponent(search)}`)).toContain(id)
    await sql`update deliveries set address1 = '17 Corrected Way' where id = ${letter!.id}`.execute(
      world.kit.pool,
    )
    await sql`insert into delivery_events (site_id, delivery_id, order_id, event, facts, actor, at)
      values (${clerk.siteId}, ${letter!.id}, ${id}, 'fixed', '{}', 'system', now())`.execute(world.kit.pool)
    expect(await find('search=17%20corrected')).toContain(id)
    for (const search of ['D-999999999', 'B-999999999', '1Z999AA10123456780', '$0.01']) {
      expect(await find(`search=${encodeURIComponent(search)}`)).toEqual([])
    }
  })

  test('doesn’t match another site, a cart, or one or two letters', async () => {
    const { id } = await paid()
    const cart = customerSteps(await world.signIn())
    const cartId = await cart.fillCart('digital')
    const acorn = await world.staff('owner', 'acorn')
    expect(await find('search=recipient', acorn)).toEqual([])
    const found = await find('search=recipient')
    expect(found).toContain(id)
    expect(found).not.toContain(cartId)
    expect(await find('search=re')).toEqual([])
  })

  test('filters by delivery method, payment method, and placement date', async () => {
    const { id } = await paid('direct')
    const { body } = await owner.call('GET', `/api/v1/office/orders/${id}/`)
    const { time_zone } = await world.kit.sites.readByHost('localhost')
    const [day] = new Date(body.order.placed_at).toLocaleString('sv', { timeZone: time_zone }).split(' ')
    expect(await find('reward_type=direct&method=elavon_cc')).toContain(id)
    expect(await find('reward_type=digital')).not.toContain(id)
    expect(await find('method=elavon_ach')).not.toContain(id)
    expect(await find(`placed_from=${day}&placed_to=${day}`)).toContain(id)
    expect(await find('placed_to=2020-01-01')).toEqual([])
    expect(await find('placed_from=2199-01-01')).toEqual([])
    expect((await owner.call('GET', '/api/v1/office/orders/?placed_from=0000-01-01')).status).toBe(400)
  })

  test('exports the matching orders as a spreadsheet without formulas', async () => {
    const { number, dana } = await paid()
    await dana.ok('PATCH', '/api/v1/actual_user/', { legal_business_name: '=HYPERLINK(1)' })
    const answer = await owner.call('GET', `/api/v1/office/orders/export/?search=${number}`)
    expect(answer.status).toBe(200)
    const file = String(answer.body)
    expect(file).toContain(`${number},In review`)
    expect(file).toContain("'=HYPERLINK(1)")
    const [head, row] = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cell = (title: string) => row![head!.findIndex((one) => one.startsWith(title))]
    expect([cell('Paid by'), cell('Sent as'), cell('Recipients')]).toEqual(['Card', 'Digital', '2'])
    expect(cell('Placed (America/')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(cell('Paid (')).toMatch(/^\d{4}-/)
    const cents = (title: string) => Math.round(Number(cell(title)) * 100)
    const parts = cents('Card value') + cents('Card fees') + cents('Shipping')
    expect(parts).toBe(cents('Total'))
    expect(parts).toBeGreaterThan(0)
    expect(file).not.toMatch(/elavon|T\d\d:\d\d:/)
    expect(file.trim().split('\r\n')).toHaveLength(2)
  })
})

test('an order placed between two pages shifts no other order', async () => {
  const [older, newer] = [await paid(), await paid()]
  const site = await world.kit.sites.readByHost('localhost')
  const page = (afterId?: number) =>
    inSite(world.kit.pool, site.id, (db) => listPlacedOrders(db, site, {}, { limit: 1, afterId }))
  expect((await page())[0]!.id).toBe(newer.id)
  await paid()
  expect((await page(newer.id))[0]!.id).toBe(older.id)
})

describe('many orders at once', () => {
  test('are each decided on their own, and a conflict names the person who was first', async () => {
    const [one, other] = [await paid(), await paid()]
    const ana = await world.staff('fulfillment')
    await world.kit.pool
      .updateTable('staff_accounts')
      .set({ name: 'Ana Ruiz' })
      .where('id', '=', ana.id)
      .execute()
    await ana.call('POST', at(other.id, 'decline'), { seen_status: 'in_review', reason: 'Not a business.' })

    const held = await many('hold', [other], 'The address looks odd')
    expect(held.body.results[0].code).toBe('order_changed')
    const { body } = await many('approve', [one, other, { id: 999_999 }])
    expect(body.results).toEqual([
      { id: one.id, number: one.number, is_done: true, code: '', message: '' },
      {
        id: other.id,
        number: other.number,
        is_done: false,
        code: 'order_changed',
        message: 'Ana Ruiz declined it in the meantime.',
      },
      expect.objectContaining({ id: 999_999, number: '', is_done: false, code: 'not_found' }),
    ])
    expect((await one.dana.order(one.id)).status).toBe('approved')
  })

  test('aren’t approved while on hold, and are again after release', async () => {
    const order = await paid()
    expect((await many('hold', [order], 'The address looks odd')).body.results[0].is_done).toBe(true)
    expect((await many('approve', [order])).body.results[0].code).toBe('order_is_held')
    expect((await many('hold', [order], 'again')).body.results[0].message).toBe(
      'Robin Hale put it on hold in the meantime.',
    )
    expect((await many('release', [order], 'The address is right')).body.results[0].is_done).toBe(true)
    expect((await many('approve', [order, order])).body.results).toEqual([
      expect.objectContaining({ is_done: true }),
    ])
  })

  test('require a reason, and a role without the permission changes nothing', async () => {
    const order = await paid()
    expect((await many('hold', [order])).body.errors[0].field).toBe('words')
    const support = await world.staff('support')
    const viewer = await world.staff('viewer')
    expect((await many('approve', [order], '', support)).status).toBe(403)
    expect((await many('note', [order], 'Seen', viewer)).status).toBe(403)
    expect((await many('note', [order], 'Seen', support)).body.results[0].is_done).toBe(true)
    const acorn = await world.staff('owner', 'acorn')
    expect((await many('approve', [order], '', acorn)).body.results[0].code).toBe('not_found')
    expect((await order.dana.order(order.id)).status).toBe('in_review')
  })
})

describe('an order that staff put on hold', () => {
  test('is released without a decision about its money, which counts as before', async () => {
    const { id } = await paid()
    const lee = await world.staff('fulfillment')
    const { body } = await lee.call('POST', at(id, 'hold'), { reason: 'To be looked at' })
    expect(body).toMatchObject({ is_held_by_staff: true, held_reason: 'To be looked at' })
    expect((await lee.call('POST', at(id, 'release'), { reason: 'Fine' })).body.held_at).toBeNull()
    const { released_at } = await stored(id)
    expect(released_at).toBeNull()
  })

  test('also requires the permission to record money once it is refunded', async () => {
    const { id } = await paid()
    const lee = await world.staff('fulfillment')
    await lee.call('POST', at(id, 'hold'), { reason: 'To be looked at' })
    await world.kit.pool.updateTable('orders').set({ held_by: '' }).where('id', '=', id).execute()
    expect((await lee.call('POST', at(id, 'release'), { reason: 'Fine' })).status).toBe(403)
  })
})

describe('notes of colleagues', () => {
  test('are changed and deleted only by their author, and hidden from the customer', async () => {
    const { id, dana } = await paid()
    const { body: note } = await owner.call('POST', at(id, 'notes'), { text: 'Dana confirmed the logo.' })
    const ana = await world.staff('support')
    const path = `${at(id, 'notes')}${note.id}/`
    expect((await ana.call('PATCH', path, { text: 'No' })).status).toBe(404)
    expect((await ana.call('DELETE', path)).status).toBe(404)
    const acorn = await world.staff('owner', 'acorn')
    expect((await acorn.call('POST', at(id, 'notes'), { text: 'x' })).status).toBe(404)

    expect((await owner.call('PATCH', path, { text: 'By phone.' })).body).toMatchObject({
      text: 'By phone.',
      is_mine: true,
      edited_at: expect.any(String),
    })
    const { body: seen } = await ana.call('GET', at(id, 'history'))
    expect(seen.notes).toEqual([expect.objectContaining({ text: 'By phone.', is_mine: false })])
    expect(JSON.stringify(await dana.order(id))).not.toContain('By phone')
    expect((await owner.call('POST', at(id, 'notes'), { text: 'y'.repeat(2_001) })).status).toBe(400)

    expect((await owner.call('DELETE', path)).status).toBe(204)
    const told = await world.kit.pool
      .selectFrom('audit_entries')
      .select('event')
      .where('subject', '=', `order:${id}`)
      .where('event', 'like', 'order.note%')
      .orderBy('id')
      .execute()
    expect(told.map(({ event }) => event)).toEqual([
      'order.noted',
      'order.note_changed',
      'order.note_removed',
    ])
  })
})

describe('saved views', () => {
  const path = '/api/v1/office/order_views/'
  const save = (name: string, is_shared: boolean, as = owner) =>
    as.call('POST', path, { name, is_shared, filters: { status: ['in_review'], search: 'halden' } })

  test('are private until they are shared; a colleague’s view is read-only', async () => {
    const ana = await world.staff('viewer')
    const { body: own } = await save('Mine', false)
    const { body: shared } = await save('To review', true)
    expect(own.filters).toEqual({ status: ['in_review'], search: 'halden' })
    const seen = (await ana.call('GET', path)).body
    expect(seen).toContainEqual(
      expect.objectContaining({ id: shared.id, is_mine: false, by_name: 'Robin Hale' }),
    )
    expect(JSON.stringify(seen)).not.toContain('Mine')
    expect((await ana.call('PATCH', `${path}${own.id}/`, { is_default: true })).status).toBe(404)
    expect((await ana.call('PATCH', `${path}${shared.id}/`, { name: 'Other' })).status).toBe(403)
    expect((await ana.call('DELETE', `${path}${shared.id}/`)).status).toBe(404)
    const acorn = await world.staff('owner', 'acorn')
    expect((await acorn.call('GET', path)).body).toEqual([])

    expect((await ana.call('PATCH', `${path}${shared.id}/`, { is_default: true })).body.is_default).toBe(true)
    expect((await owner.call('GET', path)).body.some((one: { is_default: boolean }) => one.is_default)).toBe(
      false,
    )
  })

  test('have unique names, can be renamed, and are no longer listed once deleted', async () => {
    const { body: view } = await save('Big ones', false)
    expect((await save('big ONES', false)).body.errors[0]).toMatchObject({ field: 'name', code: 'taken' })
    await owner.call('PATCH', `${path}${view.id}/`, { name: 'Large', is_default: true })
    expect((await owner.call('GET', path)).body).toContainEqual(
      expect.objectContaining({ name: 'Large', is_default: true }),
    )
    expect((await owner.call('DELETE', `${path}${view.id}/`)).status).toBe(204)
    expect(JSON.stringify((await owner.call('GET', path)).body)).not.toContain('Large')
  })
})

describe('the details of an order', () => {
  test('show its people with the state of their cards, page by page and by search', async () => {
    const { id, itemId } = await paid()
    const before = await owner.call('GET', `${at(id, 'recipients')}?page_size=1`)
    expect(before.body).toMatchObject({
      count: 2,
      results: [{ name: `Ada Recipient ${itemId}`, delivery_id: null }],
    })
    expect(before.body.next).toContain('page=2')
    const { body } = await owner.call('GET', `${at(id, 'recipients')}?search=GRACE`)
    expect(body).toMatchObject({
      count: 1,
      results: [{ place: 'Grace@recipient.example', amount_cents: 5_000 }],
    })
    const acorn = await world.staff('owner', 'acorn')
    expect((await acorn.call('GET', at(id, 'recipients'))).status).toBe(404)
  })

  test('show who did what, with their comments', async () => {
    const { id } = await paid()
    await owner.call('POST', at(id, 'approve'), { seen_status: 'in_review', note: 'Called them' })
    const { body } = await owner.call('GET', at(id, 'history'))
    expect(body.last_change).toMatchObject({ event: 'approved', by_name: 'Robin Hale', words: 'Called them' })
    expect(body.happened.map((one: { event: string }) => one.event)).toEqual(
      expect.arrayContaining(['approved', 'in_review', 'money.received', 'order.placed']),
    )
  })

  test('show delivery problems, many of a kind in one line', async () => {
    const { id } = await paid()
    const { site_id } = await stored(id)
    const made = await world.kit.pool
      .insertInto('deliveries')
      .values(
        ['Ada', 'Grace', 'Ida'].map((first_name) => ({
          ...{ site_id, order_id: id, source: `recipient:${first_name}`, reward_type: 'digital', first_name },
          ...{ value_cents: 5_000, due_at: new Date(), created_at: new Date(), updated_at: new Date() },
        })),
      )
      .returning('id')
      .execute()
    const event = (delivery_id: number, name: string, words: string, facts = {}) => ({
      ...{ site_id, order_id: id, delivery_id, event: name, actor: 'mail server' },
      ...{ facts: JSON.stringify({ words, ...facts }), at: new Date('2026-11-21T10:00:01Z') },
    })
    await world.kit.pool
      .insertInto('delivery_events')
      .values([
        event(made[0]!.id, 'bounced', 'No such mailbox.'),
        event(made[1]!.id, 'bounced', 'No such mailbox.'),
        event(made[2]!.id, 'bounced', 'The mailbox is full.'),
        event(made[2]!.id, 'sent', ''),
        event(made[2]!.id, 'queued', '', { again: true }),
        event(made[1]!.id, 'queued', ''),
      ])
      .execute()
    const { body } = await owner.call('GET', at(id, 'history'))
    const told = body.happened.filter((one: { about: string }) => one.about === 'delivery')
    expect(told).toHaveLength(3)
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'bounced', count: 2, words: 'No such mailbox.', delivery_id: null }),
    )
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'bounced', count: 1, recipient: 'Ida', delivery_id: made[2]!.id }),
    )
    expect(told).toContainEqual(expect.objectContaining({ event: 'queued', count: 1, recipient: 'Ida' }))
  })

  test('show what a printer checks: a small logo on its own background, new until an order with it is approved', async () => {
    const [first, second] = [await paid(), await paid()]
    const { site_id, customer_id } = await stored(first.id)
    await world.kit.pool.updateTable('orders').set({ customer_id }).where('id', '=', second.id).execute()
    const canvas = createCanvas(120, 36)
    const context = canvas.getContext('2d')
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, 120, 36)
    const key = 'k'.repeat(32)
    await world.kit.files.put(key, await canvas.encode('png'))
    await world.kit.pool
      .insertInto('files')
      .values({
        ...{ site_id, customer_id, key, name: 'halden.png', content_type: 'image/png' },
        ...{ bytes: 900, width: 120, height: 36 },
      })
      .execute()
    for (const { itemId } of [first, second]) {
      await world.kit.pool
        .updateTable('card_items')
        .set({
          design: sql`design || ${JSON.stringify({ logo_file_key: key, line2: 'Use it like a Visa' })}::jsonb`,
        })
        .where('id', '=', itemId)
        .execute()
    }
    const checks = async () => {
      const { body } = await owner.call('GET', at(second.id, 'artwork'))
      expect(body.designs[0].card_item_id).toBe(second.itemId)
      return Object.fromEntries(
        body.designs[0].checks.map((one: { check: string }) => [one.check, one]),
      ) as Record<string, { is_good: boolean; value: number | null; words: string }>
    }
    expect(await checks()).toMatchObject({
      logo_known: { is_good: false, words: 'halden.png' },
      logo_sharp: { is_good: false, value: 101 },
      logo_transparent: { is_good: false },
      text_contrast: { is_good: true },
      words: { is_good: false, words: 'visa' },
    })
    const logos = async () => (await owner.call('GET', at(second.id, 'artwork'))).body.designs[0]
    const uploaded = { key, name: 'halden.png', width_px: 120, height_px: 36 }
    expect(await logos()).toMatchObject({ logo: uploaded, logo_before: null })

    await owner.call('POST', at(first.id, 'approve'), { seen_status: 'in_review' })
    expect((await checks()).logo_known!.is_good).toBe(true)
    expect(await logos()).toMatchObject({ logo: uploaded, logo_before: null })

    const next = { key: 'n'.repeat(32), name: 'halden-2.png', width: 640, height: 200, bytes: 2_000 }
    await world.kit.pool
      .insertInto('files')
      .values({ site_id, customer_id, content_type: 'image/png', ...next })
      .execute()
    await world.kit.pool
      .updateTable('card_items')
      .set({ design: sql`design || ${JSON.stringify({ logo_file_key: next.key })}::jsonb` })
      .where('id', '=', second.itemId)
      .execute()
    expect(await logos()).toMatchObject({
      logo: { name: 'halden-2.png' },
      logo_before: { ...uploaded, order_id: first.id, order_number: expect.stringMatching(/^1\d{4}$/) },
    })
  })
})
