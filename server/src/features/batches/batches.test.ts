import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { printSteps } from '../../testing/batch-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { batchHandlers } from './batches.jobs.ts'
import { ADDRESS_DIGEST, lockReady } from './waiting.repo.ts'

let world: World
let room: ReturnType<typeof printSteps>
type Staff = Awaited<ReturnType<World['staff']>>
let robin: Staff

beforeAll(async () => {
  world = await makeWorld()
  room = printSteps(world)
  robin = await world.staff('fulfillment')
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

const post = (path: string, body: Record<string, unknown> = {}) =>
  robin.call('POST', `/api/v1/office/${path}`, body)
const statusesOf = async (orderId: number) => (await room.deliveries(orderId)).map(({ status }) => status)
const orderOf = (id: number) =>
  world.kit.pool.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow()
const run = (name: string, payload: unknown) =>
  batchHandlers(room.kit)
    .find(({ job }) => job.name === name)!
    .run(payload as never)

test('an approved order waits to be printed, and is gone from the list once it is in a batch', async () => {
  const { id } = await room.approved('direct')
  const waiting = async () =>
    (await room.call(robin, 'GET', 'waiting_orders/?kind=direct')).results.find(
      (one: { order_id: number }) => one.order_id === id,
    )
  expect(await waiting()).toMatchObject({ delivery_count: 2, card_count: 2, value_cents: 10_000 })

  const batch = await room.call(robin, 'POST', 'batches/', { kind: 'direct', order_id: id })

  expect(batch).toMatchObject({ status: 'making', delivery_count: 2, card_count: 2, done_count: 0 })
  expect(await statusesOf(id)).toEqual(['printing', 'printing'])
  expect(await waiting()).toBeUndefined()
})

test('chosen letters are taken all or none, and never into two batches', async () => {
  const { id } = await room.approved('direct')
  const [first, second] = await room.deliveries(id)
  const one = await post('batches/', { kind: 'direct', delivery_ids: [first!.id] })
  expect(one.status).toBe(200)

  const both = await post('batches/', { kind: 'direct', delivery_ids: [first!.id, second!.id] })

  expect([both.status, both.body.code]).toEqual([409, 'delivery_changed_meanwhile'])
  expect(await statusesOf(id)).toEqual(['printing', 'queued'])
  const [held] = await room.deliveries(id)
  expect(held!.batch_id).toBe(one.body.id)
})

test('what somebody else moved between looking and taking stays out of the batch', async () => {
  const { id } = await room.approved('direct')
  const { siteId } = robin
  const seen = await room.inSite((db) =>
    lockReady(db, siteId, { kind: 'direct', orderId: id, limit: 10, at: new Date() }),
  )
  await post('batches/', { kind: 'direct', order_id: id })
  const late = await room.inSite((db) =>
    lockReady(db, siteId, {
      kind: 'direct',
      ids: seen.map((one) => one.id),
      limit: 10,
      at: new Date(),
    }),
  )
  expect([seen.length, late.length]).toEqual([2, 0])
})

test('a held order is not printed, nor is one that is not approved', async () => {
  const paid = await room.paid('direct')
  const { id } = await room.approved('direct')
  await world.kit.pool.updateTable('orders').set({ held_at: new Date() }).where('id', '=', id).execute()
  const tried = async (order_id: number) => (await post('batches/', { kind: 'direct', order_id })).body.code
  expect(await tried(paid.id)).toBe('delivery_changed_meanwhile')
  expect(await tried(id)).toBe('order_is_held')
  expect(await room.cards(id)).toEqual([])
})

test('a batch becomes ready with its files, each card issued once and sealed where it lies', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)

  expect(batch).toMatchObject({ status: 'ready', done_count: 2, problem: '', may_fetch_print: true })
  expect(batch.files.map(({ file, pages }: { file: string; pages: number }) => [file, pages])).toEqual([
    ['cards', 4],
    ['letters', 2],
    ['manifest_csv', null],
    ['manifest_pdf', null],
  ])
  const cards = await room.cards(id)
  expect(cards).toHaveLength(2)
  const row = await world.kit.pool
    .selectFrom('batch_files')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .where('file', '=', 'cards')
    .executeTakeFirstOrThrow()
  const kept = await world.kit.files.find(row.key)
  expect(kept!.subarray(0, 5).toString()).not.toBe('%PDF-')
  expect(kept!.length).toBe(row.bytes)

  const { text } = readPdf(await room.file(batch.id, 'cards'))
  for (const { last4 } of cards) expect(text.replaceAll(' ', '')).toContain(last4)
  const letters = readPdf(await room.file(batch.id, 'letters'))
  expect(letters.text).toContain('Ada Recipient')
  expect(letters.text).toContain('90 Foundry Road')
})

test('a second run does nothing while the first holds the batch, and takes over when it is gone', async () => {
  const { id } = await room.approved('direct')
  const { id: batchId } = (await post('batches/', { kind: 'direct', order_id: id })).body
  const soon = new Date(Date.now() + 60_000)
  await world.kit.pool
    .updateTable('batches')
    .set({ held_by: 'another run', held_until: soon })
    .where('id', '=', batchId)
    .execute()
  await room.make(batchId)
  expect((await room.call(robin, 'GET', `batches/${batchId}/`)).status).toBe('making')

  world.setClock(new Date(Date.now() + 120_000))
  await run('batches.walk', undefined)
  expect((await room.call(robin, 'GET', `batches/${batchId}/`)).status).toBe('ready')
})

test('a batch that cannot be made says why, and is made again when that is over', async () => {
  const { id } = await room.approved('direct')
  const { id: batchId } = (await post('batches/', { kind: 'direct', order_id: id })).body
  const hold = (held_at: Date | null) =>
    world.kit.pool.updateTable('orders').set({ held_at }).where('id', '=', id).execute()
  await hold(new Date())
  await room.make(batchId)
  const failed = await room.call(robin, 'GET', `batches/${batchId}/`)
  expect(failed).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('is on hold'),
    may_remake: true,
  })

  await hold(null)
  expect((await post(`batches/${batchId}/retry/`, { seen_status: 'failed' })).body.status).toBe('making')
  await room.make(batchId)
  expect((await room.call(robin, 'GET', `batches/${batchId}/`)).status).toBe('ready')
})

describe('an order of which a refund waits for its second person', () => {
  const askAll = async (orderId: number) => {
    const { body } = await (await world.staff('owner')).call('GET', `/api/v1/office/orders/${orderId}/money/`)
    const { id, amount_cents } = body.payments[0]
    await sql`update sites set money_rules = money_rules || '{"two_people_above_cents": 0}'
      where id = ${robin.siteId}`.execute(world.kit.pool)
    world.kit.sites.forget(robin.siteId)
    const office = await world.staff('owner')
    const form = { payment_id: id, amount_cents, reason: 'Ordered twice' }
    const asked = await office.call('POST', '/api/v1/office/refunds/', form)
    expect(asked.body.state).toBe('asked')
  }

  test('waits for nobody to print it, and says so where somebody tries', async () => {
    const { id } = await room.approved('direct')
    await askAll(id)
    const waiting = (await room.call(robin, 'GET', 'waiting_orders/?kind=direct&page_size=100')).results
    expect(waiting.map(({ order_id }: { order_id: number }) => order_id)).not.toContain(id)
    const { body } = await post('batches/', { kind: 'direct', order_id: id })
    expect(body.code).toBe('refund_is_open')
    expect(body.detail).toContain(`for order ${(await orderOf(id)).number}`)
    const [letter] = await room.deliveries(id)
    const chosen = await post('batches/', { kind: 'direct', delivery_ids: [letter!.id] })
    expect(chosen.body.code).toBe('refund_is_open')
  })

  test('leaves a batch that is being made, and the rest is printed', async () => {
    const [one, other] = [await room.approved('direct'), await room.approved('direct')]
    const ids = [...(await room.deliveries(one.id)), ...(await room.deliveries(other.id))].map(({ id }) => id)
    const { id: batchId } = (await post('batches/', { kind: 'direct', delivery_ids: ids })).body
    await askAll(one.id)
    await room.make(batchId)
    expect(await room.call(robin, 'GET', `batches/${batchId}/`)).toMatchObject({
      status: 'ready',
      delivery_count: 2,
      problem: expect.stringContaining(`A refund of order ${(await orderOf(one.id)).number} is open.`),
    })
    expect(await statusesOf(one.id)).toEqual(['queued', 'queued'])
    expect(await statusesOf(other.id)).toEqual(['printing', 'printing'])
  })
})

test('cards and letters are given out until printed; again only with a reason, for an hour', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const fetchCards = () => robin.call('GET', `/api/v1/office/batches/${batch.id}/files/cards/`)
  expect((await fetchCards()).status).toBe(200)

  const printed = { seen_status: 'ready', seen_prints: 0 }
  expect((await post(`batches/${batch.id}/printed/`, printed)).body).toMatchObject({
    status: 'printed',
    prints: 1,
  })
  expect((await post(`batches/${batch.id}/printed/`, printed)).body.code).toBe('batch_changed_meanwhile')
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
  const unseen = await post(`batches/${batch.id}/printed/`, { ...again, reason: 'Somebody else’s jam' })
  expect(unseen.body.code).toBe('batch_changed_meanwhile')
  const trail = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'facts', 'actor'])
    .where('subject', '=', `batch:${batch.id}`)
    .where('event', '=', 'batch.printed_again')
    .execute()
  expect(trail).toEqual([
    {
      event: 'batch.printed_again',
      facts: { prints: 2, reason: 'The printer jammed' },
      actor: `staff:${robin.id}`,
    },
  ])
})

test('what was fetched once counts as printed: again it needs a reason, and every file leaves a trail', async () => {
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
  const trail = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'facts'])
    .where('subject', '=', `batch:${batch.id}`)
    .where('event', 'like', 'batch.file%')
    .orderBy('id')
    .execute()
  expect(trail.map(({ event, facts }) => [event, facts])).toEqual([
    ['batch.file_fetched', { file: 'cards' }],
    ['batch.file_fetched_again', { file: 'cards', reason: 'Jam' }],
    ['batch.file_fetched', { file: 'letters' }],
    ['batch.file_fetched', { file: 'manifest_csv' }],
    ['batch.file_fetched', { file: 'manifest_csv' }],
    ['batch.file_fetched', { file: 'manifest_pdf' }],
    ['batch.file_fetched', { file: 'manifest_csv' }],
  ])

  await post(`batches/${batch.id}/cancel/`, { seen_status: 'ready', reason: 'Wrong paper' })
  expect(await statusesOf(id)).toEqual(['replaced', 'replaced', 'queued', 'queued'])
})

test('a card cancelled after its file was made stops the print until the files are made again', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const [gone] = await room.deliveries(id)
  await world.kit.pool
    .updateTable('deliveries')
    .set({ status: 'cancelled' })
    .where('id', '=', gone!.id)
    .execute()
  expect(batch.may_remake).toBe(false)
  expect(await room.call(robin, 'GET', `batches/${batch.id}/`)).toMatchObject({
    problem: '1 of 2 were canceled since. Make the files again.',
    may_remake: true,
  })
  const print = await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  expect(print.body.code).toBe('batch_changed_meanwhile')

  await post(`batches/${batch.id}/retry/`, { seen_status: 'ready' })
  await room.make(batch.id)
  const again = await room.call(robin, 'GET', `batches/${batch.id}/`)
  expect(again).toMatchObject({ status: 'ready', problem: '', delivery_count: 1, card_count: 1 })
})

test('what is mailed is on its way; spoiled cards wait again under other numbers', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  const [good, spoiled] = await room.deliveries(id)
  const oldCards = await room.cards(id)

  const mailed = await post(`batches/${batch.id}/mailed/`, {
    seen_status: 'printed',
    except_delivery_ids: [spoiled!.id],
  })

  expect(mailed.body).toMatchObject({ status: 'mailed', delivery_count: 1 })
  await run('batches.activate', { siteId: robin.siteId, batchId: batch.id })
  expect(await statusesOf(id)).toEqual(['mailed', 'replaced', 'queued'])
  const order = await world.kit.pool
    .selectFrom('orders')
    .select(['status', 'is_shipped'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ status: 'approved', is_shipped: false })

  const next = await room.mailed(robin, 'direct', id)
  await run('batches.activate', { siteId: robin.siteId, batchId: next.id })
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

test('nothing is mailed of an order that is held, and never twice', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  const hold = (held_at: Date | null) =>
    world.kit.pool.updateTable('orders').set({ held_at }).where('id', '=', id).execute()
  await hold(new Date())
  const asked = { seen_status: 'printed' }
  expect((await post(`batches/${batch.id}/mailed/`, asked)).body.code).toBe('order_is_held')
  await hold(null)
  expect((await post(`batches/${batch.id}/mailed/`, asked)).status).toBe(200)
  expect((await post(`batches/${batch.id}/mailed/`, asked)).body.code).toBe('batch_changed_meanwhile')
  const events = await world.kit.pool
    .selectFrom('site_events')
    .select('type')
    .where('type', '=', 'delivery.mailed')
    .where((eb) => eb(eb.cast<string>('data', 'text'), 'like', `%"order_id": ${id}%`))
    .execute()
  expect(events).toHaveLength(2)
})

test('a batch given up lets its letters wait again, and its files are gone', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const [{ key }] = (await world.kit.pool
    .selectFrom('batch_files')
    .select('key')
    .where('batch_id', '=', batch.id)
    .execute()) as [{ key: string }]

  const cancelled = await post(`batches/${batch.id}/cancel/`, { seen_status: 'ready', reason: 'Wrong paper' })
  await run('batches.labels', { siteId: robin.siteId, batchId: batch.id })

  expect(cancelled.body).toMatchObject({ status: 'cancelled', files: [] })
  expect(await statusesOf(id)).toEqual(['queued', 'queued'])
  expect(await world.kit.files.find(key)).toBeUndefined()
  const again = await room.ready(robin, 'direct', id)
  expect(again.status).toBe('ready')
  expect(await room.cards(id)).toHaveLength(2)
})

test('cards that were printed are replaced when their batch is given up', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  await post(`batches/${batch.id}/cancel/`, { seen_status: 'printed', reason: 'Water damage' })
  expect(await statusesOf(id)).toEqual(['replaced', 'replaced', 'queued', 'queued'])
})

test('a parcel carries every bulk card of its order, with a packing slip', async () => {
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
  expect(await statusesOf(id)).toEqual(['mailed'])
})

test('a manifest lists everybody, defused, and filled in it is read back', async () => {
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
  expect(foreign.body.errors[0].message).toContain('not on its way in this batch')
  expect((await room.deliveries(id))[0]!.tracking_number).toBe(number(3))

  const pdf = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/manifest_pdf/`)
  expect(pdf.status).toBe(200)
})

test('letters and manifest carry an address as the carrier writes it, once it knows it whole', async () => {
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

test('a tracking number is typed, refused when it is none, and taken away', async () => {
  const { id } = await room.approved('direct')
  const [queued] = await room.deliveries(id)
  const path = `deliveries/${queued!.id}/tracking/`
  const good = { carrier: 'USPS', tracking_number: '9400 1000 0000 0000 0000 77' }
  expect((await post(path, good)).body.code).toBe('delivery_changed_meanwhile')
  await room.printed(robin, 'direct', id)
  expect((await post(path, { ...good, tracking_number: '17' })).body.code).toBe('validation_failed')
  const typed = await post(path, good)
  expect(typed.body).toMatchObject({
    tracking_number: '9400100000000000000077',
    tracking_url: expect.stringContaining('usps'),
  })
  expect((await post(path, { ...good, tracking_number: '' })).body.tracking_number).toBe('')
})

test('somebody says that a letter arrived or came back, with how it is known', async () => {
  const { id } = await room.approved('direct')
  await room.mailed(robin, 'direct', id)
  const [one, other] = await room.deliveries(id)
  const arrive = (deliveryId: number, seen_status: string, outcome: string) =>
    post(`deliveries/${deliveryId}/arrival/`, { seen_status, outcome, reason: 'They called' })
  expect((await arrive(one!.id, 'mailed', 'delivered')).body.status).toBe('delivered')
  expect((await arrive(one!.id, 'mailed', 'returned')).body.code).toBe('delivery_changed_meanwhile')
  expect((await arrive(one!.id, 'delivered', 'returned')).body.status).toBe('returned')
  expect((await arrive(other!.id, 'mailed', 'returned')).body.status).toBe('returned')
  expect((await room.deliveries(id))[1]).toMatchObject({ problem: 'They called', problem_code: 'returned' })
})

test('only those who work on deliveries may; another site sees nothing', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const viewer = await world.staff('viewer')
  const finance = await world.staff('finance')
  const acorn = await world.staff('owner', 'acorn')
  expect((await viewer.call('GET', `/api/v1/office/batches/${batch.id}/`)).status).toBe(200)
  expect((await viewer.call('GET', `/api/v1/office/batches/${batch.id}/files/cards/`)).status).toBe(403)
  expect((await finance.call('POST', '/api/v1/office/batches/', { kind: 'direct' })).status).toBe(403)
  for (const path of ['', 'deliveries/', 'files/cards/', 'rates/']) {
    expect((await acorn.call('GET', `/api/v1/office/batches/${batch.id}/${path}`)).status).toBe(404)
  }
})

/** Queues them all on their locked order, then releases them at once. */
async function behindEachOther(orderId: number, asked: ReadonlyArray<() => Promise<{ status: number }>>) {
  const { pool } = world.kit
  const running = await pool.transaction().execute(async (db) => {
    await sql`select from orders where id = ${orderId} for update`.execute(db)
    const begun: Promise<{ status: number }>[] = []
    for (const ask of asked) {
      begun.push(ask())
      for (let looks = 0; looks < 30; looks += 1) {
        const { rows } = await sql<{
          waiting: number
        }>`select count(distinct pid)::int as waiting from pg_locks
          where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
          db,
        )
        if (rows[0]!.waiting >= begun.length) break
        await wait(10)
      }
    }
    return begun
  })
  return Promise.all(running)
}

const onPostgres = test.skipIf(!process.env.TEST_DATABASE_URL)

onPostgres('batches, their orders and those who look after them never wait for each other', async () => {
  const asked = (id: number) => ({ kind: 'direct', order_id: id })
  const markPrinted = (id: number) =>
    world.kit.pool.updateTable('batches').set({ status: 'printed', prints: 1 }).where('id', '=', id).execute()
  const decline = (id: number) => () =>
    post(`orders/${id}/decline/`, { seen_status: 'approved', reason: 'They changed their mind' })
  const outcome = (answers: { status: number }[]) => answers.map(({ status }) => status)

  const one = await room.approved('direct')
  const [ada] = await room.deliveries(one.id)
  const fix = () => one.customer.call('PATCH', `/api/v1/deliveries/${ada!.id}/`, { address1: '1 Elm Street' })
  expect(outcome(await behindEachOther(one.id, [fix, () => post('batches/', asked(one.id))]))).toEqual([
    200, 200,
  ])
  const batchOfOne = (await room.deliveries(one.id))[0]!.batch_id!
  await markPrinted(batchOfOne)
  const early = await world.kit.pool.transaction().execute(async (db) => {
    await sql`select from orders where id = ${one.id} for update`.execute(db)
    return fix()
  })
  expect([early.status, early.body.code]).toEqual([409, 'delivery_move_not_allowed'])
  const cancel = () => post(`batches/${batchOfOne}/cancel/`, { seen_status: 'printed', reason: 'Water' })
  expect(outcome(await behindEachOther(one.id, [decline(one.id), cancel]))).toEqual([200, 200])
  expect(await statusesOf(one.id)).toEqual(['cancelled', 'cancelled'])

  const two = await room.approved('direct')
  const late = await behindEachOther(two.id, [decline(two.id), () => post('batches/', asked(two.id))])
  expect(outcome(late)).toEqual([200, 409])

  const three = await room.approved('direct')
  const batchId = (await post('batches/', asked(three.id))).body.id
  await markPrinted(batchId)
  const mail = () => post(`batches/${batchId}/mailed/`, { seen_status: 'printed' })
  expect(outcome(await behindEachOther(three.id, [decline(three.id), mail]))).toEqual([200, 400])
  expect(await statusesOf(three.id)).toEqual(['cancelled', 'cancelled'])
})
