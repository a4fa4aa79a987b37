import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { peopleWithAddress } from './own-places.repo.ts'

const SUGGESTIONS = '/api/v1/places/suggestions/'
const BOOK = '/api/v1/registered_addresses/'
const LISTS = '/api/v1/recipient_lists/'
const DOCK = {
  name: 'Joy Lee',
  label: 'Dock',
  address1: '90 Foundry Road',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
}
const MAYA = {
  ...{ first_name: 'Maya', last_name: 'Okafor', address1: '12 Elm Street', address2: 'Apt 4' },
  ...{ city: 'Portland', state: 'ME', zip: '04101' },
}

let world: World
let admin: Colleague
let buyer: Colleague
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
beforeEach(async () => {
  admin = await makeCustomer(world)
  buyer = await join(world, admin)
})
afterAll(() => world.close())

const ask = (one: Colleague, q: string, more = '') =>
  one.call('GET', `${SUGGESTIONS}?q=${encodeURIComponent(q)}${more}`)
const found = async (one: Colleague, q: string) =>
  (await ask(one, q)).body.results.map((each: Record<string, string>) => [
    each.source,
    each.title,
    each.detail,
  ])
async function save(one: Colleague, list: Record<string, unknown>, person: typeof MAYA) {
  const { body } = await one.call('POST', LISTS, { name: 'People', ...list })
  const added = await one.call('POST', `${LISTS}${body.id}/people/`, person)
  expect(added.status).toBe(200)
}

describe('suggestions', () => {
  test.each(['90 F', '90 foundry', 'FOUNDRY', 'joy', 'Dock', '  90   '])(
    'find an own address by %j',
    async (q) => {
      await buyer.call('POST', BOOK, DOCK)
      const { status, body } = await ask(buyer, q)
      expect(status).toBe(200)
      const { name: _, label: _label, ...address } = DOCK
      expect(body.results).toEqual([
        {
          source: 'own',
          title: '90 Foundry Road',
          detail: 'Dayton, OH 45402 · Dock',
          address: { ...address, address2: '' },
          place_id: null,
        },
      ])
    },
  )

  test.each(['12 e', '12 Elm', 'maya', 'Okafor', 'okafor maya'])('find a saved person by %j', async (q) => {
    await save(buyer, {}, MAYA)
    expect(await found(buyer, q)).toEqual([
      ['own', '12 Elm Street, Apt 4', 'Portland, ME 04101 · Maya Okafor'],
    ])
  })

  test('have no duplicates; addresses come before people, and the customer’s own before shared ones', async () => {
    await admin.call('POST', BOOK, { ...DOCK, address1: '12 Mill Lane', is_shared: true })
    await buyer.call('POST', BOOK, { ...DOCK, address1: '12 Elm Street', zip: '45403' })
    await save(buyer, {}, MAYA)
    await save(buyer, { name: 'Others' }, { ...MAYA, first_name: 'Sol' })
    await save(admin, { is_shared: true }, { ...MAYA, address1: '12 Oak Court' })
    expect((await found(buyer, '12')).map(([source, title]: string[]) => [source, title])).toEqual([
      ['own', '12 Elm Street'],
      ['company', '12 Mill Lane'],
      ['own', '12 Elm Street, Apt 4'],
      ['company', '12 Oak Court, Apt 4'],
    ])
  })

  test('leave out what colleagues don’t share, and other companies', async () => {
    await buyer.call('POST', BOOK, DOCK)
    await save(buyer, {}, { ...MAYA, address1: '90 Elm Street' })
    await save(buyer, { name: 'Shared', is_shared: true }, { ...MAYA, address1: '90 Oak Court' })
    const stranger = await makeCustomer(world)
    const elsewhere = await makeCustomer(world, 'acorn')
    expect(await found(admin, '90')).toEqual([
      ['company', '90 Oak Court, Apt 4', 'Portland, ME 04101 · Maya Okafor'],
    ])
    expect(await found(stranger, '90')).toEqual([])
    expect(await found(elsewhere, '90')).toEqual([])
  })

  test('drop what is no longer shared, and people who are on no shared list', async () => {
    const { body } = await buyer.call('POST', BOOK, { ...DOCK, is_shared: true })
    expect(await found(admin, '90')).toHaveLength(1)
    await buyer.call('PUT', `${BOOK}${body.id}/`, { ...DOCK, is_shared: false })
    expect(await found(admin, '90')).toEqual([])
  })

  test('complete a street with a city or a ZIP code', async () => {
    expect(await found(buyer, '1 Rue, dayton o')).toEqual([])
    expect((await ask(buyer, '7 Mill Lane, dayton, oh')).body.results[0]).toEqual({
      source: 'embedded',
      title: '7 Mill Lane',
      detail: 'Dayton, OH',
      address: { address1: '7 Mill Lane', address2: '', city: 'Dayton', state: 'OH', zip: '' },
      place_id: null,
    })
    expect(await found(buyer, '7 Mill Lane 04101')).toEqual([
      ['embedded', '7 Mill Lane', 'Portland, ME 04101'],
    ])
  })

  test.each(['%%', '__', "' or 1=1 --", '\\\\', '"; drop table saved_people', '😀😀', '\u200F\u200F12'])(
    'find nothing for %j',
    async (q) => {
      await buyer.call('POST', BOOK, DOCK)
      await save(buyer, {}, MAYA)
      const { status, body } = await ask(buyer, q)
      expect([status, body.results]).toEqual([200, []])
    },
  )

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['one letter', ' a '],
    ['121 letters', 'a'.repeat(121)],
    ['10,000 letters', 'a'.repeat(10_000)],
    ['a control character', '12\u0000'],
    ['a mark that turns text around', '12\u202e'],
    ['two lines', '12\n13'],
  ])('refuse %s', async (_, q) => {
    expect((await ask(buyer, q)).status).toBe(400)
  })

  test.each(['0', '11', '-1', '1e9', 'x'])('refuse a limit of %s', async (limit) => {
    expect((await ask(buyer, '90', `&limit=${limit}`)).status).toBe(400)
  })

  test('need a signed-in customer', async () => {
    expect((await world.visit('localhost')('GET', `${SUGGESTIONS}?q=90`)).status).toBe(401)
  })

  test('are limited per customer', async () => {
    const limited = await makeWorld({ RATE_LIMIT_PER_MINUTE: '30' })
    try {
      const [one, other] = [await makeCustomer(limited), await makeCustomer(limited)]
      for (let nth = 0; nth < 3; nth += 1) expect((await ask(one, '90')).status).toBe(200)
      const refused = await ask(one, '90')
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
      expect((await ask(other, '90')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('use only indexes in a long address book', async () => {
    const { siteId, customerId } = await inSite(world.kit.pool, 1, (db) =>
      db
        .selectFrom('customers')
        .select(['site_id as siteId', 'id as customerId'])
        .where('id', '=', buyer.id)
        .executeTakeFirstOrThrow(),
    )
    await inSite(world.kit.pool, siteId, (db) =>
      sql`insert into saved_people (site_id, customer_id, first_name, last_name, address1, zip)
        select ${siteId}::bigint, ${customerId}::bigint, 'Maya', 'Okafor' || n, n || ' Elm Street', '04101'
        from generate_series(1, 20000) n`.execute(db),
    )
    await sql`analyze saved_people`.execute(world.kit.pool)
    const actor = { siteId, customerId, email: '', emailVerified: true, registrationComplete: true }
    const rows = await inSite(world.kit.pool, siteId, (db) =>
      peopleWithAddress(db, actor, '1999 e', 5).explain(),
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const index of ['street', 'name', 'first_name']) expect(plan).toContain(`using saved_by_${index} `)
    expect(plan).not.toContain('Seq Scan')
    expect(await found(buyer, '1999 e')).toEqual([['own', '1999 Elm Street', '04101 · Maya Okafor1999']])
  })
})

describe('cities', () => {
  const cities = (query: string) => world.visit('localhost')('GET', `/api/v1/cities/?${query}`)

  test('are found by the beginning of their name, in one state or all, largest first', async () => {
    const { body } = await cities('q=dayt')
    expect(body.results[0]).toEqual({ city: 'Dayton', state: 'OH', zip: null, zip_count: expect.any(Number) })
    expect(body.results).toHaveLength(5)
    const texas = await cities('q=dayton&state=TX&limit=1')
    expect(texas.body.results).toEqual([{ city: 'Dayton', state: 'TX', zip: '77535', zip_count: 1 }])
  })

  test.each([
    'q=d',
    'q=',
    'q=da&state=tx',
    'q=da&state=TEX',
    'q=da&limit=99',
    `q=${'da'.repeat(61)}`,
    'state=TX',
  ])('aren’t looked for by %s', async (query) => {
    expect((await cities(query)).status).toBe(400)
  })
})

describe('the nearest ZIP code', () => {
  const nearest = (query: string) => buyer.call('GET', `/api/v1/zip_codes/nearest/?${query}`)

  test('is found by position', async () => {
    const { status, body } = await nearest('latitude=39.76&longitude=-84.19')
    expect([status, body.city, body.state]).toEqual([200, 'Dayton', 'OH'])
    expect((await nearest('latitude=48.86&longitude=2.35')).status).toBe(404)
    const path = '/api/v1/zip_codes/nearest/?latitude=39.76&longitude=-84.19'
    expect((await world.visit('localhost')('GET', path)).status).toBe(401)
  })

  test.each([
    '',
    'latitude=39.76',
    'latitude=91&longitude=0',
    'latitude=x&longitude=0',
    'latitude=0&longitude=1e9',
  ])('isn’t looked for by %j', async (query) => {
    expect((await nearest(query)).status).toBe(400)
  })
})
