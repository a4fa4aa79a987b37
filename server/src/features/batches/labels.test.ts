import { type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { carrierSteps } from '../../testing/batch-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeCarriers } from '../carriers/carriers.ts'
import { batchHandlers } from './batches.jobs.ts'
import { voidShipment } from './void-labels.ts'

let sandbox: Sandbox
let world: World
let room: ReturnType<typeof carrierSteps>
let robin: Awaited<ReturnType<World['staff']>>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  world = await makeWorld({
    SANDBOX_PORT: String(sandbox.port),
    UPS_CALLS_PER_HOUR: '1000000',
    USPS_CALLS_PER_HOUR: '1000000',
  })
  robin = await world.staff('fulfillment')
  room = carrierSteps(world, sandbox, robin)
})
afterEach(() => room.reset())
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

const post = (path: string, body: Record<string, unknown> = {}) =>
  robin.call('POST', `/api/v1/office/${path}`, body)

test('buys a parcel’s label once, sets its tracking number, and offers it for download', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await room.sold('ups')).length
  const told = () => room.call(robin, 'GET', `batches/${batch.id}/`)
  expect(await told()).toMatchObject({ without_label_count: 1, buying_labels: false })
  const early = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/labels/`)
  expect(early.body.code).toBe('not_found')

  await room.buy(batch)
  await room.run('batches.labels', { siteId: robin.siteId, batchId: batch.id })
  expect(await told()).toMatchObject({ without_label_count: 0, buying_labels: false })

  const [parcel] = await room.letters(batch.id)
  expect(parcel.shipment).toMatchObject({ carrier: 'UPS', status: 'made', has_label: true })
  expect(parcel).toMatchObject({ carrier: 'UPS', tracking_number: parcel.shipment.tracking_number })
  expect(await room.since('ups', before)).toHaveLength(1)
  const label = await robin.call('GET', `/api/v1/office/shipments/${parcel.shipment.id}/label/`)
  expect([label.status, label.headers['content-type']]).toEqual([200, 'image/gif'])
  const hasLabels = (await told()).files.some(({ file }: { file: string }) => file === 'labels')
  const all = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/labels/`)
  expect([hasLabels, all.status, all.headers['content-type']]).toEqual([true, 200, 'application/pdf'])
  const entries = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'actor'])
    .where('subject', '=', `shipment:${parcel.shipment.id}`)
    .execute()
  expect(entries).toEqual([{ event: 'label.fetched', actor: `staff:${robin.id}` }])
  const order = await world.kit.pool
    .selectFrom('shipping_orders')
    .select('tracking_number')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(order.tracking_number).toBe(parcel.tracking_number)
})

test('finds a label whose answer was lost instead of buying another', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await room.sold('ups')).length
  await room.fault('ups', { fault: 'ship_html', times: 1 })
  await room.buy(batch)
  expect((await room.letters(batch.id))[0].shipment.status).toBe('unknown')
  expect((await room.call(robin, 'GET', `batches/${batch.id}/`)).unknown_label_count).toBe(1)
  await room.buy(batch)

  room.later(3)
  await room.run('batches.walk')

  const [parcel] = await room.letters(batch.id)
  expect(parcel.shipment.status).toBe('made')
  const made = await room.since('ups', before)
  expect(made.map(({ trackingNumber }) => trackingNumber)).toEqual([parcel.tracking_number])
})

test('looks for a label that a killed worker had requested', async () => {
  const { id } = await room.approved('direct')
  await room.byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  const [ada] = await room.deliveries(id)
  await world.kit.pool
    .insertInto('shipments')
    .values({
      site_id: robin.siteId,
      delivery_id: ada!.id,
      batch_id: batch.id,
      carrier: 'USPS',
      service: 'USPS Ground Advantage',
      request_key: crypto.randomUUID(),
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  const before = (await room.sold('usps')).length
  await room.buy(batch)
  expect(await room.since('usps', before)).toHaveLength(1)
  room.later(3)
  await room.run('batches.walk')
  expect(await room.since('usps', before)).toHaveLength(2)
  for (const letter of await room.letters(batch.id)) expect(letter.shipment.status).toBe('made')
})

test('fails a label that the carrier never received, and buys it again on request', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await room.sold('ups')).length
  await room.fault('ups', { fault: 'ship_5xx', times: 1 })
  await room.buy(batch)
  room.later(3)
  await room.run('batches.walk')
  expect((await room.letters(batch.id))[0].shipment.status).toBe('unknown')
  room.later(20)
  await room.run('batches.walk')
  expect((await room.letters(batch.id))[0].shipment).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('Buy it again'),
  })
  expect(await room.since('ups', before)).toEqual([])
  world.setClock(undefined)
  await room.buy(batch)
  expect(await room.since('ups', before)).toHaveLength(1)
})

test('shows a rejection in the carrier’s words and buys the other labels', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  await room.fault('usps', { fault: 'label_refused', times: 1 })
  await room.buy(batch)
  const statuses = (await room.letters(batch.id)).map(
    ({ shipment }: { shipment: { status: string; problem: string } }) => [shipment.status, shipment.problem],
  )
  expect(statuses).toEqual([
    ['failed', 'The address is not deliverable.'],
    ['made', ''],
  ])
})

test('buys nothing while the carrier limits calls, and continues with the next sweep', async () => {
  const { id } = await room.approved('direct')
  await room.byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  const carriers = makeCarriers(world.kit.config.carriers, {
    warn: () => {},
  })
  await room.fault('usps', { fault: 'too_many', times: 1 })
  await post(`batches/${batch.id}/labels/`, { seen_status: 'ready' })
  const run = (kit: typeof room.kit) =>
    batchHandlers(kit)
      .find(({ job }) => job.name === 'batches.labels')!
      .run({ siteId: robin.siteId, batchId: batch.id } as never)
  await run({ ...room.kit, carriers })
  for (const letter of await room.letters(batch.id)) expect(letter.shipment).toBeNull()
  await run(room.kit)
  for (const letter of await room.letters(batch.id)) expect(letter.shipment.status).toBe('made')
})

test('buys postage again after staff void one without an answer', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  await room.fault('usps', { fault: 'label_html', times: 1 })
  await room.buy(batch)
  const [ada] = await room.letters(batch.id)
  expect(ada.shipment.status).toBe('unknown')
  room.later(20)
  await room.run('batches.walk')
  expect((await room.letters(batch.id))[0].shipment.status).toBe('unknown')
  world.setClock(undefined)
  const void_ = await post(`shipments/${ada.shipment.id}/void/`, { reason: 'Not in the EPS statement' })
  expect(void_.body.status).toBe('void')
  await room.buy(batch)
  expect((await room.letters(batch.id))[0].shipment.status).toBe('made')
})

test('voids the labels of a canceled batch', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await room.sold('ups')).length
  await room.buy(batch)
  await post(`batches/${batch.id}/cancel/`, { seen_status: 'ready', reason: 'Wrong address' })
  await room.fault('ups', { fault: 'void_5xx', times: 1 })
  await room.run('batches.labels', { siteId: robin.siteId, batchId: batch.id })
  expect((await room.since('ups', before)).map(({ isVoid }) => isVoid)).toEqual([false])
  await room.run('batches.walk')
  expect((await room.since('ups', before)).map(({ isVoid }) => isVoid)).toEqual([true])
  expect((await room.deliveries(id))[0]).toMatchObject({ status: 'queued', tracking_number: '' })
})

test('ships nothing under a label that is being voided, and retries a lost answer', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await room.sold('ups')).length
  await room.buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  const [{ shipment, reference }] = await room.letters(batch.id)
  const voidLabel = () => post(`shipments/${shipment.id}/void/`, { reason: 'Wrong service' })
  const mail = () => post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const row = world.kit.pool.updateTable('shipments').where('id', '=', shipment.id)
  const { carrier_shipment_id } = await world.kit.pool
    .selectFrom('shipments')
    .select('carrier_shipment_id')
    .where('id', '=', shipment.id)
    .executeTakeFirstOrThrow()
  await row.set({ carrier_shipment_id: 'nobody-knows-it' }).execute()
  expect((await voidLabel()).body.code).toBe('carrier_refused')
  await row.set({ carrier_shipment_id }).execute()
  expect((await room.letters(batch.id))[0].shipment).toMatchObject({ status: 'made', problem: '' })

  await room.fault('ups', { fault: 'void_5xx', times: 1 })
  expect((await voidLabel()).body.code).toBe('carrier_unreachable')
  const early = await mail()
  expect([early.status, early.body.errors[0].message]).toEqual([
    400,
    `The label of ${reference} is being voided. Wait for the carrier’s answer, or enter another label’s tracking number.`,
  ])
  expect((await room.deliveries(id))[0]!.status).toBe('printing')
  await room.run('batches.walk')
  expect((await room.since('ups', before)).map(({ isVoid }) => isVoid)).toEqual([true])
  expect((await room.letters(batch.id))[0]).toMatchObject({
    tracking_number: '',
    shipment: { status: 'void' },
  })
  expect((await mail()).status).toBe(200)
  const entries = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'actor', 'facts'])
    .where('subject', '=', `shipment:${shipment.id}`)
    .execute()
  const facts = { reason: 'Wrong service', carrier: 'UPS', was: 'made' }
  expect(entries).toEqual([{ event: 'label.void', actor: `staff:${robin.id}`, facts }])
})

test('locks a label that is being voided until the carrier answers, even after a crash', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  await room.buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  const [{ shipment }] = await room.letters(batch.id)
  const asked: string[] = []
  const mailMeanwhile = async () => {
    const { body } = await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
    asked.push(body.errors[0].code)
    throw new Error('the server dies here')
  }
  const ups = () => ({ void: mailMeanwhile }) as never
  const kit = { ...room.kit, carriers: { ...room.kit.carriers, ups } }
  const site = await room.site()
  const dana = { siteId: site.id, staffId: robin.id, role: 'owner', by: 'staff:1' }
  await expect(voidShipment(kit, site, dana, shipment.id, 'Dented')).rejects.toThrow('dies here')
  expect(asked).toEqual(['label_voided'])

  await room.run('batches.walk')
  expect((await room.letters(batch.id))[0].shipment.status).toBe('made')
  room.later(3)
  await room.run('batches.walk')
  expect((await room.letters(batch.id))[0].shipment.status).toBe('void')
})

test('sends a returned letter again under its own label', async () => {
  const { id } = await room.approved('direct')
  await room.byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  await room.buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const [ada] = await room.deliveries(id)
  const arrival = { seen_status: 'mailed', outcome: 'returned', reason: 'In our mailbox' }
  await post(`deliveries/${ada!.id}/arrival/`, arrival)
  expect((await post(`deliveries/${ada!.id}/resend/`)).status).toBe(200)

  const again = await room.ready(robin, 'direct', id)
  const before = (await room.sold('usps')).length
  await room.buy(again)

  expect(await room.since('usps', before)).toHaveLength(1)
  const [now] = await room.deliveries(id)
  expect(now!.tracking_number).not.toBe(ada!.tracking_number)
  expect((await room.sold('usps')).find((one) => one.trackingNumber === ada!.tracking_number)!.isVoid).toBe(
    false,
  )
})
