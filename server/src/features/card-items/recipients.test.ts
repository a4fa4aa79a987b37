import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { LIMITS, openShops, PERSON, type Shops } from '../../testing/shop-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { changeCardItem, readCardItem } from './card-items.service.ts'
import { BLOCK_POSITIONS } from './recipient-pages.ts'
import { retallyAt } from './recipient-tallies.repo.ts'
import { recipientPage } from './recipients.repo.ts'
import { addPerson, changePerson, listPeople, removePerson } from './recipients.service.ts'
import { removeCardItem } from './remove-item.service.ts'

let shops: Shops
let dana: Customer
let item: CardItemWire
beforeAll(async () => {
  shops = await openShops()
})
afterAll(() => shops.close())
beforeEach(async () => {
  dana = await shops.signIn(shops.here)
  item = await shops.draft(dana, { denomination_cents: 5_000 })
})

type Asked = Partial<Parameters<typeof listPeople>[2]>
const list = (asked: Asked = {}) =>
  listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 50, ...asked })
const emails = async (asked: Asked = {}) => (await list(asked)).results.map(({ email }) => email)

/** Fills the list behind the API's back. */
const fill = (count: number, attentionEvery = 0) =>
  inSite(shops.pool, dana.siteId, async (db) => {
    await sql`insert into card_recipient_details
      (site_id, card_item_id, position, first_name, last_name, email, address1, city, state, zip, needs_attention)
      select ${dana.siteId}::bigint, ${item.id}::bigint, n, 'Person', n::text, 'p' || n || '@halden.example',
        n || ' Elm Street', 'Portland', 'OR', '97205', ${attentionEvery}::int > 0 and n % greatest(${attentionEvery}::int, 1) = 0
      from generate_series(1, ${count}::int) n returning id`.execute(db)
    await retallyAll(db, count)
  })

const retallyAll = (db: Db, last: number) =>
  retallyAt(
    db,
    dana.siteId,
    item.id,
    Array.from({ length: last / BLOCK_POSITIONS + 1 }, (_, block) => ({ position: block * BLOCK_POSITIONS })),
  )

test('a person is stored as typed, tidied, and checked', async () => {
  const person = await shops.add(dana, item, { state: 'oregon', zip: '9720', first_name: '  Łukasz ' })

  expect(person).toMatchObject({
    first_name: 'Łukasz',
    state: 'OR',
    zip: '9720',
    needs_attention: true,
    position: 1,
    problems: [{ field: 'zip', code: 'invalid', severity: 'error' }],
  })
})

test('a warning is shown, and the recipient still counts as ready', async () => {
  const person = await shops.add(dana, item, { state: 'WA' })

  expect(person.needs_attention).toBe(false)
  expect(person.problems).toMatchObject([{ field: 'zip', severity: 'warning' }])
})

test('a fixed person needs no more attention, and a long name isn’t cut', async () => {
  const long = 'A'.repeat(100)
  const person = await shops.add(dana, item, { first_name: long })
  expect(person).toMatchObject({ first_name: long, needs_attention: true })

  const fixed = await changePerson(shops.pool, dana, LIMITS, person.id, { first_name: 'Ana' })

  expect(fixed).toMatchObject({
    first_name: 'Ana',
    last_name: 'Okafor',
    needs_attention: false,
    problems: [],
  })
  expect(await list()).toMatchObject({ attention_count: 0, total_count: 1, value_cents: 5_000 })
})

test('people added at once keep their order', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => shops.add(dana, item, { email: `p${n}@halden.example` })),
  )

  const { results } = await list()

  expect(results.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
})

test('a list accepts no more people than the site allows', async () => {
  await fill(3)
  const add = () =>
    addPerson(shops.pool, dana, { ...LIMITS, max_recipients: 4 }, { card_item_id: item.id, ...PERSON })

  await add()
  await expect(add()).rejects.toMatchObject({
    code: 'limit_exceeded',
    facts: { limit: 4, of: '{limit, number} people in one list' },
  })
  expect(await list()).toMatchObject({ total_count: 4 })
})

test('removing people leaves full pages in file order, without duplicates', async () => {
  await fill(1_500)
  const { results } = await list({ page: 3, page_size: 200 })
  for (const { id } of results.slice(0, 20)) await removePerson(shops.pool, dana, id)

  const seen: string[] = []
  for (let page = 1; page <= 8; page += 1) seen.push(...(await emails({ page, page_size: 200 })))

  const gone = new Set(results.slice(0, 20).map(({ email }) => email))
  const expected = Array.from({ length: 1_500 }, (_, n) => `p${n + 1}@halden.example`)
  expect(seen).toEqual(expected.filter((email) => !gone.has(email)))
  expect(await emails({ page: 9, page_size: 200 })).toEqual([])
})

test('a recipient with an error or without an amount isn’t ready', async () => {
  item = await shops.draft(dana)
  await shops.add(dana, item, { last_name: 'Lima' })
  await shops.add(dana, item, { amount_cents: 7_500 })
  await shops.add(dana, item, { amount_cents: 7_500, zip: '' })
  await shops.add(dana, item, { zip: '' })
  const counts = { total_count: 4, attention_count: 2 }
  expect(await list()).toMatchObject({ ...counts, ready_count: 1, without_value_count: 2 })

  await changeCardItem(shops.pool, dana, LIMITS, item.id, { denomination_cents: 5_000 })
  expect(await list()).toMatchObject({ ...counts, ready_count: 2, without_value_count: 0 })
})

test('a recipient to check isn’t ready, and one with an error isn’t counted twice', async () => {
  item = await shops.draft(dana)
  await shops.add(dana, item, { amount_cents: 7_500 })
  const wrongState = { amount_cents: 7_500, state: 'ME' }
  await shops.add(dana, item, { ...wrongState, first_name: 'Maya' })
  await shops.add(dana, item, { ...wrongState, first_name: 'Tom', amount_cents: null })
  await shops.add(dana, item, { ...wrongState, first_name: 'Ada', last_name: '' })
  expect(await list()).toMatchObject({
    total_count: 4,
    attention_count: 1,
    warning_count: 2,
    ready_count: 1,
    without_value_count: 1,
  })
  const check = await list({ only: 'warning' })
  expect(check.count).toBe(2)
  expect(check.results.map(({ first_name }) => first_name)).toEqual(['Maya', 'Tom'])
  expect((await list({ only: 'warning', search: 'portland' })).count).toBe(2)
  expect((await list({ only: 'warning', sort: '-name' })).results).toHaveLength(2)
  const seen = await list({ only: 'warning', page: 2, page_size: 1 })
  expect(seen.results.map(({ first_name }) => first_name)).toEqual(['Tom'])
})

test('a sorted list shows everyone once, from the first page to the last', async () => {
  await fill(230)
  const asTheyCame = Array.from({ length: 230 }, (_, n) => `p${n + 1}@halden.example`)
  // Family names are the numbers, as words.
  const byName = Array.from({ length: 230 }, (_, n) => String(n + 1))
    .toSorted()
    .map((n) => `p${n}@halden.example`)
  const orders = { name: byName, '-name': byName.toReversed(), zip: asTheyCame } as const
  for (const [sort, expected] of Object.entries(orders)) {
    const seen: string[] = []
    for (let page = 1; page <= 5; page += 1) {
      seen.push(...(await emails({ sort: sort as keyof typeof orders, page })))
    }
    expect([sort, seen]).toEqual([sort, expected])
  }
})

test('a search is paged and sorted like the list', async () => {
  await fill(120)
  const found = await list({ search: 'PERSON 1', sort: '-name', page_size: 20 })
  expect(found).toMatchObject({ count: 32 })
  expect(found.results.slice(0, 2).map(({ last_name }) => last_name)).toEqual(['19', '18'])
  const next = await list({ search: 'person 1', sort: '-name', page: 2, page_size: 20 })
  expect(next.results).toHaveLength(12)
  expect(next.results.at(-1)).toMatchObject({ last_name: '1' })
})

test('pages link to each other and end', async () => {
  await fill(120)
  const first = await list()
  const last = await list({ page: 3 })

  expect(first).toMatchObject({ count: 120, previous: null })
  expect(first.next).toBe(`/api/v1/card_recipient_details/?card_item_id=${item.id}&page=2&page_size=50`)
  expect(last).toMatchObject({ next: null })
  expect(last.results).toHaveLength(20)
})

test('a filter shows only recipients who need attention, however far apart', async () => {
  await fill(2_000, 300)

  const found = await list({ only: 'attention', page: 2, page_size: 4 })

  expect(found).toMatchObject({ count: 6, attention_count: 6, total_count: 2_000 })
  expect(found.results.map(({ email }) => email)).toEqual(['p1500@halden.example', 'p1800@halden.example'])
})

test.each([
  ['100%', ['percent@halden.example']],
  ['o_k', ['line@halden.example']],
  ['back\\slash', ['slash@halden.example']],
  ['MAYA OKAFOR', ['plain@halden.example']],
  [
    '97205',
    ['plain@halden.example', 'percent@halden.example', 'line@halden.example', 'slash@halden.example'],
  ],
  ["'; drop table orders; --", []],
])('searching %s matches it letter by letter', async (search, expected) => {
  await shops.add(dana, item, { email: 'plain@halden.example' })
  await shops.add(dana, item, { first_name: '100% Ana', email: 'percent@halden.example' })
  await shops.add(dana, item, { last_name: 'O_kafor', email: 'line@halden.example' })
  await shops.add(dana, item, { last_name: 'Back\\slash', email: 'slash@halden.example' })

  const found = await list({ search })

  expect(found.results.map(({ email }) => email)).toEqual(expected)
  expect(found).toMatchObject({ count: expected.length, total_count: 4 })
})

test('a name is found without its accents and sorted with the names that have none', async () => {
  for (const last_name of ['Zola', 'Núñez', 'nuñes', 'Nunzio', 'Élise'])
    await shops.add(dana, item, { last_name })

  const found = await list({ search: 'nunez' })
  expect(found.results.map(({ last_name }) => last_name)).toEqual(['Núñez'])
  expect((await list({ search: 'ÑUÑE' })).count).toBe(2)
  const sorted = await list({ sort: 'name' })
  expect(sorted.results.map(({ last_name }) => last_name)).toEqual([
    'Élise',
    'nuñes',
    'Núñez',
    'Nunzio',
    'Zola',
  ])
})

test('the tallies follow a change of one person', async () => {
  await fill(1_100, 7)
  const { results } = await list({ page: 2, page_size: 100 })
  await changePerson(shops.pool, dana, LIMITS, results[0]!.id, { amount_cents: 7_500 })
  await assertTallied(shops.pool)
  await changePerson(shops.pool, dana, LIMITS, results[1]!.id, { zip: 'none' })
  await assertTallied(shops.pool)
  await removePerson(shops.pool, dana, results[2]!.id)
  await assertTallied(shops.pool)
  await shops.add(dana, item)
  await assertTallied(shops.pool)
  expect(await list()).toMatchObject({ total_count: 1_100, attention_count: 158, value_cents: 5_502_500 })
})

test('an item is removed with its list and its tallies', async () => {
  await fill(600)

  await removeCardItem({ pool: shops.pool, now: () => new Date() }, dana, item.id)

  const { count } = await shops.pool
    .selectFrom('recipient_tallies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('card_item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(0)
  await expect(readCardItem(shops.pool, dana, item.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a page deep in 100,000 people reads about as many rows as the first', async () => {
  await fill(100_000, 50)
  await inSite(shops.pool, dana.siteId, async (db) => {
    await sql`delete from card_recipient_details where card_item_id = ${item.id} and position in (3, 700, 50000)`.execute(
      db,
    )
    await retallyAll(db, 100_000)
  })

  expect(await emails({ page: 500, page_size: 200 })).toHaveLength(197)
  expect((await emails({ page: 499, page_size: 200 }))[0]).toBe('p99604@halden.example')

  const plan = await inSite(shops.pool, dana.siteId, async (db) => {
    const page = { fromPosition: 99_328, skip: 260, take: 50 }
    const query = recipientPage(db, dana.siteId, item.id, {}, page)
    const lines = await query.explain<{ 'QUERY PLAN': string }>('text', sql`analyze, timing off, costs off`)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('recipients_in_order')
  expect(plan).not.toMatch(/Seq Scan|Sort/)
  const rowsRead = Number(/Scan using recipients_in_order.*rows=(\d+)/.exec(plan)?.[1])
  expect(rowsRead).toBeLessThanOrEqual(BLOCK_POSITIONS + 50)
})
