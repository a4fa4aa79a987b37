import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { printSteps } from '../../testing/batch-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { readBatch } from './batches.repo.ts'
import { printedCards } from './print/batch-pages.ts'
import type { CardPress } from './print/card-press.ts'
import { lockReady } from './waiting.repo.ts'

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

test('lists an approved order as waiting until it is in a batch', async () => {
  const { id } = await room.approved('direct')
  const waiting = async () =>
    (await room.call(robin, 'GET', 'waiting_orders/?kind=direct')).results.find(
      (one: { order_id: number }) => one.order_id === id,
    )
  expect(await waiting()).toMatchObject({ delivery_count: 2, card_count: 2, value_cents: 10_000 })

  const batch = await room.call(robin, 'POST', 'batches/', { kind: 'direct', order_id: id })

  expect(batch).toMatchObject({ status: 'making', delivery_count: 2, card_count: 2, done_count: 0 })
  expect(await room.statuses(id)).toEqual(['printing', 'printing'])
  expect(await waiting()).toBeUndefined()
})

test('adds all chosen letters to a batch or none, and none to two batches', async () => {
  const { id } = await room.approved('direct')
  const [first, second] = await room.deliveries(id)
  const one = await post('batches/', { kind: 'direct', delivery_ids: [first!.id] })
  expect(one.status).toBe(200)

  const both = await post('batches/', { kind: 'direct', delivery_ids: [first!.id, second!.id] })

  expect([both.status, both.body.code]).toEqual([409, 'delivery_changed'])
  expect(await room.statuses(id)).toEqual(['printing', 'queued'])
  const [held] = await room.deliveries(id)
  expect(held!.batch_id).toBe(one.body.id)
})

test('leaves out what someone else moved since it was listed', async () => {
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

test('doesn’t print an order on hold or not approved', async () => {
  const paid = await room.paid('direct')
  const { id } = await room.approved('direct')
  await world.kit.pool.updateTable('orders').set({ held_at: new Date() }).where('id', '=', id).execute()
  const tried = async (order_id: number) => (await post('batches/', { kind: 'direct', order_id })).body.code
  expect(await tried(paid.id)).toBe('delivery_changed')
  expect(await tried(id)).toBe('order_is_held')
  expect(await room.cards(id)).toEqual([])
})

test('a card’s back is in its recipient’s language, drawn once for each', async () => {
  const { id } = await room.approved('direct')
  const [first] = await room.deliveries(id)
  await world.kit.pool
    .updateTable('card_recipient_details')
    .set({ language: 'es' })
    .where('id', '=', first!.recipient_id)
    .execute()
  const { id: batchId } = await room.call(robin, 'POST', 'batches/', { kind: 'direct', order_id: id })
  const drawn: string[] = []
  const press: CardPress = {
    front: async () => Buffer.from('front'),
    back: async ({ signature, message }) => {
      drawn.push(message)
      return Buffer.from(signature)
    },
  }
  const batch = await room.inSite((db) => readBatch(db, robin.siteId, batchId))
  await room.make(batchId)
  const backs: string[] = []
  for await (const card of printedCards(room.kit, await room.site(), batch, press))
    backs.push(String(card.back))
  expect(backs).toEqual([
    'Firma autorizada. No es válida sin firma.',
    'Authorized signature. Not valid unless signed.',
  ])
  expect(drawn).toEqual([
    expect.stringMatching(/^Use esta tarjeta donde se acepte /),
    expect.stringMatching(/^Use this card wherever /),
  ])
})

test('creates a batch’s files, with each card issued once and sealed in storage', async () => {
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

test('skips a batch that another run holds, and takes over when its lease ends', async () => {
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
  await room.run('batches.walk', undefined)
  expect((await room.call(robin, 'GET', `batches/${batchId}/`)).status).toBe('ready')
})

test('shows why a batch failed, and creates it again on request', async () => {
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

const orderOf = (id: number) =>
  world.kit.pool.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow()

describe('an order with a refund that awaits approval', () => {
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

  test('isn’t listed for printing, and says why when someone tries', async () => {
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

  test('is left out of a batch that is being created, and the rest is printed', async () => {
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
    expect(await room.statuses(one.id)).toEqual(['queued', 'queued'])
    expect(await room.statuses(other.id)).toEqual(['printing', 'printing'])
  })
})

test('blocks printing after a card was canceled until the files are created again', async () => {
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
    problem: '1 of 2 were canceled since. Recreate files.',
    may_remake: true,
  })
  const print = await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  expect(print.body.code).toBe('batch_changed')

  await post(`batches/${batch.id}/retry/`, { seen_status: 'ready' })
  await room.make(batch.id)
  const again = await room.call(robin, 'GET', `batches/${batch.id}/`)
  expect(again).toMatchObject({ status: 'ready', problem: '', delivery_count: 1, card_count: 1 })
})

test('cancels a batch: its letters wait again and its files are deleted', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const [{ key }] = (await world.kit.pool
    .selectFrom('batch_files')
    .select('key')
    .where('batch_id', '=', batch.id)
    .execute()) as [{ key: string }]

  const canceled = await post(`batches/${batch.id}/cancel/`, { seen_status: 'ready', reason: 'Wrong paper' })
  await room.run('batches.labels', { siteId: robin.siteId, batchId: batch.id })

  expect(canceled.body).toMatchObject({ status: 'cancelled', files: [] })
  expect(await room.statuses(id)).toEqual(['queued', 'queued'])
  expect(await world.kit.files.find(key)).toBeUndefined()
  const again = await room.ready(robin, 'direct', id)
  expect(again.status).toBe('ready')
  expect(await room.cards(id)).toHaveLength(2)
})

test('replaces printed cards when their batch is canceled', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.printed(robin, 'direct', id)
  await post(`batches/${batch.id}/cancel/`, { seen_status: 'printed', reason: 'Water damage' })
  expect(await room.statuses(id)).toEqual(['replaced', 'replaced', 'queued', 'queued'])
})

test('is limited to staff who work on deliveries of this site', async () => {
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

// On a cluster, the locks are on its nodes, where the test can't see them.
const onPostgres = test.skipIf(!process.env.TEST_DATABASE_URL || process.env.TEST_CITUS_URL)

onPostgres('never deadlocks between batches, their orders, and the people who change them', async () => {
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
  expect(await room.statuses(one.id)).toEqual(['cancelled', 'cancelled'])

  const two = await room.approved('direct')
  const late = await behindEachOther(two.id, [decline(two.id), () => post('batches/', asked(two.id))])
  expect(outcome(late)).toEqual([200, 409])

  const three = await room.approved('direct')
  const batchId = (await post('batches/', asked(three.id))).body.id
  await markPrinted(batchId)
  const mail = () => post(`batches/${batchId}/mailed/`, { seen_status: 'printed' })
  expect(outcome(await behindEachOther(three.id, [decline(three.id), mail]))).toEqual([200, 400])
  expect(await room.statuses(three.id)).toEqual(['cancelled', 'cancelled'])
})
