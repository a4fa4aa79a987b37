import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runMigrations } from '@laurel/identity'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '../run-program.ts'
import { openAsOrdinaryOwner } from '../testing/ordinary-owner.ts'
import { makeWorld } from '../testing/world.ts'
import { migrate } from './migrate.ts'

const { TEST_DATABASE_URL } = process.env

test.skipIf(!TEST_DATABASE_URL)('an owner with the role can start on an empty database', async () => {
  const database = await openAsOrdinaryOwner()
  await database.administer(`grant laurel_app, laurel_sweep to ${database.user}`)
  const world = await makeWorld({}, database)
  onTestFinished(() => world.close())
  expect(world.demo).toHaveLength(4)
  const customer = await world.signIn()
  expect((await customer.call('GET', '/api/v1/actual_user/')).status).toBe(200)
})

test.skipIf(!TEST_DATABASE_URL)('an owner without the role sees the command to run', async () => {
  const database = await openAsOrdinaryOwner()
  onTestFinished(database.close)
  const cause = await migrate(database.db).catch((error: unknown) => error)
  const sentence = sentenceOf(cause, database.url)
  expect(sentence).toContain(
    `create role laurel_sweep nologin; grant laurel_app, laurel_sweep to "${database.user}";`,
  )
})

test.skipIf(!TEST_DATABASE_URL)(
  'a migration of an ordinary owner changes the rows of every site',
  async () => {
    const database = await openAsOrdinaryOwner()
    onTestFinished(database.close)
    const folder = await mkdtemp(join(tmpdir(), 'laurel-migrations-'))
    const addMigration = (name: string, ...queries: string[]) =>
      writeFile(join(folder, `${name}.sql`), queries.map((query) => `${query};\n`).join(''))
    const migrateThis = () =>
      runMigrations(database.db, { folder: pathToFileURL(`${folder}/`), schema: 'rows', formerNames: {} })
    const isForced = async () => {
      const { rows } = await sql<{ forced: boolean }>`
      select relforcerowsecurity as forced from pg_class where relname = 'notes'`.execute(database.db)
      return rows[0]?.forced
    }
    await sql`create schema rows`.execute(database.db)
    await addMigration(
      '2026-01-01T00-00-00_notes',
      'create table rows.notes (site_id bigint, text text)',
      "insert into rows.notes values (1, 'old'), (2, 'old')",
      'alter table rows.notes enable row level security, force row level security',
      'create policy own on rows.notes using (site_id = 0)',
    )
    await migrateThis()
    expect(await isForced()).toBe(true)

    await addMigration('2026-01-02T00-00-00_new_texts', "update rows.notes set text = 'new'")
    await addMigration('2026-01-03T00-00-00_third_note', "insert into rows.notes values (3, 'new')")
    await migrateThis()
    expect(await isForced()).toBe(true)
    await sql`alter table rows.notes disable row level security`.execute(database.db)
    const { rows } = await sql`select * from rows.notes order by site_id`.execute(database.db)
    expect(rows).toEqual([1, 2, 3].map((site_id) => ({ site_id, text: 'new' })))
  },
)
