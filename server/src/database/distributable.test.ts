import { readdir, readFile } from 'node:fs/promises'
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

test('no trigger', async () => {
  const found = sql<{ name: string }>`
    select tgrelid::regclass || '.' || tgname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
    where not tgisinternal`
  expect(await namesOf(found)).toEqual([])
})

/** Files that need no site, and always run where the client is connected. */
const ON_THE_COORDINATOR = [
  'identity/src/run-migrations.ts',
  'server/src/testing/citus.ts',
  'server/src/testing/prepared-databases.ts',
]

test('no column and no query depends on transaction numbers', async () => {
  const found = sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('xid', 'xid8')`
  expect(await namesOf(found)).toEqual([])
  expect(await filesWith(/pg_current_snapshot|pg_current_xact_id|txid_/)).toEqual([])
})

test('no query takes an advisory lock', async () => {
  expect(await filesWith(/pg_(try_)?advisory/)).toEqual(ON_THE_COORDINATOR)
})

const ROOT = new URL('../../../', import.meta.url)

/** The files of the server and the accounts service, tests left out, that match. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const room of ['identity/src/', 'server/src/']) {
    const entries = await readdir(new URL(room, ROOT), { recursive: true })
    for (const name of entries.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts'))) {
      if (pattern.test(await readFile(new URL(`${room}${name}`, ROOT), 'utf8'))) found.push(`${room}${name}`)
    }
  }
  return found.sort()
}
