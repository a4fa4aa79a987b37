import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Sandbox, startSandbox, UPS_DEMO, USPS_DEMO } from '@laurel/sandbox'
import AjvDraft04 from 'ajv-draft-04'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { makeCarriers } from './carriers.ts'

/** The carriers' own OpenAPI documents; they are not ours to hand on, so they lie elsewhere. */
const FOLDER = process.env.CARRIER_OPENAPI_DIR ?? ''

/** Which document says what about which of our calls: its operation's path, as it is written there. */
const CALLS = [
  ['ups-OAuthClientCredentials', '/ups', 'POST', '/security/v1/oauth/token'],
  ['ups-Rating', '/ups/api', 'POST', '/rating/{version}/{requestoption}'],
  ['ups-Shipping', '/ups/api', 'POST', '/shipments/{version}/ship'],
  ['ups-Shipping', '/ups/api', 'DELETE', '/shipments/{version}/void/cancel/{shipmentidentificationnumber}'],
  ['ups-Shipping', '/ups/api', 'POST', '/labels/{version}/recovery'],
  ['ups-Tracking', '/ups/api', 'GET', '/track/v1/details/{inquiryNumber}'],
  ['ups-Tracking', '/ups/api', 'GET', '/track/v1/reference/details/{referenceNumber}'],
  ['usps-addresses', '/usps/addresses/v3', 'GET', '/address'],
  ['usps-domestic-prices', '/usps/prices/v3', 'POST', '/letter-rates/search'],
  ['usps-payments', '/usps/payments/v3', 'POST', '/payment-authorization'],
  ['usps-domestic-labels', '/usps/labels/v3', 'POST', '/label'],
  ['usps-domestic-labels', '/usps/labels/v3', 'DELETE', '/label/{trackingNumber}'],
  ['usps-domestic-labels', '/usps/labels/v3', 'POST', '/indicia/imb'],
  ['usps-domestic-labels', '/usps/labels/v3', 'DELETE', '/indicia/imb/{imb}'],
  ['usps-tracking', '/usps/tracking/v3', 'GET', '/tracking/{trackingNumber}'],
] as const

/**
 * Where a document contradicts itself: its own examples break these rules, and so do we. A list of Roadie
 * numbers is not asked for by any other label, `GIF` has three letters, and `1.0` is a weight.
 */
const CONTRADICTED = [
  /LabelRecoveryRequest must have required property 'TrackingNumbers'/,
  /BillingWeight\/Weight must NOT have fewer than 8 characters/,
  /LabelImageFormat\/Code must NOT have fewer than 4 characters/,
]

type Exchange = {
  method: string
  url: URL
  headers: Record<string, unknown>
  body: string
  status: number
  type: string
  answer: string
}

let sandbox: Sandbox
let between: Server
const heard: Exchange[] = []

beforeAll(async () => {
  if (FOLDER === '') return
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  between = await listenBetween()
  const origin = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  const carriers = makeCarriers(
    { upsUrl: `${origin}/ups`, uspsUrl: `${origin}/usps`, upsPerHour: 100_000, uspsPerHour: 100_000 },
    { warn: () => {} },
  )
  const sender = {
    name: 'Northwind',
    phone: '9375550117',
    address1: '1 Main Street',
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
  }
  const codes = { crid: '', mid: '', manifestMid: '', services: [], sender, siteId: 1 }
  const ups = carriers.ups({ ...codes, carrier: 'UPS', ...UPS_DEMO })
  const usps = carriers.usps({ ...codes, carrier: 'USPS', ...USPS_DEMO })
  const to = {
    name: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley',
    company: 'The Very Long Named Manufacturing and Distribution Company of Ohio, LLC',
    phone: '(937) 555-0117',
    address1: '12345 North Martin Luther King Jr. Memorial Boulevard Southwest',
    address2: 'Building 12, Floor 14, Suite 1400, Receiving',
    city: 'Rancho Santa Margarita-on-the-Lake',
    state: 'OH',
    zip: '45402-1234',
  }
  const size = { weightLb: 3, length: 9, width: 6, height: 4 }
  const piece = { to, reference: 'D-17', mailingDate: '2026-11-21' }
  await ups.rates({ to, size })
  const parcel = await ups.buy({ to, size, service: 'UPS Ground', reference: 'a'.repeat(32) })
  await ups.find('a'.repeat(32))
  await ups.find('b'.repeat(32))
  await fetch(`${sandbox.origin}/faults/ups/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'recovery_none', times: 1 }),
  })
  expect(await ups.find('a'.repeat(32))).toMatchObject({ outcome: 'later' })
  await usps.checkAddress(to)
  await usps.letterCents()
  const label = await usps.buy('parcel', piece, crypto.randomUUID())
  const postage = await usps.buy('letter', piece, crypto.randomUUID())
  if (parcel.outcome !== 'made' || label.outcome !== 'made' || postage.outcome !== 'made') {
    throw new Error('the sandbox sold nothing')
  }
  await ups.track(parcel.trackingNumber)
  await ups.void(parcel.carrierShipmentId)
  await usps.track(label.trackingNumber)
  await usps.void('parcel', label.carrierShipmentId)
  await usps.void('letter', postage.carrierShipmentId)
})
afterAll(async () => {
  between?.close()
  await sandbox?.close()
})

test('the carriers’ documents are where CARRIER_OPENAPI_DIR says, or their tests are skipped', ({ skip }) => {
  skip(FOLDER === '', 'CARRIER_OPENAPI_DIR is not set')
  expect(heard.length).toBeGreaterThanOrEqual(CALLS.length)
})

describe.skipIf(FOLDER === '').each(CALLS)('%s: %s %s %s', (name, base, method, path) => {
  const exchanges = () =>
    heard.filter((one) => one.method === method && pathOf(base, path).test(one.url.pathname))

  test('is called, and its answer has the documented shape', () => {
    const good = exchanges().filter(({ status }) => status < 300)
    expect(good.length).toBeGreaterThan(0)
    for (const { status, type, answer } of good) {
      const content = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content']
      expect(problemsOf(name, [...content, type, 'schema'], JSON.parse(answer))).toEqual([])
    }
  })

  test('is called as the carrier documents it', () => {
    const operation = at(read(name), ['paths', path, method.toLowerCase()]) as Operation
    for (const { url, headers, body } of exchanges()) {
      for (const raw of operation.parameters ?? []) {
        const parameter = '$ref' in raw ? (at(read(name), raw.$ref.slice(2).split('/')) as Parameter) : raw
        if (parameter.required !== true || parameter.in === 'path') continue
        const given =
          parameter.in === 'query'
            ? url.searchParams.get(parameter.name)
            : headers[parameter.name.toLowerCase()]
        expect(given, `${parameter.in} ${parameter.name}`).toBeTruthy()
      }
      if (body === '') continue
      const type = String(headers['content-type']).split(';')[0]!
      const told = type.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
      const schema = ['paths', path, method.toLowerCase(), 'requestBody', 'content', type, 'schema']
      expect(problemsOf(name, schema, told)).toEqual([])
    }
  })
})

type Parameter = { in: string; name: string; required?: boolean }
type Operation = { parameters?: Array<Parameter | { $ref: string }> }

// Examples in them are not all well-formed; what describes shapes is.
const documents = new Map<string, unknown>()
function read(name: string): unknown {
  const known =
    documents.get(name) ?? parseDocument(readFileSync(join(FOLDER, `${name}.yaml`), 'utf8')).toJS()
  documents.set(name, known)
  return known
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce((found, step) => (found as Record<string, unknown> | undefined)?.[step], document)
}

function problemsOf(name: string, path: readonly string[], value: unknown): string[] {
  expect(at(read(name), path), `${name} ${path.join(' ')}`).toBeDefined()
  const ajv = new AjvDraft04({
    strict: false,
    allErrors: true,
    validateSchema: false,
    formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT/ },
    unicodeRegExp: false,
    logger: false,
  })
  ajv.addSchema(read(name) as object, name)
  const pointer = path.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = ajv.compile({ $ref: `${name}#/${pointer.join('/')}` })
  validate(value)
  return (validate.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
    .filter((words) => !CONTRADICTED.some((known) => known.test(words)))
}

function pathOf(base: string, path: string): RegExp {
  return new RegExp(`^${base}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** A proxy between gateway and sandbox that records both sides. */
function listenBetween(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers
    const told = await fetch(`${sandbox.origin}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body !== '' && { body }),
    })
    const answer = await told.text()
    const type = String(told.headers.get('content-type')).split(';')[0]!
    const url = new URL(request.url!, 'http://between')
    heard.push({
      method: request.method!,
      url,
      headers: request.headers,
      body,
      status: told.status,
      type,
      answer,
    })
    response.writeHead(told.status, { 'content-type': type }).end(answer)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
