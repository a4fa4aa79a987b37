import { type Explainable, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { openShops, type Shops } from '../../testing/shop-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import {
  addToList,
  changeSaved,
  makeList,
  removeSaved,
  savedPage,
  takeOffList,
} from './recipient-lists.service.ts'
import { pagedSaved, savedFound } from './saved-pages.repo.ts'

const PEOPLE = 30_000

let shops: Shops
let dana: Customer
let listId: number
beforeAll(async () => {
  shops = await openShops()
  dana = await shops.signIn(shops.here)
  listId = (await makeList(shops.pool, dana, { name: 'Even ones' })).id
  await inSite(shops.pool, dana.siteId, async (db) => {
    await sql`insert into saved_people (site_id, customer_id, person_key, first_name, last_name, email, city, zip)
      select ${dana.siteId}::bigint, ${dana.customerId}::bigint, n, (array['Maya', 'Élan', 'Wen'])[1 + n % 3],
        'Okafor' || n % 500, 'p' || n || '@halden.example', 'Portland ' || n % 700, (10000 + n)::text
      from generate_series(1, ${PEOPLE}::int) n`.execute(db)
    await sql`insert into recipient_list_people (site_id, list_id, person_id, find_name)
      select site_id, ${listId}::bigint, id, find_name from saved_people
      where customer_id = ${dana.customerId} and person_key % 2 = 0`.execute(db)
    await sql`update recipient_lists set people_count = ${PEOPLE / 2} where id = ${listId}`.execute(db)
  })
  // As the database does soon after an import. An older transaction of the test may keep it from seeing all pages.
  await vi.waitFor(vacuumed, { timeout: 20_000 })
})
afterAll(() => shops.close())

const page = (listId: number | undefined, asked: { page?: number; search?: string } = {}) =>
  savedPage(shops.pool, dana, listId, { page: 1, page_size: 50, ...asked })

async function vacuumed(): Promise<void> {
  await sql`vacuum analyze saved_people, recipient_list_people`.execute(shops.pool)
  const { rows } = await sql<{ pages: number }>`select relpages - relallvisible as pages from pg_class
    where relname in ('saved_people', 'recipient_list_people')`.execute(shops.pool)
  expect(rows).toEqual([{ pages: 0 }, { pages: 0 }])
}

/** How a query is run as the role of requests, with row-level security. */
function planOf(make: (db: Db) => Explainable) {
  return inSite(shops.pool, dana.siteId, async (db) => {
    const lines = await make(db).explain<{ 'QUERY PLAN': string }>('text')
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}

const middle = { limit: 50, offset: PEOPLE / 4, isFromEnd: false }

test('a page in the middle of a long address book or list reads its index alone', async () => {
  const book = await planOf((db) => pagedSaved(db, dana, middle))
  expect(book).toContain('Index Only Scan using saved_by_name')
  const list = await planOf((db) => pagedSaved(db, dana, { ...middle, listId }))
  expect(list).toContain('Index Only Scan using list_people_by_name')
  expect(book + list).not.toMatch(/Seq Scan|Sort/)
})

test('a search of a long address book reads indexes alone', async () => {
  const plan = await planOf((db) =>
    savedFound(db, dana, { search: 'Okafor17', isLong: true }).select('found.id'),
  )
  for (const index of ['name', 'first_name', 'email', 'city', 'zip']) {
    expect(plan).toContain(`Index Only Scan using saved_by_${index} `)
  }
  expect(plan).not.toMatch(/Seq Scan|Heap Scan/)
})

test('pages of a long address book and of its lists are sorted by name, from both ends', async () => {
  for (const [list, part] of [
    [undefined, 1],
    [listId, 2],
  ] as const) {
    const { rows } = await inSite(shops.pool, dana.siteId, (db) =>
      sql<{ id: number }>`select id from saved_people where customer_id = ${dana.customerId}
        and person_key % ${part} = 0 order by find_name, id`.execute(db),
    )
    for (const number of [1, 2, 299, 300]) {
      const { count, results } = await page(list, { page: number })
      expect(count).toBe(PEOPLE / part)
      expect(results.map(({ id }) => id)).toEqual(
        rows.slice((number - 1) * 50, number * 50).map(({ id }) => id),
      )
    }
    expect((await page(list, { page: PEOPLE / part / 50 + 1 })).results).toEqual([])
  }
})

test.each([
  ['okafor499', PEOPLE / 500, 0],
  ['OKAFOR499  maya', PEOPLE / 1_500, 0],
  ['maya okafor498', PEOPLE / 1_500, PEOPLE / 1_500],
  ['elan', PEOPLE / 3, PEOPLE / 6],
  ['p18@HALDEN', 1, 1],
  ['portland 699', Math.floor(PEOPLE / 700), 0],
  ['40000', 1, 1],
])('a long address book finds %s as a beginning, and its list among its own', async (search, all, listed) => {
  expect((await page(undefined, { search })).count).toBe(all)
  expect((await page(listId, { search })).count).toBe(listed)
})

test('a search finds parts of names in a short list, and only beginnings in a long one', async () => {
  expect((await page(undefined, { search: 'kafor499' })).count).toBe(0)
  expect((await page(listId, { search: 'kafor498' })).count).toBe(PEOPLE / 500)
})

test('a search’s results are sorted by name, page by page', async () => {
  const names = async (number: number) =>
    (await page(undefined, { search: 'okafor10', page: number })).results.map(
      ({ last_name, first_name }) => `${last_name} ${first_name.replace('É', 'E')}`,
    )
  const [first, second] = [await names(1), await names(2)]
  expect(first).toHaveLength(50)
  expect([...first, ...second]).toEqual([...first, ...second].sort())
})

test('a list follows the names of its people, and counts those added and removed', async () => {
  const { id } = await makeList(shops.pool, dana, { name: 'Two' })
  const zoe = await addToList(shops.pool, dana, id, person({ first_name: 'Zoe', last_name: 'Zimmer' }))
  const ana = await addToList(shops.pool, dana, id, person({ first_name: 'Ana', last_name: 'Lima' }))
  await addToList(shops.pool, dana, id, { ...person({}), person_id: ana.id })
  const order = async () => (await page(id)).results.map((one) => one.id)
  expect(await order()).toEqual([ana.id, zoe.id])

  await changeSaved(shops.pool, dana, zoe.id, { last_name: 'Abel' })
  expect(await order()).toEqual([zoe.id, ana.id])

  await takeOffList(shops.pool, dana, id, zoe.id)
  expect(await page(id)).toMatchObject({ count: 1 })
  await removeSaved(shops.pool, dana, ana.id)
  expect(await page(id)).toMatchObject({ count: 0 })
  await assertTallied(shops.pool)
})

function person(fields: { first_name?: string; last_name?: string }) {
  const dates = { birthday: '', start_date: '', language: '' }
  const blank = { first_name: '', last_name: '', email: '', address1: '', address2: '', ...dates }
  return { ...blank, city: '', state: '', zip: '', ...fields }
}
