import { type Explainable, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { LIMITS, openShops, type Shops } from '../../testing/shop-world.ts'
import { changeMany } from './bulk-change.service.ts'
import type { CardItemWire } from './card-item-wire.ts'
import { positionsFound, sortedPage } from './recipient-sorting.repo.ts'
import { retallyAt } from './recipient-tallies.repo.ts'
import { peopleAt } from './recipients.repo.ts'
import { listPeople } from './recipients.service.ts'

const PEOPLE = 30_000

let shops: Shops
let dana: Customer
let item: CardItemWire
beforeAll(async () => {
  shops = await openShops()
  dana = await shops.signIn(shops.here)
  item = await shops.draft(dana, { denomination_cents: 5_000 })
  await fill()
  // As the database does soon after an import.
  await sql`vacuum analyze card_recipient_details`.execute(shops.pool)
})
afterAll(() => shops.close())

type Asked = Partial<Parameters<typeof listPeople>[2]>
const list = (asked: Asked = {}) =>
  listPeople(shops.pool, dana, { card_item_id: item.id, page: 1, page_size: 50, ...asked })
const found = async (search: string) => (await list({ search })).count

/** Every hundredth has an error, and every fiftieth of the others a warning. */
function fill() {
  return inSite(shops.pool, dana.siteId, async (db) => {
    await sql`insert into card_recipient_details
      (site_id, card_item_id, position, first_name, last_name, email, address1, city, state, zip, amount_cents,
        needs_attention, codes)
      select ${dana.siteId}::bigint, ${item.id}::bigint, n, (array['Maya', 'Élan', 'Wen'])[1 + n % 3],
        'Okafor' || n % 500, 'p' || n || '@halden.example', n || ' Elm Street', 'Portland ' || n % 700,
        (array['OR', 'WI', 'TX'])[1 + n % 3], (10000 + n)::text, case when n % 4 = 0 then 7500 end, n % 100 = 0,
        case when n % 100 = 0 then array['required'] when n % 50 = 0 then array['state_doubtful', 'warning'] else '{}' end
      from generate_series(1, ${PEOPLE}::int) n returning id`.execute(db)
    await retallyAt(
      db,
      dana.siteId,
      item.id,
      Array.from({ length: PEOPLE }, (_, n) => ({ position: n + 1 })),
    )
  })
}

/** How a query is run as the role of requests, with row-level security. */
function planOf(make: (db: Db) => Explainable) {
  return inSite(shops.pool, dana.siteId, async (db) => {
    const lines = await make(db).explain<{ 'QUERY PLAN': string }>('text')
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}

test.each(['name', 'email', 'city', 'state', 'zip', 'amount'])(
  'a page in the middle of a long list by %s reads its index alone',
  async (sort) => {
    const plan = await planOf((db) =>
      sortedPage(db, dana.siteId, item.id, {}, sort, { skip: PEOPLE / 2, take: 50 }),
    )
    expect(plan).toContain(`Index Only Scan using recipients_by_${sort}`)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  },
)

// `explain` doesn't show the plans of a cluster's nodes.
test.skipIf(process.env.TEST_CITUS_URL)('a search of a long list reads indexes alone', async () => {
  const plan = await planOf((db) => positionsFound(db, dana.siteId, item.id, 'Okafor17').select('position'))
  for (const index of ['name', 'first_name', 'email', 'city', 'zip']) {
    expect(plan).toContain(`Index Only Scan using recipients_by_${index} `)
  }
  expect(plan).not.toMatch(/Seq Scan|Heap Scan/)
})

test('people are read by the index of positions, one after the other, whatever is known of the list', async () => {
  const plan = await planOf((db) => peopleAt(db, dana.siteId, item.id, [5, 20_000]))
  expect(plan).toMatch(/Limit.*\n(?:.*\n){0,2}.*Index Scan using recipients_in_order/)
})

test.each([
  ['okafor499', PEOPLE / 500],
  ['OKAFOR499  maya', PEOPLE / 1_500],
  ['maya okafor499', PEOPLE / 1_500],
  ['élan', PEOPLE / 3],
  ['ELAN', PEOPLE / 3],
  ['p17@HALDEN', 1],
  ['portland 699', Math.floor(PEOPLE / 700)],
  ['40000', 1],
  ['kafor499', 0],
  ['halden.example', 0],
  ['okafor499%', 0],
])('a long list finds %s as a beginning', async (search, count) => {
  expect(await found(search)).toBe(count)
})

test('a search of a long list is paged, sorted, and filtered like the list', async () => {
  const asked = { search: 'okafor100', page_size: 40 } as const
  const positions = async (more: Asked) =>
    (await list({ ...asked, ...more })).results.map(({ position }) => position)
  expect(await positions({ page: 2 })).toEqual(Array.from({ length: 20 }, (_, n) => 100 + (n + 40) * 500))
  expect((await positions({ sort: '-position' }))[0]).toBe(29_600)
  expect((await positions({ sort: '-zip' }))[0]).toBe(29_600)
  expect(await list({ ...asked, only: 'attention' })).toMatchObject({ count: PEOPLE / 500 })
  expect(await list({ ...asked, only: 'warning' })).toMatchObject({ count: 0 })
})

test.each(['problems', '-problems'] as const)('by %s, every page shows the same order', async (sort) => {
  const { rows } = await inSite(shops.pool, dana.siteId, (db) =>
    sql<{ position: number }>`select position from card_recipient_details where card_item_id = ${item.id}
      order by not needs_attention, -cardinality(codes), position`.execute(db),
  )
  const all = rows.map(({ position }) => position)
  const expected = sort === 'problems' ? all : all.toReversed()
  for (const page of [1, 3, 4, 5, 75, 76, 77, 149, 150]) {
    const { results } = await list({ sort, page, page_size: 200 })
    expect(results.map(({ position }) => position)).toEqual(expected.slice((page - 1) * 200, page * 200))
  }
})

test('a change of all recipients that a search shows changes no others', async () => {
  const meant = {
    search: 'okafor3',
    all: true,
    ids: [],
    except_ids: [],
    action: 'set',
    amount_cents: 9_900,
  } as const
  const count = await found('okafor3')
  const changed = await changeMany(shops.pool, dana, LIMITS, {
    card_item_id: item.id,
    ...meant,
    ids: [],
    except_ids: [],
  })
  expect(changed.changed_count).toBe(count)
  expect(count).toBeLessThan(PEOPLE / 2)
})
