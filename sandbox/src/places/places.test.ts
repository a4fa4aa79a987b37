import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from '../testing/sandbox-world.ts'
import { PLACES_DEMO } from './places.routes.ts'

const require = createRequire(import.meta.url)
const { AutocompleteCommand, GeoPlacesClient, GetPlaceCommand } = require('@aws-sdk/client-geo-places')

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const { apiKey, accessKeyId, secretAccessKey } = PLACES_DEMO
const SIGNED = { credentials: { accessKeyId, secretAccessKey } }
const client = (given: object) =>
  new GeoPlacesClient({
    region: 'us-east-1',
    endpoint: `${sandbox.origin}/places`,
    maxAttempts: 1,
    ...given,
  })
/** The SDK signs requests unless it's configured to use only the key, as in Amazon's documentation. */
const anonymous = {
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  signer: { sign: async (request: unknown) => request },
}
const FOUNDRY = { QueryText: '90 Foundry Road, Day', MaxResults: 3, AdditionalFeatures: ['Core'] }

test.each([
  ['an API key', anonymous, { Key: apiKey }],
  ['a signature', SIGNED, {}],
])('Amazon’s own client suggests and fetches a place with %s', async (_, credentials, key) => {
  const geo = client(credentials)
  const { ResultItems, PricingBucket } = await geo.send(new AutocompleteCommand({ ...FOUNDRY, ...key }))
  expect(PricingBucket).toBe('Core')
  expect(ResultItems).toMatchObject([
    { PlaceType: 'PointAddress', Address: { Locality: 'Dayton', PostalCode: '45402', AddressNumber: '90' } },
  ])
  const { PlaceId } = ResultItems[0]
  const place = await geo.send(new GetPlaceCommand({ PlaceId, IntendedUse: 'Storage', ...key }))
  expect(place).toMatchObject({
    PricingBucket: 'Stored',
    Address: { Street: 'Foundry Rd', AddressNumber: '90' },
  })
})

test.each([
  ['a wrong key', anonymous, { Key: 'another' }],
  ['no key', anonymous, {}],
  ['a wrong secret', { credentials: { accessKeyId, secretAccessKey: 'another' } }, {}],
  ['an unknown access key', { credentials: { accessKeyId: 'AKIDANOTHER', secretAccessKey } }, {}],
])('%s is refused', async (_, credentials, key) => {
  const asked = client(credentials).send(new AutocompleteCommand({ ...FOUNDRY, ...key }))
  await expect(asked).rejects.toMatchObject({ name: 'AccessDeniedException' })
})

test('a signature is valid only for its body', async () => {
  const geo = client(SIGNED)
  let headers: Record<string, string> = {}
  type Signed = { request: { headers: Record<string, string> } }
  const keepHeaders = (next: (signed: Signed) => unknown) => (signed: Signed) => {
    headers = signed.request.headers
    return next(signed)
  }
  geo.middlewareStack.add(keepHeaders, { step: 'finalizeRequest', priority: 'low' })
  await geo.send(new AutocompleteCommand(FOUNDRY))
  const again = async (change: object) => {
    const body = JSON.stringify({ ...FOUNDRY, ...change })
    const url = `${sandbox.origin}/places/v2/autocomplete`
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  expect(await again({})).toBe(200)
  expect(await again({ QueryText: '91 Foundry Road, Day' })).toBe(403)
})

test('its errors look like Amazon’s', async () => {
  const geo = client(SIGNED)
  await expect(geo.send(new GetPlaceCommand({ PlaceId: 'forged' }))).rejects.toMatchObject({
    name: 'ValidationException',
  })
  await sandbox.switchOn('places', { fault: 'too_many', times: 1 })
  await expect(geo.send(new AutocompleteCommand(FOUNDRY))).rejects.toMatchObject({
    name: 'ThrottlingException',
  })
})
