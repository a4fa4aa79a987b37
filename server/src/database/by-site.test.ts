import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { nameSites, siteNaming, withSite } from './by-site.ts'
import type { Database } from './database.ts'

const pool = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
nameSites(pool, new Set(['orders', 'card_items', 'files']))
const db = pool.withPlugin(siteNaming(pool)!)

test('a query names the site of every table it reads, also inside of others', () => {
  const query = db
    .selectFrom('orders as o')
    .leftJoin('card_items as c', 'c.order_id', 'o.id')
    .innerJoin('sites', 'sites.id', 'o.site_id')
    .select('o.id')
    .where(({ exists, or, eb, selectFrom }) =>
      or([eb('o.id', '=', 7), exists(selectFrom('files').select('files.id'))]),
    )
    .where(sql<boolean>`o.id in ${db.selectFrom('card_items').select('order_id')}`)
    .compile()

  expect(query.sql.split(/ (?=left|inner|where|or|and)/)).toEqual([
    'select "o"."id" from "orders" as "o"',
    'left join "card_items" as "c" on "c"."order_id" = "o"."id"',
    'and "c"."site_id" = $1',
    'inner join "sites" on "sites"."id" = "o"."site_id"',
    'where ("o"."id" = $2',
    'or exists (select "files"."id" from "files"',
    'where "files"."site_id" = $3))',
    'and o.id in (select "order_id" from "card_items"',
    'where "card_items"."site_id" = $4)',
    'and "o"."site_id" = $5',
  ])
  expect(withSite(query, 2).parameters).toEqual([2, 7, 2, 2, 2])
})

test('a change names the site of what it changes and of what it reads', () => {
  const update = db.updateTable('orders as o').from('card_items as c').set({ held_at: null }).compile()
  expect(update.sql).toMatch(/where "o"."site_id" = \$2 and "c"."site_id" = \$3$/)
  const remove = db.deleteFrom('orders').using('files').compile()
  expect(remove.sql).toMatch(/where "orders"."site_id" = \$1 and "files"."site_id" = \$2$/)
  const insert = db
    .insertInto('files')
    .columns(['site_id'])
    .expression((eb) => eb.selectFrom('orders').select('orders.site_id'))
    .compile()
  expect(insert.sql).toBe(
    'insert into "files" as "files" ("site_id") ' +
      'select "orders"."site_id" from "orders" where "orders"."site_id" = $1 returning "site_id"',
  )
})

test('a computed row of a table without sites has no site', () => {
  const { sql: text } = db
    .insertInto('card_numbers')
    .columns(['digest'])
    .expression((eb) => eb.selectFrom('orders').select(sql<Buffer>`'7'`.as('digest')))
    .compile()
  expect(text).toMatch(/from "orders" where "orders"."site_id" = \$1$/)
})

test('a part named like a table is not that table, except inside of itself and before', () => {
  const { sql: text } = db
    .with('files', (with_) => with_.selectFrom('files').select('files.id'))
    .with('orders', (with_) =>
      with_.selectFrom('files').innerJoin('orders', 'orders.id', 'files.id').select('orders.id'),
    )
    .selectFrom('orders')
    .innerJoin('files', 'files.id', 'orders.id')
    .select('orders.id')
    .compile()
  expect(text).toBe(
    'with "files" as (select "files"."id" from "files" where "files"."site_id" = $1), ' +
      '"orders" as (select "orders"."id" from "files" inner join "orders" on ' +
      '"orders"."id" = "files"."id" and "orders"."site_id" = $2) ' +
      'select "orders"."id" from "orders" inner join "files" on "files"."id" = "orders"."id"',
  )
})

test('what Citus can’t do in a with is written another way', () => {
  const { sql: text } = db
    .with('written', (parts) =>
      parts.insertInto('files').columns(['site_id']).expression(parts.selectFrom('orders').select('site_id')),
    )
    .selectNoFrom(({ exists, selectFrom }) => exists(selectFrom('orders')).as('is_written'))
    .compile()
  expect(text).toBe(
    'with "written" as (insert into "files" as "files" ("site_id") ' +
      'select "site_id" from "orders" where "orders"."site_id" = $1 returning "site_id") ' +
      'select exists (select 1 as "one" from "orders" where "orders"."site_id" = $2) as "is_written"',
  )
})

test('a table of another schema is left alone', () => {
  const { sql: text } = db.withSchema('identity').selectFrom('orders').select('id').compile()
  expect(text).toBe('select "id" from "identity"."orders"')
})
