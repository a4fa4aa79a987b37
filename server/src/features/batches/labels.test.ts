import { type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { printSteps } from '../../testing/batch-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { batchHandlers } from './batches.jobs.ts'
import { voidShipment } from './void-labels.ts'

let sandbox: Sandbox
let world: World
let room: ReturnType<typeof printSteps>
type Staff = Awaited<ReturnType<World['staff']>>
let robin: Staff
let owner: Staff

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  world = await makeWorld({
    SANDBOX_PORT: String(sandbox.port),
    UPS_CALLS_PER_HOUR: '1000000',
    USPS_CALLS_PER_HOUR: '1000000',
  })
  room = printSteps(world)
  robin = await world.staff('fulfillment')
  owner = await world.staff('owner')
})
afterEach(async () => {
  world.setClock(undefined)
  for (const system of ['ups', 'usps'])
    await fetch(`${sandbox.origin}/faults/${system}/`, { method: 'DELETE' })
})
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

const post = (path: string, body: Record<string, unknown> = {}) =>
  robin.call('POST', `/api/v1/office/${path}`, body)
const tell = (method: 'PUT' | 'POST', path: string, body: Record<string, string | number>) =>
  fetch(`${sandbox.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const fault = (system: string, wish: Record<string, string | number>) =>
  tell('PUT', `/faults/${system}/`, wish)
const sold = async (carrier: string) => {
  const { labels } = (await (await fetch(`${sandbox.origin}/${carrier}/labels/`)).json()) as {
    labels: Array<{ key: string; isVoid: boolean; trackingNumber: string }>
  }
  return labels
}
const run = (name: string, payload?: unknown) =>
  batchHandlers(room.kit)
    .find(({ job }) => job.name === name)!
    .run(payload as never)
const buy = async (batch: { id: number; status: string }) => {
  const asked = await post(`batches/${batch.id}/labels/`, { seen_status: batch.status })
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
  await run('batches.labels', { siteId: robin.siteId, batchId: batch.id })
}
const letters = async (batchId: number) =>
  (await room.call(robin, 'GET', `batches/${batchId}/deliveries/`)).results
const later = (minutes: number) => world.setClock(new Date(Date.now() + minutes * 60_000))
/** Only what this test sold: the books of the sandbox are those of all. */
const since = async (carrier: string, before: number) => (await sold(carrier)).slice(before)
const byGroundAdvantage = (orderId: number) =>
  world.kit.pool
    .updateTable('shipping_orders')
    .set({ service: 'USPS Ground Advantage' })
    .where('order_id', '=', orderId)
    .execute()

test('a parcel’s label is bought once, followed by its number, and fetched', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await sold('ups')).length
  const told = () => room.call(robin, 'GET', `batches/${batch.id}/`)
  expect(await told()).toMatchObject({ without_label_count: 1, buying_labels: false })
  const early = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/labels/`)
  expect(early.body.code).toBe('not_found')

  await buy(batch)
  await run('batches.labels', { siteId: robin.siteId, batchId: batch.id })
  expect(await told()).toMatchObject({ without_label_count: 0, buying_labels: false })

  const [parcel] = await letters(batch.id)
  expect(parcel.shipment).toMatchObject({ carrier: 'UPS', status: 'made', has_label: true })
  expect(parcel).toMatchObject({ carrier: 'UPS', tracking_number: parcel.shipment.tracking_number })
  expect(await since('ups', before)).toHaveLength(1)
  const label = await robin.call('GET', `/api/v1/office/shipments/${parcel.shipment.id}/label/`)
  expect([label.status, label.headers['content-type']]).toEqual([200, 'image/gif'])
  const hasLabels = (await told()).files.some(({ file }: { file: string }) => file === 'labels')
  const all = await robin.call('GET', `/api/v1/office/batches/${batch.id}/files/labels/`)
  expect([hasLabels, all.status, all.headers['content-type']]).toEqual([true, 200, 'application/pdf'])
  const trail = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'actor'])
    .where('subject', '=', `shipment:${parcel.shipment.id}`)
    .execute()
  expect(trail).toEqual([{ event: 'label.fetched', actor: `staff:${robin.id}` }])
  const order = await world.kit.pool
    .selectFrom('shipping_orders')
    .select('tracking_number')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(order.tracking_number).toBe(parcel.tracking_number)
})

test('a label whose answer was lost is found again, never bought twice', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await sold('ups')).length
  await fault('ups', { fault: 'ship_html', times: 1 })
  await buy(batch)
  expect((await letters(batch.id))[0].shipment.status).toBe('unknown')
  expect((await room.call(robin, 'GET', `batches/${batch.id}/`)).unknown_label_count).toBe(1)
  await buy(batch)

  later(3)
  await run('batches.walk')

  const [parcel] = await letters(batch.id)
  expect(parcel.shipment.status).toBe('made')
  const made = await since('ups', before)
  expect(made.map(({ trackingNumber }) => trackingNumber)).toEqual([parcel.tracking_number])
})

test('a worker killed between asking and hearing leaves a row that is looked for', async () => {
  const { id } = await room.approved('direct')
  await byGroundAdvantage(id)
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
  const before = (await sold('usps')).length
  await buy(batch)
  expect(await since('usps', before)).toHaveLength(1)
  later(3)
  await run('batches.walk')
  expect(await since('usps', before)).toHaveLength(2)
  for (const letter of await letters(batch.id)) expect(letter.shipment.status).toBe('made')
})

test('what the carrier never had is told so after a while, and bought again when somebody says so', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await sold('ups')).length
  await fault('ups', { fault: 'ship_5xx', times: 1 })
  await buy(batch)
  later(3)
  await run('batches.walk')
  expect((await letters(batch.id))[0].shipment.status).toBe('unknown')
  later(20)
  await run('batches.walk')
  expect((await letters(batch.id))[0].shipment).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('Buy it again'),
  })
  expect(await since('ups', before)).toEqual([])
  world.setClock(undefined)
  await buy(batch)
  expect(await since('ups', before)).toHaveLength(1)
})

test('a refusal is shown in the carrier’s words, and the others are bought', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  await fault('usps', { fault: 'label_refused', times: 1 })
  await buy(batch)
  const statuses = (await letters(batch.id)).map(
    ({ shipment }: { shipment: { status: string; problem: string } }) => [shipment.status, shipment.problem],
  )
  expect(statuses).toEqual([
    ['failed', 'The address is not deliverable.'],
    ['made', ''],
  ])
})

test('where the carrier says to wait nothing is bought, and the next walk goes on', async () => {
  const { id } = await room.approved('direct')
  await byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  const carriers = (await import('../carriers/carriers.ts')).makeCarriers(world.kit.config.carriers, {
    warn: () => {},
  })
  await fault('usps', { fault: 'too_many', times: 1 })
  await post(`batches/${batch.id}/labels/`, { seen_status: 'ready' })
  const run = (kit: typeof room.kit) =>
    batchHandlers(kit)
      .find(({ job }) => job.name === 'batches.labels')!
      .run({ siteId: robin.siteId, batchId: batch.id } as never)
  await run({ ...room.kit, carriers })
  for (const letter of await letters(batch.id)) expect(letter.shipment).toBeNull()
  await run(room.kit)
  for (const letter of await letters(batch.id)) expect(letter.shipment.status).toBe('made')
})

test('a letter’s postage nobody heard of is written off by a person, and then bought', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  await fault('usps', { fault: 'label_html', times: 1 })
  await buy(batch)
  const [ada] = await letters(batch.id)
  expect(ada.shipment.status).toBe('unknown')
  later(20)
  await run('batches.walk')
  expect((await letters(batch.id))[0].shipment.status).toBe('unknown')
  world.setClock(undefined)
  const void_ = await post(`shipments/${ada.shipment.id}/void/`, { reason: 'Not in the EPS statement' })
  expect(void_.body.status).toBe('void')
  await buy(batch)
  expect((await letters(batch.id))[0].shipment.status).toBe('made')
})

test('labels of a batch that is given up are given back', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await sold('ups')).length
  await buy(batch)
  await post(`batches/${batch.id}/cancel/`, { seen_status: 'ready', reason: 'Wrong address' })
  await fault('ups', { fault: 'void_5xx', times: 1 })
  await run('batches.labels', { siteId: robin.siteId, batchId: batch.id })
  expect((await since('ups', before)).map(({ isVoid }) => isVoid)).toEqual([false])
  await run('batches.walk')
  expect((await since('ups', before)).map(({ isVoid }) => isVoid)).toEqual([true])
  expect((await room.deliveries(id))[0]).toMatchObject({ status: 'queued', tracking_number: '' })
})

test('nothing leaves under a label that is being given back, and a lost answer is asked for again', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const before = (await sold('ups')).length
  await buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  const [{ shipment, reference }] = await letters(batch.id)
  const giveBack = () => post(`shipments/${shipment.id}/void/`, { reason: 'Wrong service' })
  const mail = () => post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const row = world.kit.pool.updateTable('shipments').where('id', '=', shipment.id)
  const { carrier_shipment_id } = await world.kit.pool
    .selectFrom('shipments')
    .select('carrier_shipment_id')
    .where('id', '=', shipment.id)
    .executeTakeFirstOrThrow()
  await row.set({ carrier_shipment_id: 'nobody-knows-it' }).execute()
  expect((await giveBack()).body.code).toBe('carrier_refused')
  await row.set({ carrier_shipment_id }).execute()
  expect((await letters(batch.id))[0].shipment).toMatchObject({ status: 'made', problem: '' })

  await fault('ups', { fault: 'void_5xx', times: 1 })
  expect((await giveBack()).body.code).toBe('carrier_unreachable')
  const early = await mail()
  expect([early.status, early.body.errors[0].message]).toEqual([
    400,
    `The label of ${reference} is being given back. Wait for the carrier, or type the number of another label.`,
  ])
  expect((await room.deliveries(id))[0]!.status).toBe('printing')
  await run('batches.walk')
  expect((await since('ups', before)).map(({ isVoid }) => isVoid)).toEqual([true])
  expect((await letters(batch.id))[0]).toMatchObject({ tracking_number: '', shipment: { status: 'void' } })
  expect((await mail()).status).toBe(200)
  const trail = await world.kit.pool
    .selectFrom('audit_entries')
    .select(['event', 'actor', 'facts'])
    .where('subject', '=', `shipment:${shipment.id}`)
    .execute()
  const facts = { reason: 'Wrong service', carrier: 'UPS', was: 'made' }
  expect(trail).toEqual([{ event: 'label.void', actor: `staff:${robin.id}`, facts }])
})

test('a label is held by who gives it back until the carrier has answered, also when they die', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  await buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  const [{ shipment }] = await letters(batch.id)
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
  expect(asked).toEqual(['label_given_back'])

  await run('batches.walk')
  expect((await letters(batch.id))[0].shipment.status).toBe('made')
  later(3)
  await run('batches.walk')
  expect((await letters(batch.id))[0].shipment.status).toBe('void')
})

test('prices come from the carrier, and from the site where it is slow or has no account', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const rates = () => room.call(robin, 'GET', `batches/${batch.id}/rates/`)
  await fault('ups', { fault: 'rate_5xx', times: 1 })
  const flat = await rates()
  expect(flat.note).toContain('does not answer')
  expect(flat.rates[0]).toEqual({ service: 'UPS Ground', price_cents: 1_840, days: 5, source: 'flat' })
  const asked = await rates()
  expect(asked.rates[0]).toMatchObject({ service: 'UPS Ground', source: 'carrier', days: 4 })
  await fault('ups', { fault: 'rate_5xx' })
  expect((await rates()).rates[0].source).toBe('carrier')

  await owner.call('PUT', '/api/v1/office/carriers/UPS/', { enabled: false })
  expect((await rates()).note).toContain('No UPS account')
  const bought = await post(`batches/${batch.id}/labels/`, { seen_status: 'ready' })
  expect(bought.body.errors[0].message).toContain('No UPS account')
  await owner.call('PUT', '/api/v1/office/carriers/UPS/', { enabled: true })
})

test('a letter’s postage is asked of the carrier, a parcel’s price is the site’s own', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const { rates, note } = await room.call(robin, 'GET', `batches/${batch.id}/rates/`)
  expect(note).toBe('')
  expect(rates).toEqual([
    { service: 'USPS First-Class', price_cents: 127, days: null, source: 'carrier' },
    { service: 'USPS Ground Advantage', price_cents: 490, days: 5, source: 'flat' },
  ])
})

test('carriers tell what arrived, what came back, and what is the matter', async () => {
  const { id } = await room.approved('direct')
  await byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  await buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const [ada, grace] = await room.deliveries(id)
  const move = (trackingNumber: string, status: string) =>
    tell('POST', '/usps/movements/', { tracking_number: trackingNumber, status })
  await move(ada!.tracking_number, 'problem')
  await move(grace!.tracking_number, 'under_way')
  await run('deliveries.track')
  expect((await room.deliveries(id))[0]!.problem).toBe('')

  later(7 * 60)
  await run('deliveries.track')
  expect((await room.deliveries(id))[0]).toMatchObject({
    status: 'mailed',
    problem_code: 'carrier_exception',
  })
  await move(ada!.tracking_number, 'delivered')
  await move(grace!.tracking_number, 'returned')
  await run('deliveries.track')
  expect((await room.deliveries(id)).map(({ status }) => status)).toEqual(['mailed', 'mailed'])
  later(14 * 60)
  await run('deliveries.track')
  expect((await room.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'returned'])
})

test('a letter that came back is sent again under a label of its own', async () => {
  const { id } = await room.approved('direct')
  await byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  await buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const [ada] = await room.deliveries(id)
  const arrival = { seen_status: 'mailed', outcome: 'returned', reason: 'In our mailbox' }
  await post(`deliveries/${ada!.id}/arrival/`, arrival)
  expect((await post(`deliveries/${ada!.id}/resend/`)).status).toBe(200)

  const again = await room.ready(robin, 'direct', id)
  const before = (await sold('usps')).length
  await buy(again)

  expect(await since('usps', before)).toHaveLength(1)
  const [now] = await room.deliveries(id)
  expect(now!.tracking_number).not.toBe(ada!.tracking_number)
  expect((await sold('usps')).find((one) => one.trackingNumber === ada!.tracking_number)!.isVoid).toBe(false)
})

test('somebody asks the carrier now, and is told where a letter is', async () => {
  const { id } = await room.approved('direct')
  await byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  await buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const [ada, grace] = await room.deliveries(id)
  const ask = (letter: typeof ada) => post(`deliveries/${letter!.id}/track/`)
  expect((await ask(ada)).body).toMatchObject({ status: 'mailed' })
  await tell('POST', '/usps/movements/', { tracking_number: ada!.tracking_number, status: 'delivered' })
  expect((await ask(ada)).body).toMatchObject({ status: 'delivered' })
  expect((await ask(ada)).body.code).toBe('delivery_changed_meanwhile')
  await post(`deliveries/${grace!.id}/tracking/`, { carrier: 'USPS', tracking_number: '' })
  expect((await ask(grace)).body.errors[0].message).toContain('no tracking number')
})

test('a number carriers never heard of is asked about less and less', async () => {
  const { id } = await room.approved('direct')
  await room.mailed(robin, 'direct', id)
  const [ada] = await room.deliveries(id)
  const number = '9400100000000000000999'
  await post(`deliveries/${ada!.id}/tracking/`, { carrier: 'USPS', tracking_number: number })
  const wait = async () => {
    const [one] = await room.deliveries(id)
    return [one!.track_failures, Math.round((one!.track_at!.getTime() - Date.now()) / 3_600_000)]
  }
  await run('deliveries.track')
  expect(await wait()).toEqual([1, 12])
  await world.kit.pool
    .updateTable('deliveries')
    .set({ track_at: new Date(Date.now() - 1_000) })
    .where('id', '=', ada!.id)
    .execute()
  await run('deliveries.track')
  expect(await wait()).toEqual([2, 24])
})

test('addresses are checked before they are printed, each once; a warning is no block', async () => {
  const { id } = await room.approved('direct')
  const [ada, grace] = await room.deliveries(id)
  const set = (deliveryId: number, address1: string) =>
    world.kit.pool.updateTable('deliveries').set({ address1 }).where('id', '=', deliveryId).execute()
  await set(ada!.id, '1 Tower Plaza')
  await set(grace!.id, `${id} Nowhere Lane`)
  expect((await post('waiting_deliveries/check_addresses/', { order_id: id })).body.to_check).toBe(2)
  await fault('usps', { fault: 'address_5xx', times: 1 })
  await run('addresses.check', { siteId: robin.siteId, orderId: id })
  await run('addresses.check', { siteId: robin.siteId, orderId: id })
  expect((await post('waiting_deliveries/check_addresses/', { order_id: id })).body.to_check).toBe(0)

  const warned = await room.call(robin, 'GET', `waiting_deliveries/?order_id=${id}&only=warned`)
  expect(warned.results.map(({ address_warning }: { address_warning: string }) => address_warning)).toEqual([
    'An apartment or suite number is missing.',
    'The postal service does not know this address. Confirm it with the customer.',
  ])
  expect((await room.deliveries(id))[0]!.address1).toBe('1 Tower Plaza')
  expect((await room.ready(robin, 'direct', id)).status).toBe('ready')
})

test('how a site signs in at a carrier is set by its owner, and no secret comes back or lies open', async () => {
  const secret = 'a-secret-nobody-sees'
  const body = { enabled: true, client_secret: secret, sender_name: 'Northwind Rewards' }
  expect((await robin.call('PUT', '/api/v1/office/carriers/USPS/', body)).status).toBe(403)
  const { body: account } = await owner.call('PUT', '/api/v1/office/carriers/USPS/', body)
  expect(account).toMatchObject({ complete: true, client_id_end: 'ient', account_number_end: '0001' })
  const listed = await robin.call('GET', '/api/v1/office/carriers/')
  expect(JSON.stringify(listed.body)).not.toContain(secret)
  const rows = await world.kit.pool.selectFrom('carrier_accounts').selectAll().execute()
  const trail = await world.kit.pool.selectFrom('audit_entries').selectAll().execute()
  expect(JSON.stringify([rows, trail])).not.toContain(secret)
  await owner.call('PUT', '/api/v1/office/carriers/USPS/', {
    enabled: true,
    client_secret: 'sandbox-usps-secret',
  })
})

const putUps = (given: object) =>
  owner.call('PUT', '/api/v1/office/carriers/UPS/', { enabled: true, ...given })

test('a carrier’s account is told what it lacks, and whoever comes second that somebody was faster', async () => {
  const { body: before } = await putUps({})
  expect(before).toMatchObject({ sender_city: 'Dayton', has_secret: true })
  const half = await putUps({ sender_city: '', sender_zip: '4540' })
  expect(half.body.errors).toMatchObject([{ field: 'sender_zip' }])
  const lacking = await putUps({ sender_city: '', sender_state: '' })
  expect(lacking.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'sender_city',
    'sender_state',
  ])
  expect((await putUps({ sender_city: '', enabled: false })).body.complete).toBe(false)
  const mended = await putUps({ sender_city: 'Dayton', seen_updated_at: before.updated_at })
  expect([mended.status, mended.body.code]).toEqual([409, 'changed_meanwhile'])
  expect((await putUps({ sender_city: 'Dayton' })).body.complete).toBe(true)
})

test('a connection is tried with what is saved, and the carrier’s answer is told; nothing is bought', async () => {
  const tryIt = async (carrier: string) =>
    (await owner.call('POST', `/api/v1/office/carriers/${carrier}/test/`)).body
  const before = (await sold('ups')).length + (await sold('usps')).length
  expect((await post('carriers/UPS/test/')).status).toBe(403)
  expect(await tryIt('USPS')).toEqual({
    works: true,
    steps: [
      { step: 'sign_in', outcome: 'right', words: 'USPS let us in.' },
      {
        step: 'account',
        outcome: 'right',
        words: 'It takes account …0001 and asks $1.27 for a letter with one card by USPS First-Class.',
      },
    ],
  })
  expect((await tryIt('UPS')).steps[1].words).toMatch(/asks \$\d+\.\d\d for the smallest parcel by UPS/)

  await fault('ups', { fault: 'token_5xx', times: 1 })
  expect(await tryIt('UPS')).toMatchObject({ works: false, steps: [{ outcome: 'silent' }] })
  await putUps({ client_secret: 'mistyped' })
  expect(await tryIt('UPS')).toEqual({
    works: false,
    steps: [{ step: 'sign_in', outcome: 'refused', words: 'UPS says no: ClientId is Invalid' }],
  })
  await putUps({ client_secret: 'sandbox-ups-secret', sender_name: '', enabled: false })
  expect(await tryIt('UPS')).toMatchObject({
    works: false,
    steps: [{ outcome: 'right' }, { outcome: 'not_asked' }],
  })
  await putUps({ sender_name: 'Northwind Rewards' })
  expect((await sold('ups')).length + (await sold('usps')).length).toBe(before)
})

test('labels are bought by the services chosen for the account, and no other', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const rates = async () => room.call(robin, 'GET', `batches/${batch.id}/rates/`)
  const services = ['UPS 2nd Day Air', 'UPS Ground']
  expect((await putUps({ services: ['Pigeon', ...services] })).body.services).toEqual([
    'UPS Ground',
    'UPS 2nd Day Air',
  ])
  expect((await rates()).rates.map(({ service }: { service: string }) => service).sort()).toEqual(services)
  const other = { seen_status: 'ready', service: 'UPS Next Day Air' }
  expect((await post(`batches/${batch.id}/labels/`, other)).body.errors).toMatchObject([{ field: 'service' }])
  await putUps({ services: [] })
  expect((await post(`batches/${batch.id}/labels/`, other)).status).toBe(200)
})
