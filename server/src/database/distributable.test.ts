import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'

/** What a database that is distributed by site refuses, or gets wrong (docs/decisions/0047 and 0048). */
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function namesOf(query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  const { rows } = await query.execute(database.db)
  return rows.map(({ name }) => name)
}

test('every unique key of a site’s table includes the site', async () => {
  const found = sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
    where i.indisunique and not a.attnum = any (i.indkey)`
  expect(await namesOf(found)).toEqual([])
})

test('no foreign key empties a column', async () => {
  const found = sql<{ name: string }>`
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and confdeltype not in ('a', 'c')`
  expect(await namesOf(found)).toEqual([])
})
