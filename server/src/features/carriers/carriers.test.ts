import { type Sandbox, startSandbox, UPS_DEMO, USPS_DEMO } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CarrierAccount } from './carrier-accounts.ts'
import { carrierUrl } from './carrier-hosts.ts'
import { makeCarriers } from './carriers.ts'
import type { UpsGateway } from './ups-gateway.ts'
import type { UspsGateway } from './usps-gateway.ts'

let sandbox: Sandbox
let heard: string[]
let ups: UpsGateway
let usps: UspsGateway
const sender = {
  name: 'Northwind',
  phone: '9375550117',
  address1: '1 Main Street',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}
const upsAccount: CarrierAccount = {
  siteId: 1,
  carrier: 'UPS',
  ...{ crid: '', mid: '', manifestMid: '', services: [], sender },
  ...UPS_DEMO,
}
const uspsAccount: CarrierAccount = {
  siteId: 1,
  carrier: 'USPS',
  ...{ manifestMid: '', services: [], sender },
  ...USPS_DEMO,
}
const to = {
  name: 'Ada Lovelace',
  company: '',
  phone: '',
  address1: '90 Foundry Road',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}
const parcel = (reference: string) => ({
  to,
  size: { weightLb: 3, length: 9, width: 6, height: 4 },
  service: 'UPS 2nd Day Air',
  reference,
})
const piece = { to, reference: 'D-17', mailingDate: '2026-11-21' }

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
afterAll(() => sandbox.close())
const gateways = (limits: { uspsPerHour?: number; labelTimeoutMs?: number } = {}) =>
  makeCarriers(
    {
      upsUrl: `${sandbox.origin}/ups`,
      uspsUrl: `${sandbox.origin}/usps`,
      upsPerHour: 100_000,
      uspsPerHour: 100_000,
      ...limits,
    },
    { warn: (facts) => heard.push(JSON.stringify(facts)) },
  )
beforeEach(() => {
  heard = []
  const carriers = gateways()
  ups = carriers.ups(upsAccount)
  usps = carriers.usps(uspsAccount)
})
afterEach(async () => {
  for (const system of ['ups', 'usps'])
    await fetch(`${sandbox.origin}/faults/${system}/`, { method: 'DELETE' })
})
const fault = (system: string, wish: Record<string, string | number>) =>
  fetch(`${sandbox.origin}/faults/${system}/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  })
const move = (carrier: string, tracking_number: string, status: string) =>
  fetch(`${sandbox.origin}/${carrier}/movements/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tracking_number, status }),
  })
const sold = async (carrier: string, key: string) => {
  const { labels } = (await (await fetch(`${sandbox.origin}/${carrier}/labels/`)).json()) as {
    labels: Array<{ key: string; isVoid: boolean }>
  }
  return labels.filter((label) => label.key === key)
}

describe('UPS', () => {
  test('quotes a parcel’s negotiated price by service', async () => {
    const rates = await ups.rates(parcel('x'))
    expect(rates?.find(({ service }) => service === 'UPS Ground')).toEqual({
      service: 'UPS Ground',
      cents: Math.round((1_184 + 3 * 62) * 0.8),
      days: 4,
    })
  })

  test('sells a label, voids it once, and no longer knows it', async () => {
    const bought = await ups.buy(parcel('ref-sold'))
    expect(bought).toMatchObject({
      outcome: 'made',
      trackingNumber: expect.stringMatching(/^1Z[0-9A-Z]{16}$/),
    })
    if (bought.outcome !== 'made') return
    expect(bought.costCents).toBe(Math.round((2_480 + 3 * 210) * 0.8))
    expect(bought.label.bytes.subarray(0, 6).toString()).toBe('GIF89a')
    expect(await ups.void(bought.carrierShipmentId)).toEqual({ outcome: 'void' })
    expect(await ups.void(bought.carrierShipmentId)).toMatchObject({ outcome: 'refused' })
    expect(await ups.track(bought.trackingNumber)).toEqual({ outcome: 'not_known' })
  })

  test.each(['ship_then_timeout', 'ship_html'])(
    '%s: a label with a lost answer is unknown, and found by our reference',
    async (name) => {
      const reference = `lost-${name}`.replaceAll('_', '')
      await ups.rates(parcel('warm'))
      await fault('ups', { fault: name, times: 1, ms: 60_000 })
      const impatient = gateways({ labelTimeoutMs: 300 }).ups(upsAccount)
      expect(await impatient.buy(parcel(reference))).toEqual({ outcome: 'unknown' })
      expect(await ups.find(reference)).toMatchObject({ outcome: 'made' })
      expect(await sold('ups', reference)).toHaveLength(1)
    },
  )

  test('reports a label that was never bought, and tries later if the carrier doesn’t answer', async () => {
    expect(await ups.find('neverasked')).toEqual({ outcome: 'absent' })
    await fault('ups', { fault: 'recovery_5xx', times: 1 })
    expect(await ups.find('neverasked')).toMatchObject({ outcome: 'later' })
  })

  test('looks for a label after a 503, which may have bought it', async () => {
    await fault('ups', { fault: 'ship_5xx', times: 1 })
    expect(await ups.buy(parcel('afterfault'))).toEqual({ outcome: 'unknown' })
    expect(await ups.find('afterfault')).toEqual({ outcome: 'absent' })
  })

  test('reports a rejection in the carrier’s words', async () => {
    const box = { ...parcel('box'), to: { ...to, address1: 'PO Box 7' } }
    expect(await ups.buy(box)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('PO Box'),
    })
  })

  test('429: nothing is bought, and no call is made before the pause is over', async () => {
    await fault('ups', { fault: 'too_many', times: 1 })
    expect(await ups.buy(parcel('toomany'))).toEqual({ outcome: 'not_sent', retryAfterMs: 60_000 })
    const again = await ups.buy(parcel('toomany'))
    expect(again).toMatchObject({ outcome: 'not_sent' })
    expect(await sold('ups', 'toomany')).toEqual([])
  })

  test('doesn’t wait for late prices', async () => {
    await ups.rates(parcel('warm'))
    await fault('ups', { fault: 'rate_5xx', times: 1 })
    expect(await ups.rates(parcel('x'))).toBeUndefined()
  })

  test.each([
    ['made', 'under_way'],
    ['problem', 'problem'],
    ['delivered', 'delivered'],
    ['returned', 'returned'],
  ])('a parcel that is %s is %s to us', async (status, outcome) => {
    const bought = await ups.buy(parcel(`track${status}`))
    if (bought.outcome !== 'made') throw new Error('no label')
    await move('ups', bought.trackingNumber, status)
    expect(await ups.track(bought.trackingNumber)).toMatchObject({ outcome, at: expect.any(Date) })
  })

  test('requests a token once, and again after it is rejected', async () => {
    await fault('ups', { fault: 'token_5xx', times: 1 })
    expect(await ups.track('1Z999')).toMatchObject({ outcome: 'later' })
    await ups.track('1Z999')
    await fault('ups', { fault: 'token_5xx' })
    expect(await ups.track('1Z999')).toEqual({ outcome: 'not_known' })
  })
})

describe('USPS', () => {
  test.each([
    ['90 Foundry Road', '', 'Y'],
    ['1 Tower Plaza', '', 'D'],
    ['1 Tower Plaza', 'Apt 100', 'S'],
    ['7 Nowhere Lane', '', 'N'],
    ['7 Vanish Lane', '', 'N'],
  ])('knows of %s %s: %s', async (address1, address2, verdict) => {
    const told = await usps.checkAddress({ ...to, address1, address2 })
    expect(told).toMatchObject({ outcome: 'checked', verdict })
  })

  test('doesn’t judge an address while the service is unavailable', async () => {
    await fault('usps', { fault: 'address_5xx', times: 1 })
    expect(await usps.checkAddress(to)).toMatchObject({ outcome: 'later' })
  })

  test('a stiff card costs a letter’s price plus the fee for stiff mail, to the cent', async () => {
    expect(await usps.letterCents()).toBe(127)
  })

  test('the same key is the same label, bought once, whatever happened to the first answer', async () => {
    await fault('usps', { fault: 'label_html', times: 1 })
    expect(await usps.buy('parcel', piece, 'key-1')).toEqual({ outcome: 'unknown' })
    const found = await usps.find('parcel', piece, 'key-1')
    expect(found).toMatchObject({ outcome: 'made', costCents: 525 })
    expect(await sold('usps', 'key-1')).toHaveLength(1)
    if (found.outcome !== 'made') return
    expect(found.label.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await move('usps', found.trackingNumber, 'delivered')
    expect(await usps.track(found.trackingNumber)).toMatchObject({ outcome: 'delivered' })
    expect(await usps.void('parcel', found.carrierShipmentId)).toMatchObject({ outcome: 'refused' })
  })

  test('a letter’s postage has no key, so its lost answer is never requested again', async () => {
    await fault('usps', { fault: 'label_html', times: 1 })
    expect(await usps.buy('letter', piece, 'key-2')).toEqual({ outcome: 'unknown' })
    const before = (await sold('usps', '')).length
    expect(await usps.find('letter', piece, 'key-2')).toMatchObject({ outcome: 'later' })
    expect(await sold('usps', '')).toHaveLength(before)
  })

  test('buys and refunds postage for a letter', async () => {
    const bought = await usps.buy('letter', piece, 'key-3')
    expect(bought).toMatchObject({ outcome: 'made', costCents: 127, trackingNumber: '' })
    if (bought.outcome !== 'made') return
    expect(await usps.void('letter', bought.carrierShipmentId)).toEqual({ outcome: 'void' })
  })

  test('reports an unknown number and a returned one', async () => {
    expect(await usps.track('9400100000000000099999')).toEqual({ outcome: 'not_known' })
    const bought = await usps.buy('parcel', piece, 'key-4')
    if (bought.outcome !== 'made') throw new Error('no label')
    await move('usps', bought.trackingNumber, 'returned')
    expect(await usps.track(bought.trackingNumber)).toMatchObject({ outcome: 'returned' })
  })

  test('429 says when to retry, and every call waits until then', async () => {
    await usps.letterCents()
    await fault('usps', { fault: 'too_many', times: 1 })
    expect(await usps.buy('parcel', piece, 'key-5')).toEqual({ outcome: 'not_sent', retryAfterMs: 30_000 })
    expect(await usps.track('9400100000000000099999')).toMatchObject({ outcome: 'later' })
  })
})

test('counts all calls of an account together, token requests included', async () => {
  const carriers = gateways({ uspsPerHour: 3 })
  const few = carriers.usps(uspsAccount)
  expect(await few.letterCents()).toBe(127)
  expect(await carriers.callsLeft('USPS', USPS_DEMO.clientId)).toBe(1)
  await few.letterCents()
  expect(await few.track('9400100000000000099999')).toMatchObject({ outcome: 'later' })
})

test('logs a failure without secret, token, or name', async () => {
  const wrong = gateways().ups({ ...upsAccount, clientSecret: 'not-the-secret' })
  expect(await wrong.buy(parcel('wrong'))).toMatchObject({
    outcome: 'refused',
    reason: 'ClientId is Invalid',
  })
  await fault('ups', { fault: 'ship_html', times: 1 })
  await ups.buy(parcel('logged'))
  expect(heard.length).toBeGreaterThan(1)
  for (const line of heard) expect(line).not.toMatch(/secret|Bearer|Basic|Lovelace|Foundry/i)
})

test('sends secrets only to the carriers’ own hosts or to this machine', () => {
  expect(carrierUrl('UPS_URL', 'https://onlinetools.ups.com/')).toBe('https://onlinetools.ups.com')
  expect(carrierUrl('USPS_URL', 'http://127.0.0.1:3001/usps')).toBe('http://127.0.0.1:3001/usps')
  for (const elsewhere of [
    'https://ups.example',
    'http://onlinetools.ups.com',
    'https://onlinetools.ups.com.evil.example',
    'https://onlinetools.ups.com@evil.example',
    'https://apis.usps.com',
  ]) {
    expect(() => carrierUrl('UPS_URL', elsewhere)).toThrow('UPS_URL')
  }
})
