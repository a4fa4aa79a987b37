import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MigrationSource, runMigrations } from './run-migrations.ts'
import { openDatabase } from './testing/world.ts'

let db: Awaited<ReturnType<typeof openDatabase>>
let folder: string
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.destroy())

const FIRST = '2026-01-01T00-00-00_cups'
const SECOND = '2026-01-02T00-00-00_plates'
const THIRD = '2026-01-03T00-00-00_spoons'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-migrations-'))
  await sql`drop schema if exists kitchen cascade`.execute(db)
  await sql`create schema kitchen`.execute(db)
  await write(FIRST, 'create table kitchen.cups (id int);\ninsert into kitchen.cups values (1);\n')
  await write(SECOND, 'create table kitchen.plates (id int);\n')
  return () => rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text)
const run = (more: Partial<MigrationSource> = {}) =>
  runMigrations(db, { folder: pathToFileURL(`${folder}/`), schema: 'kitchen', formerNames: {}, ...more })

async function rowsOf(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(`kitchen.${table}`)}`.execute(db)
  return rows[0]!.count
}

const SECOND_CUP = '2026-01-01T12-00-00_second-cup'
const inCode: MigrationSource['inCode'] = {
  [SECOND_CUP]: async (tx) => void (await sql`insert into kitchen.cups values (2)`.execute(tx)),
}

test('each migration runs once, oldest first, whether SQL or code', async () => {
  expect(await run({ inCode })).toEqual([FIRST, SECOND_CUP, SECOND])
  expect(await run({ inCode })).toEqual([])
  expect(await rowsOf('cups')).toBe(2)

  await write(THIRD, 'create table kitchen.spoons (id int);\n')
  expect(await run({ inCode })).toEqual([THIRD])
})

test('a failing migration rolls back the others of this start and says why', async () => {
  await write(THIRD, 'create table kitchen.plates (id int);\n')
  await expect(run()).rejects.toThrow('relation "plates" already exists')
  await expect(rowsOf('cups')).rejects.toThrow('does not exist')

  await write(THIRD, 'create table kitchen.spoons (id int);\n')
  expect(await run()).toEqual([FIRST, SECOND, THIRD])
})

test('a migration that sorts before one that ran is refused', async () => {
  await run()
  await write('2026-01-01T06-00-00_saucers', 'create table kitchen.saucers (id int);\n')
  await expect(run()).rejects.toThrow(
    `The migration 2026-01-01T06-00-00_saucers comes too late: this database already has ${SECOND}.`,
  )
  await expect(rowsOf('saucers')).rejects.toThrow('does not exist')
})

test('a database that a newer version has upgraded is refused', async () => {
  await write(THIRD, 'create table kitchen.spoons (id int);\n')
  await run()
  await rm(join(folder, `${THIRD}.sql`))
  await expect(run()).rejects.toThrow('A newer version has upgraded this database')
})

test.each([
  ['0003_spoons', 'Rename the migration 0003_spoons: a name looks like'],
  ['2026-01-02T00-00-00_spoons', 'has its timestamp'],
])('a migration cannot be called %s', async (name, message) => {
  await write(name, 'create table kitchen.spoons (id int);\n')
  await expect(run()).rejects.toThrow(message)
  await expect(rowsOf('cups')).rejects.toThrow('does not exist')
})

async function makeFormerRecords(...names: string[]) {
  await sql`create table kitchen.migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  )
  for (const name of names) await sql`insert into kitchen.migrations (name) values (${name})`.execute(db)
}
const formerNames = { [FIRST]: '01_cups.sql', [SECOND]: '02_plates.sql' }

test('migrations from before Kysely’s record do not run again', async () => {
  await sql`create table kitchen.cups (id int); `.execute(db)
  await sql`create table kitchen.plates (id int)`.execute(db)
  await makeFormerRecords('02_plates.sql', '01_cups.sql')
  await write(THIRD, 'create table kitchen.spoons (id int);\n')

  expect(await run({ formerNames })).toEqual([THIRD])
  expect(await rowsOf('cups')).toBe(0)
  expect(await run({ formerNames })).toEqual([])
})

test('migrations missing at that time run first, even between others', async () => {
  await sql`create table kitchen.plates (id int)`.execute(db)
  await makeFormerRecords('02_plates.sql')
  await write(THIRD, 'create table kitchen.spoons (id int);\n')

  expect(await run({ formerNames })).toEqual([FIRST, THIRD])
  expect(await rowsOf('cups')).toBe(1)
  expect(await rowsOf('spoons')).toBe(0)
  expect(await run({ formerNames })).toEqual([])
})

test('unknown former records are refused and kept', async () => {
  await makeFormerRecords('01_cups.sql', '09_forks.sql')
  await expect(run({ formerNames })).rejects.toThrow("this version doesn't know its migration 09_forks.sql")
  expect(await rowsOf('migrations')).toBe(2)
})
