import { PLACES_DEMO, type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Guard, withGuard } from '../../database/guards.ts'
import { makeCustomer } from '../../testing/colleagues.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { makeCallBudgets } from '../carriers/call-budget.ts'
import { makeAmazonPlaces, type PlacesOptions } from './amazon-places.ts'
import { fetchPlace } from './places.service.ts'
import { placesAddress } from './places-url.ts'

let sandbox: Sandbox
let world: World
let heard: string[]
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  world = await makeWorld({ PLACES_URL: `${sandbox.origin}/places`, PLACES_API_KEY: PLACES_DEMO.apiKey })
})
beforeEach(() => {
  heard = []
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await fetch(`${sandbox.origin}/faults/places/`, { method: 'DELETE' })
})
afterAll(async () => {
  await world.close()
  await sandbox.close()
})

const fault = (fault: string, more: object = {}) =>
  fetch(`${sandbox.origin}/faults/places/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...more }),
  })
const amazon = (change: Partial<PlacesOptions> = {}) =>
  makeAmazonPlaces(
    {
      url: `${sandbox.origin}/places`,
      region: 'us-east-1',
      apiKey: PLACES_DEMO.apiKey,
      callsPerDay: 1_000,
      ...change,
    },
    { warn: (facts, message) => heard.push(JSON.stringify([facts, message])) },
    makeCallBudgets(Date.now),
  )!
const DANA = { siteId: 1, person: 'dana' }
const FOUNDRY = {
  address1: '90 Foundry Rd',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}

test.each([
  ['an API key', PLACES_DEMO.apiKey],
  ['AWS credentials', undefined],
])('suggests whole addresses and fetches the chosen one with %s', async (_, apiKey) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', PLACES_DEMO.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', PLACES_DEMO.secretAccessKey)
  const places = amazon({ apiKey })
  const [first] = (await places.suggest(DANA, '90 foundry rd, day', 5))!
  expect(first).toEqual({
    placeId: expect.any(String),
    title: '90 Foundry Rd',
    detail: 'Dayton, OH 45402',
  })
  expect(await places.get(DANA, first!.placeId)).toEqual(FOUNDRY)
  expect(heard).toEqual([])
})

test.each(['slow', 'too_many', 'down', 'html', 'half'])(
  'has no answer when the service is %s, and logs nothing of what was typed or chosen',
  async (name) => {
    await fault(name)
    expect(await amazon().suggest(DANA, '90 foundry', 5)).toBeUndefined()
    expect(await amazon().get(DANA, 'SBX_0_0_90')).toBe('later')
    expect(heard.join()).not.toMatch(/foundry|SBX|sandbox-places-key/i)
    expect(heard.length).toBeGreaterThan(0)
  },
)

test('an empty answer counts as an answer', async () => {
  await fault('nothing')
  expect(await amazon().suggest(DANA, '90 foundry', 5)).toEqual([])
})

test.each(['forged', 'SBX_999_0_1', '../../autocomplete', '%00', 'a'.repeat(500)])(
  'knows no place %s',
  async (placeId) => {
    expect(await amazon().get(DANA, placeId)).toBeUndefined()
  },
)

test('limits each site to a quarter of its daily calls at once', async () => {
  const places = amazon({ callsPerDay: 8 })
  const asked = async (siteId: number, person: string) =>
    (await places.suggest({ siteId, person }, '90 foundry', 5)) !== undefined
  expect([await asked(1, 'dana'), await asked(1, 'maya'), await asked(1, 'joy')]).toEqual([true, true, false])
  expect(await asked(2, 'dana')).toBe(true)
})

test('leaves calls for others when one person has used up their share', async () => {
  const places = amazon({ callsPerDay: 80 })
  const asked = async (person: string) =>
    (await places.suggest({ siteId: 1, person }, '90 foundry', 5)) !== undefined
  expect([await asked('dana'), await asked('dana'), await asked('dana')]).toEqual([true, true, false])
  expect(await places.get(DANA, 'SBX_0_0_90')).toBe('later')
  expect(await asked('maya')).toBe(true)
})

test('an ended session doesn’t spend a call', async () => {
  const get = vi.fn(async () => FOUNDRY)
  const guard = { hasPassed: false, ask: () => Promise.reject(new Error('ended')) } as unknown as Guard
  const fetched = () => fetchPlace({ get } as never, DANA, 'SBX_0_0_90')
  await expect(withGuard(guard, fetched)).rejects.toThrow('ended')
  expect(get).not.toHaveBeenCalled()
  expect(await withGuard(undefined, fetched)).toEqual({ address: FOUNDRY })
})

test.each([
  'https://evil.example',
  'http://places.geo.us-east-1.amazonaws.com',
  'https://places.geo.x.amazonaws.com.evil.example',
  'https://geo.us-east-1.amazonaws.com',
])('sends no key to %s', (url) => {
  expect(() => placesAddress({ url, region: undefined })).toThrow('PLACES_URL is wrong')
})

test('reads the region from the address', () => {
  const url = 'https://places.geo.eu-central-1.amazonaws.com/'
  expect(placesAddress({ url, region: undefined })).toEqual({ url: url.slice(0, -1), region: 'eu-central-1' })
  expect(placesAddress({ url: undefined, region: 'us-west-2' }).url).toBe(
    'https://places.geo.us-west-2.amazonaws.com',
  )
})

const SUGGESTIONS = '/api/v1/places/suggestions/?q='
const ADDRESS = '/api/v1/places/address/?place_id='

test('a customer’s own addresses come first, then Amazon’s', async () => {
  const dana = await makeCustomer(world)
  const dock = { name: 'Joy Lee', ...FOUNDRY, address1: '90 Foundry Road' }
  await dana.call('POST', '/api/v1/registered_addresses/', dock)
  const { body } = await dana.call('GET', `${SUGGESTIONS}90%20foundry`)
  expect(body.answered_by).toBe('amazon')
  expect(body.results.map(({ source }: { source: string }) => source)).toEqual([
    'own',
    ...Array(4).fill('amazon'),
  ])
  const [, second] = body.results
  expect(second.address).toBeNull()
  const fetched = await dana.call('GET', `${ADDRESS}${second.place_id}`)
  expect(fetched.body).toEqual({ address: FOUNDRY })
  // Only as many as are shown are requested from Amazon.
  const { body: one } = await dana.call('GET', `${SUGGESTIONS}90%20foundry&limit=1`)
  expect(one).toMatchObject({ answered_by: 'embedded', results: [{ source: 'own' }] })
})

test('falls back to the embedded list if Amazon doesn’t answer in time', async () => {
  const dana = await makeCustomer(world)
  await fault('slow')
  const { status, body } = await dana.call('GET', `${SUGGESTIONS}90%20foundry%20rd,%20dayton,%20oh`)
  expect([status, body.answered_by, body.results[0].source]).toEqual([200, 'embedded', 'embedded'])
  expect((await dana.call('GET', `${ADDRESS}SBX_0_0_90`)).body).toEqual({ address: null })
})

test('text without a number may be a name, and isn’t sent to Amazon', async () => {
  const dana = await makeCustomer(world)
  const { body } = await dana.call('GET', `${SUGGESTIONS}foundry`)
  expect(body).toEqual({ answered_by: 'embedded', results: [] })
})

test('staff get addresses from Amazon, but not customers’ saved addresses', async () => {
  const dana = await makeCustomer(world)
  const own = { name: 'Joy Lee', ...FOUNDRY, address1: '90 Foundry Road' }
  await dana.call('POST', '/api/v1/registered_addresses/', own)
  const robin = await world.staff('viewer')
  const { body } = await robin.call('GET', '/api/v1/office/places/suggestions/?q=90%20foundry')
  const sources = new Set(body.results.map(({ source }: { source: string }) => source))
  expect([...sources]).toEqual(['amazon'])
  const id = body.results[0].place_id
  const fetched = await robin.call('GET', `/api/v1/office/places/address/?place_id=${id}`)
  expect(fetched.body).toEqual({ address: FOUNDRY })
})

test.each(['forged', 'own:1', '', '../x', 'a'.repeat(501), 'SBX_0_0_90%00'])(
  'place %j isn’t found',
  async (id) => {
    const dana = await makeCustomer(world)
    const { status } = await dana.call('GET', `${ADDRESS}${id}`)
    expect(status).toBe(id === 'forged' ? 404 : 400)
  },
)

test('suggestions aren’t stored', async () => {
  const dana = await makeCustomer(world)
  for (const street of ['90 lantern', '90 raven', '90 timber']) {
    const { body } = await dana.call('GET', `${SUGGESTIONS}${encodeURIComponent(street)}`)
    expect(body.results).toHaveLength(5)
    await dana.call('GET', `${ADDRESS}${body.results[0].place_id}`)
  }
  const everything = Object.values(await readEverything(world.kit.pool))
    .flat()
    .join('\n')
  expect(everything).toContain(dana.email)
  expect(everything).not.toMatch(/lantern ln|raven rd|timber trl|SBX_/i)
})
