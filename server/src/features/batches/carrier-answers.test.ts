import { type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { carrierSteps } from '../../testing/batch-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let sandbox: Sandbox
let world: World
let room: ReturnType<typeof carrierSteps>
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
  robin = await world.staff('fulfillment')
  owner = await world.staff('owner')
  room = carrierSteps(world, sandbox, robin)
})
afterEach(() => room.reset())
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

const post = (path: string, body: Record<string, unknown> = {}) =>
  robin.call('POST', `/api/v1/office/${path}`, body)

test('shows the carrier’s prices, or the site’s if the carrier is slow or has no account', async () => {
  const { id } = await room.approved('bulk')
  const batch = await room.ready(robin, 'bulk', id)
  const rates = () => room.call(robin, 'GET', `batches/${batch.id}/rates/`)
  await room.fault('ups', { fault: 'rate_5xx', times: 1 })
  const flat = await rates()
  expect(flat.note).toContain('isn’t answering')
  expect(flat.rates[0]).toEqual({ service: 'UPS Ground', price_cents: 1_840, days: 5, source: 'flat' })
  const asked = await rates()
  expect(asked.rates[0]).toMatchObject({ service: 'UPS Ground', source: 'carrier', days: 4 })
  await room.fault('ups', { fault: 'rate_5xx' })
  expect((await rates()).rates[0].source).toBe('carrier')

  await owner.call('PUT', '/api/v1/office/carriers/UPS/', { enabled: false })
  expect((await rates()).note).toContain('No UPS account')
  const bought = await post(`batches/${batch.id}/labels/`, { seen_status: 'ready' })
  expect(bought.body.errors[0].message).toContain('No UPS account')
  await owner.call('PUT', '/api/v1/office/carriers/UPS/', { enabled: true })
})

test('shows a letter’s postage from the carrier and a parcel’s price from the site', async () => {
  const { id } = await room.approved('direct')
  const batch = await room.ready(robin, 'direct', id)
  const { rates, note } = await room.call(robin, 'GET', `batches/${batch.id}/rates/`)
  expect(note).toBe('')
  expect(rates).toEqual([
    { service: 'USPS First-Class', price_cents: 127, days: null, source: 'carrier' },
    { service: 'USPS Ground Advantage', price_cents: 490, days: 5, source: 'flat' },
  ])
})

test('records what carriers report as delivered, returned, or delayed', async () => {
  const { id } = await room.approved('direct')
  await room.byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  await room.buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const [ada, grace] = await room.deliveries(id)
  await room.move(ada!.tracking_number, 'problem')
  await room.move(grace!.tracking_number, 'under_way')
  await room.run('deliveries.track')
  expect((await room.deliveries(id))[0]!.problem).toBe('')

  room.later(7 * 60)
  await room.run('deliveries.track')
  expect((await room.deliveries(id))[0]).toMatchObject({
    status: 'mailed',
    problem_code: 'carrier_exception',
  })
  await room.move(ada!.tracking_number, 'delivered')
  await room.move(grace!.tracking_number, 'returned')
  await room.run('deliveries.track')
  expect((await room.deliveries(id)).map(({ status }) => status)).toEqual(['mailed', 'mailed'])
  room.later(14 * 60)
  await room.run('deliveries.track')
  expect((await room.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'returned'])
})

test('asks the carrier where a letter is when staff click', async () => {
  const { id } = await room.approved('direct')
  await room.byGroundAdvantage(id)
  const batch = await room.ready(robin, 'direct', id)
  await room.buy(batch)
  await post(`batches/${batch.id}/printed/`, { seen_status: 'ready', seen_prints: 0 })
  await post(`batches/${batch.id}/mailed/`, { seen_status: 'printed' })
  const [ada, grace] = await room.deliveries(id)
  const ask = (letter: typeof ada) => post(`deliveries/${letter!.id}/track/`)
  expect((await ask(ada)).body).toMatchObject({ status: 'mailed' })
  await room.move(ada!.tracking_number, 'delivered')
  expect((await ask(ada)).body).toMatchObject({ status: 'delivered' })
  expect((await ask(ada)).body.code).toBe('delivery_changed')
  await post(`deliveries/${grace!.id}/tracking/`, { carrier: 'USPS', tracking_number: '' })
  expect((await ask(grace)).body.errors[0].message).toContain('no tracking number')
})

test('asks less and less often about a number that carriers don’t know', async () => {
  const { id } = await room.approved('direct')
  await room.mailed(robin, 'direct', id)
  const [ada] = await room.deliveries(id)
  const number = '9400100000000000000999'
  await post(`deliveries/${ada!.id}/tracking/`, { carrier: 'USPS', tracking_number: number })
  const wait = async () => {
    const [one] = await room.deliveries(id)
    return [one!.track_failures, Math.round((one!.track_at!.getTime() - Date.now()) / 3_600_000)]
  }
  await room.run('deliveries.track')
  expect(await wait()).toEqual([1, 12])
  await world.kit.pool
    .updateTable('deliveries')
    .set({ track_at: new Date(Date.now() - 1_000) })
    .where('id', '=', ada!.id)
    .execute()
  await room.run('deliveries.track')
  expect(await wait()).toEqual([2, 24])
})

test('checks each address once before printing; a warning doesn’t block', async () => {
  const { id } = await room.approved('direct')
  const [ada, grace] = await room.deliveries(id)
  const set = (deliveryId: number, address1: string) =>
    world.kit.pool.updateTable('deliveries').set({ address1 }).where('id', '=', deliveryId).execute()
  await set(ada!.id, '1 Tower Plaza')
  await set(grace!.id, `${id} Nowhere Lane`)
  expect((await post('waiting_deliveries/check_addresses/', { order_id: id })).body.to_check).toBe(2)
  await room.fault('usps', { fault: 'address_5xx', times: 1 })
  await room.run('addresses.check', { siteId: robin.siteId, orderId: id })
  await room.run('addresses.check', { siteId: robin.siteId, orderId: id })
  expect((await post('waiting_deliveries/check_addresses/', { order_id: id })).body.to_check).toBe(0)

  const warned = await room.call(robin, 'GET', `waiting_deliveries/?order_id=${id}&only=warned`)
  expect(warned.results.map(({ address_warning }: { address_warning: string }) => address_warning)).toEqual([
    'An apartment or suite number is missing.',
    'USPS doesn’t recognize this address. Confirm it with the customer.',
  ])
  expect((await room.deliveries(id))[0]!.address1).toBe('1 Tower Plaza')
  expect((await room.ready(robin, 'direct', id)).status).toBe('ready')
})

test('lets only owners set up a carrier account, and never returns or logs its secret', async () => {
  const secret = 'a-secret-nobody-sees'
  const body = { enabled: true, client_secret: secret, sender_name: 'Northwind Rewards' }
  expect((await robin.call('PUT', '/api/v1/office/carriers/USPS/', body)).status).toBe(403)
  const { body: account } = await owner.call('PUT', '/api/v1/office/carriers/USPS/', body)
  expect(account).toMatchObject({ complete: true, client_id_end: 'ient', account_number_end: '0001' })
  const listed = await robin.call('GET', '/api/v1/office/carriers/')
  expect(JSON.stringify(listed.body)).not.toContain(secret)
  const rows = await world.kit.pool.selectFrom('carrier_accounts').selectAll().execute()
  const entries = await world.kit.pool.selectFrom('audit_entries').selectAll().execute()
  expect(JSON.stringify([rows, entries])).not.toContain(secret)
  await owner.call('PUT', '/api/v1/office/carriers/USPS/', {
    enabled: true,
    client_secret: 'sandbox-usps-secret',
  })
})

const putUps = (given: object) =>
  owner.call('PUT', '/api/v1/office/carriers/UPS/', { enabled: true, ...given })

test('shows what a carrier account lacks, and rejects the second of two changes', async () => {
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
  const changed = await putUps({ sender_city: 'Dayton', seen_updated_at: before.updated_at })
  expect([changed.status, changed.body.code]).toEqual([409, 'changed'])
  expect((await putUps({ sender_city: 'Dayton' })).body.complete).toBe(true)
})

test('tests a saved connection and shows the carrier’s answer without buying anything', async () => {
  const tryIt = async (carrier: string) =>
    (await owner.call('POST', `/api/v1/office/carriers/${carrier}/test/`)).body
  const before = (await room.sold('ups')).length + (await room.sold('usps')).length
  expect((await post('carriers/UPS/test/')).status).toBe(403)
  expect(await tryIt('USPS')).toEqual({
    works: true,
    steps: [
      { step: 'sign_in', outcome: 'right', words: 'Signed in to USPS.' },
      {
        step: 'account',
        outcome: 'right',
        words: 'Account …0001 works. USPS First-Class costs $1.27 for a letter with one card.',
      },
    ],
  })
  expect((await tryIt('UPS')).steps[1].words).toMatch(/UPS .+ costs \$\d+\.\d\d for the smallest parcel/)

  await room.fault('ups', { fault: 'token_5xx', times: 1 })
  expect(await tryIt('UPS')).toMatchObject({ works: false, steps: [{ outcome: 'silent' }] })
  await putUps({ client_secret: 'mistyped' })
  expect(await tryIt('UPS')).toEqual({
    works: false,
    steps: [{ step: 'sign_in', outcome: 'refused', words: 'UPS rejected it: ClientId is Invalid' }],
  })
  await putUps({ client_secret: 'sandbox-ups-secret', sender_name: '', enabled: false })
  expect(await tryIt('UPS')).toMatchObject({
    works: false,
    steps: [{ outcome: 'right' }, { outcome: 'not_asked' }],
  })
  await putUps({ sender_name: 'Northwind Rewards' })
  expect((await room.sold('ups')).length + (await room.sold('usps')).length).toBe(before)
})

test('buys labels only for the services chosen for the account', async () => {
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
