import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { migrateIdentity } from '@laurel/identity'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { distribute } from '../database/distribute.ts'
import { migrate } from '../database/migrate.ts'
import { type OpenDatabase, openDatabase, openPGlite } from '../database/open-database.ts'
import { onCoordinator } from '../jobs/jobs.ts'
import { cacheCitusTemplate } from './citus.ts'

/**
 * Makes the databases that tests copy, because copying takes a fraction of making: an empty embedded one
 * (`EMPTY_DATABASE`), and one with all tables, embedded (`MIGRATED_DATABASE`) or on PostgreSQL or a Citus
 * cluster (`TEMPLATE_DATABASE`). Run by the test runner before the first test. A name holds a hash of what the
 * database is made from: it's made once, and never stale.
 */
export async function setup(): Promise<void> {
  process.env.EMPTY_DATABASE = await cacheImage(`laurel-empty-database-${versionOf('@electric-sql/pglite')}`)
  const tables = hashOfTables()
  if (process.env.TEST_CITUS_URL) {
    process.env.TEMPLATE_DATABASE = await cacheCitusTemplate(
      process.env.TEST_CITUS_URL,
      `laurel_template_${tables}`,
      async (url) => {
        // One connection, because others keep a database from being distributed.
        const database = await openDatabase({ databaseUrl: url, databasePool: 1, dataDir: '' })
        await makeTables(database, url)
        await database.close()
      },
    )
  } else if (process.env.TEST_DATABASE_URL) {
    process.env.TEMPLATE_DATABASE = await cacheTemplate(
      process.env.TEST_DATABASE_URL,
      `laurel_template_${tables}`,
    )
  } else {
    process.env.MIGRATED_DATABASE = await cacheImage(`laurel-migrated-database-${tables}`, (pglite) =>
      makeTables(openPGlite(pglite)),
    )
  }
}

async function cacheImage(name: string, fill?: (pglite: PGlite) => Promise<void>): Promise<string> {
  const path = join(tmpdir(), `${name}.tar`)
  if (!existsSync(path)) {
    const pglite = await PGlite.create()
    await fill?.(pglite)
    const image = await pglite.dumpDataDir('none')
    await pglite.close()
    // Renamed into place, because another run may be reading it.
    const part = `${path}.${process.pid}`
    writeFileSync(part, Buffer.from(await image.arrayBuffer()), { mode: 0o600 })
    renameSync(part, path)
  }
  return path
}

async function cacheTemplate(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // Another run on this server may want the same one: it waits here and finds it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const part = `${name}_part`
      await client.query(`drop database if exists ${part}`)
      await client.query(`create database ${part}`)
      const url = new URL(server)
      url.pathname = `/${part}`
      const database = await openDatabase({ databaseUrl: url.href, dataDir: '' })
      await makeTables(database, url.href)
      await database.close()
      await client.query(`alter database ${part} rename to ${name}`)
    }
    return name
  } finally {
    await client.end()
  }
}

async function makeTables({ db, jobsDb }: OpenDatabase, url?: string) {
  await migrate(db)
  await migrateIdentity(db)
  const queue = await onCoordinator(db)
  if (queue.backend === 'citus') await distribute(db, () => {})
  const resting = { supervise: false, schedule: false }
  const boss = jobsDb
    ? new PgBoss({ db: jobsDb, backend: 'pglite', ...resting })
    : new PgBoss({ connectionString: url!, max: 1, ...queue, ...resting })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Of everything that decides how the tables look. */
function hashOfTables(): string {
  const hash = createHash('sha256')
  for (const library of ['@electric-sql/pglite', 'kysely', 'pg-boss']) hash.update(versionOf(library))
  const database = new URL('../database/', import.meta.url)
  const identity = new URL('../../../identity/src/', import.meta.url)
  const files = [
    new URL('give-person-keys.ts', database),
    new URL('distribute.ts', database),
    new URL('citus-catalog.ts', database),
    new URL('migrate.ts', database),
    new URL('migrate.ts', identity),
    new URL('run-migrations.ts', identity),
    ...[database, identity].flatMap((folder) => filesIn(new URL('migrations/', folder))),
  ]
  for (const file of files) hash.update(fileURLToPath(file).split('/').at(-1)!).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder: URL): URL[] {
  return readdirSync(folder)
    .sort()
    .map((name) => new URL(name, folder))
}

function versionOf(library: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(library))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}
