import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { printSteps } from '../../testing/batch-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { ADDRESS_DIGEST } from './waiting.repo.ts'

let world: World
let room: ReturnType<typeof printSteps>
let robin: Awaited<ReturnType<World['staff']>>

beforeAll(async () => {
  world = await makeWorld()
  room = printSteps(world)
  robin = await world.staff('fulfillment')
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const post = (path: string, body: Record<string, unknown> = {}) =>
  robin.call('POST', `/api/v1/office/${path}`, body)

test('lets staff download cards and letters until printed, and again for an hour with a reason', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const fetchCards = () => robin.call('GET', `/api/v1/office/batches/${batch.id}/files/cards/`)
  expect((await fetchCards()).status).toBe(200)

  const printed = { seen_status: 'ready', seen_prints: 0 }
  expect((await post(`batches/${batch.id}/printed/`, printed)).body).toMatchObject({
    status: 'printed',
    prints: 1,
  })
  expect((await post(`batches/${batch.id}/printed/`, printed)).body.code).toBe('batch_changed')
  await world.kit.pool
    .updateTable('batches')
    .set({ printed_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('id', '=', batch.id)
    .execute()
  expect((await fetchCards()).body.code).toBe('batch_printed_already')
  expect((await room.call(robin, 'GET', `batches/${batch.id}/`)).print_open_until).toBeNull()

  const again = { seen_status: 'printed', seen_prints: 1 }
  expect((await post(`batches/${batch.id}/printed/`, again)).body.code).toBe('validation_failed')
  const reprinted = await post(`batches/${batch.id}/printed/`, { ...again, reason: 'The printer jammed' })
  expect(reprinted.body).toMatchObject({ status: 'printed', prints: 2, may_fetch_print: true })
  const { printed_at, print_open_until } = reprinted.body
  expect(Date.parse(print_open_until) - Date.parse(printed_at)).toBe(3_600_000)
  expect((await fetchCards()).status).toBe(200)
  const unseen = await post(`batches/${batch.id}/printed/`, { ...again, reason: 'A colleague’s jam' })
  expect(unseen.body.code).toBe('batch_changed')
  const entries = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'facts', 'actor'])
    .where('subject', '=', `batch:${batch.id}`)
    .where('event', '=', 'batch.printed_again')
    .execute()
  expect(entries).toEqual([
    {
      event: 'batch.printed_again',
      facts: { prints: 2, reason: 'The printer jammed' },
      actor: `staff:${robin.id}`,
    },
  ])
})

test('needs a reason for a second download, and records each one in the audit log', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const fetchIt = (file: string, reason = '') =>
    robin.call('GET', `/api/v1/office/batches/${batch.id}/files/${file}/${reason && `?reason=${reason}`}`)
  expect((await fetchIt('cards')).status).toBe(200)
  const unsaid = await fetchIt('cards')
  expect([unsaid.status, unsaid.body.errors[0].field]).toEqual([400, 'reason'])
  expect((await fetchIt('cards', 'Jam')).status).toBe(200)
  expect((await fetchIt('letters')).status).toBe(200)
  for (const file of ['manifest_csv', 'manifest_csv', 'manifest_pdf']) await fetchIt(file)

  const support = await world.staff('support')
  const asSupport = async (file: string) =>
    (await support.call('GET', `/api/v1/office/batches/${batch.id}/files/${file}/`)).status
  expect([await asSupport('cards'), await asSupport('letters'), await asSupport('manifest_csv')]).toEqual([
    403, 403, 200,
  ])

  const { files } = await room.call(robin, 'GET', `batches/${batch.id}/`)
  expect(files.map(({ given_out }: { given_out: boolean }) => given_out)).toEqual([true, true, false, false])
  const entries = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'facts'])
    .where('subject', '=', `batch:${batch.id}`)
    .where('event', 'like', 'batch.file%')
    .orderBy('id')
    .execute()
  expect(entries.map(({ event, facts }) => [event, facts])).toEqual([
    ['batch.file_fetched', { file: 'cards' }],
    ['batch.file_fetched_again', { file: 'cards', reason: 'Jam' }],
    ['batch.file_fetched', { file: 'letters' }],
    ['batch.file_fetched', { file: 'manifest_csv' }],
    ['batch.file_fetched', { file: 'manifest_csv' }],
    ['batch.file_fetched', { file: 'manifest_pdf' }],
    ['batch.file_fetched', { file: 'manifest_csv' }],
  ])

  await post(`batches/${batch.id}/cancel/`, { seen_status: 'ready', reason: 'Wrong paper' })
  expect(await room.statuses(id)).toEqual(['replaced', 'replaced', 'queued', 'queued'])
})

test('puts all bulk cards of an order into one parcel with a packing slip', async () => {
  const { id } = await room.approved('bulk')
  await world.kit.pool
    .updateTable('card_items')
    .set({ message: 'Worth {card value}.', sender_name: '' })
    .where('order_id', '=', id)
    .execute()
  expect((await post('batches/', { kind: 'bulk' })).body.errors[0].field).toBe('order_id')
  const batch = await room.ready(robin, 'bulk', id)
  expect(batch).toMatchObject({ delivery_count: 1, card_count: 4 })
  expect(await room.cards(id)).toHaveLength(4)
  expect(readPdf(await room.file(batch.id, 'cards')).pages).toBe(8)
  const letters = readPdf(await room.file(batch.id, 'letters'))
  expect(letters.pages).toBe(4)
  for (const words of ['Worth $50.00.', 'Halden Tools', `${batch.number} · 4 of 4 ·`]) {
    expect(letters.text).toContain(words)
  }
  const slip = readPdf(await room.file(batch.id, 'packing_slip'))
  expect(slip.text).toContain('Letters, one for each card with a message')
  expect(slip.text).toContain('Packing slip')
  expect(slip.text).toContain('$200.00')
  for (const { last4 } of await room.cards(id)) expect(slip.text).not.toContain(last4)

  const mailed = await room.call(robin, 'POST', `batches/${batch.id}/printed/`, {
    seen_status: 'ready',
    seen_prints: 0,
  })
  await room.call(robin, 'POST', `batches/${mailed.id}/mailed/`, { seen_status: 'printed' })
  expect(await room.statuses(id)).toEqual(['mailed'])
})

test('prints an address as the carrier spells it once the carrier confirmed it', async () => {
  const { id } = await room.approved('direct')
  const [letter] = await room.deliveries(id)
  const standardized = {
    address1: '90 FOUNDRY RD',
    address2: '',
    city: 'DAYTON',
    state: 'OH',
    zip: '45402-1203',
  }
  await sql`insert into address_checks (site_id, digest, verdict, standardized, checked_at)
    select d.site_id, ${ADDRESS_DIGEST}, 'Y', ${json(standardized)}, now() from deliveries d where d.id = ${letter!.id}
    on conflict (site_id, digest) do update set verdict = 'Y', standardized = excluded.standardized`.execute(
    world.kit.pool,
  )
  const batch = await room.ready(robin, 'direct', id)
  expect(readPdf(await room.file(batch.id, 'letters')).text).toContain('DAYTON, OH 45402-1203')
  const manifest = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/manifest_csv/`)
  expect(String(manifest.body)).toContain('90 FOUNDRY RD,,DAYTON,OH,45402-1203')
  await sql`delete from address_checks`.execute(world.kit.pool)
})

test('ships a batch, and lets spoiled cards wait again under new numbers', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  const [good, spoiled] = await room.deliveries(id)
  const oldCards = await room.cards(id)

  const mailed = await post(`batches/${batch.id}/mailed/`, {
    seen_status: 'printed',
    except_delivery_ids: [spoiled!.id],
  })

  expect(mailed.body).toMatchObject({ status: 'mailed', delivery_count: 1 })
  await room.run('batches.activate', { siteId: robin.siteId, batchId: batch.id })
  expect(await room.statuses(id)).toEqual(['mailed', 'replaced', 'queued'])
  const order = await world.kit.pool
    .selectFrom('orders')
    .select(['status', 'is_shipped'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ status: 'approved', is_shipped: false })

  const next = await room.mailed(robin, 'direct', id)
  await room.run('batches.activate', { siteId: robin.siteId, batchId: next.id })
  const cards = await room.cards(id)
  expect(cards).toHaveLength(3)
  expect(new Set(cards.map((card) => card.number_digest)).size).toBe(3)
  const of = (deliveryId: number) => cards.find((card) => card.delivery_id === deliveryId)
  expect(of(good!.id)).toMatchObject({ status: 'active', number_digest: oldCards[0]!.number_digest })
  const [, , instead] = await room.deliveries(id)
  expect(instead).toMatchObject({ replaces_id: spoiled!.id, status: 'mailed' })
  expect(of(instead!.id)!.status).toBe('active')
  const done = await world.kit.pool
    .selectFrom('orders')
    .select(['status', 'is_shipped'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(done).toEqual({ status: 'fulfilled', is_shipped: true })
})

test('ships nothing of an order on hold, and nothing twice', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  const hold = (held_at: Date | null) =>
    world.kit.pool.updateTable('orders').set({ held_at }).where('id', '=', id).execute()
  await hold(new Date())
  const asked = { seen_status: 'printed' }
  expect((await post(`batches/${batch.id}/mailed/`, asked)).body.code).toBe('order_is_held')
  await hold(null)
  expect((await post(`batches/${batch.id}/mailed/`, asked)).status).toBe(200)
  expect((await post(`batches/${batch.id}/mailed/`, asked)).body.code).toBe('batch_changed')
  const events = await world.kit.pool
    .selectFrom('site_events')
    .select('type')
    .where('type', '=', 'delivery.mailed')
    .where((eb) => eb(eb.cast<string>('data', 'text'), 'like', `%"order_id": ${id}%`))
    .execute()
  expect(events).toHaveLength(2)
})

test('lists every recipient in a manifest without formulas, and reads the completed one back', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  const [ada, grace] = await room.deliveries(id)
  await world.kit.pool
    .updateTable('deliveries')
    .set({ company: '=HYPERLINK("x")' })
    .where('id', '=', ada!.id)
    .execute()
  const { body } = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/manifest_csv/`)
  const csv = String(body)
  expect(csv).toContain(`'=HYPERLINK`)
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)

  const number = (digit: number) => `94001000000000000000${String(digit).padStart(2, '0')}`
  const filled = [lines[0], lines[1] + number(1), lines[2] + number(2)].join('\r\n')
  const path = `batches/${batch.id}/tracking/`
  expect((await post(path, { carrier: 'USPS', lines: filled })).body).toEqual({ updated: 2, unchanged: 0 })
  expect((await post(path, { carrier: 'USPS', lines: filled })).body).toEqual({ updated: 0, unchanged: 2 })
  const pasted = `D-${ada!.id}\t9400 1000 0000 0000 0000 03`
  expect((await post(path, { carrier: 'USPS', lines: pasted })).body.updated).toBe(1)
  const after = await room.deliveries(id)
  expect(after.map((one) => one.tracking_number)).toEqual([number(3), number(2)])

  const wrong = await post(path, {
    carrier: 'USPS',
    lines: `D-${ada!.id},${number(4)}\nD-${ada!.id},${number(5)}\nD-999999,${number(6)}\n${grace!.id},12\nhello`,
  })
  expect(wrong.body.code).toBe('validation_failed')
  expect(wrong.body.errors.map(({ code }: { code: string }) => code)).toEqual(['line_2', 'line_4', 'line_5'])
  const foreign = await post(path, { carrier: 'USPS', lines: `D-999999 ${number(6)}` })
  expect(foreign.body.errors[0].message).toContain('isn’t in this batch')
  expect((await room.deliveries(id))[0]!.tracking_number).toBe(number(3))

  const pdf = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/manifest_pdf/`)
  expect(pdf.status).toBe(200)
})

test('accepts, validates, and removes a tracking number', async () => {
  const { id } = await room.approved('direct')
  const [queued] = await room.deliveries(id)
  const path = `deliveries/${queued!.id}/tracking/`
  const good = { carrier: 'USPS', tracking_number: '9400 1000 0000 0000 0000 77' }
  expect((await post(path, good)).body.code).toBe('delivery_changed')
  await room.printed(robin, 'direct', id)
  expect((await post(path, { ...good, tracking_number: '17' })).body.code).toBe('validation_failed')
  const typed = await post(path, good)
  expect(typed.body).toMatchObject({
    tracking_number: '9400100000000000000077',
    tracking_url: expect.stringContaining('usps'),
  })
  expect((await post(path, { ...good, tracking_number: '' })).body.tracking_number).toBe('')
})

test('lets staff record that a letter was delivered or returned, and why', async () => {
  const { id } = await room.approved('direct')
  await room.mailed(robin, 'direct', id)
  const [one, other] = await room.deliveries(id)
  const arrive = (deliveryId: number, seen_status: string, outcome: string) =>
    post(`deliveries/${deliveryId}/arrival/`, { seen_status, outcome, reason: 'They called' })
  expect((await arrive(one!.id, 'mailed', 'delivered')).body.status).toBe('delivered')
  expect((await arrive(one!.id, 'mailed', 'returned')).body.code).toBe('delivery_changed')
  expect((await arrive(one!.id, 'delivered', 'returned')).body.status).toBe('returned')
  expect((await arrive(other!.id, 'mailed', 'returned')).body.status).toBe('returned')
  expect((await room.deliveries(id))[1]).toMatchObject({ problem: 'They called', problem_code: 'returned' })
})
