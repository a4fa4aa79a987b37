import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'

// biome-ignore lint/suspicious/noExplicitAny: a migration changes the tables that types describe
type AnyDb = any

export type MigrationSource = {
  /** SQL files, named `2026-03-04T12-00-00_what-changes.sql`. */
  folder: URL
  /** The schema of the tables, and of Kysely's record of what ran. */
  schema: string
  /** Migrations that SQL can't express, by name like the files. */
  inCode?: Readonly<Record<string, (db: Transaction<AnyDb>) => Promise<void>>>
  /** Runs first if a pending file begins with {@link ALONE}: others on this database stop for it. */
  stopOthers?: (lastKnown: string) => Promise<void>
  /** Stops after these, as an earlier version would: for its backups. */
  only?: readonly string[] | undefined
  /** Name today → name in the table `migrations`, for everything that ran before Kysely's Migrator. */
  formerNames: Readonly<Record<string, string>>
}

/** The database and this version's migrations don't match; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** How a file begins that earlier versions can't work with. */
const ALONE = '-- Earlier servers stop first'
const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})_[a-z0-9_-]+$/
/** Two servers may start at once: the second waits here and finds the work done. */
const MIGRATION_LOCK = 7_236_001

/** Waits for an advisory lock, which the transaction holds to its end. */
export async function lockUntilCommit(tx: Kysely<AnyDb>, lock: number): Promise<void> {
  await tx.selectNoFrom(({ fn, lit }) => fn('pg_advisory_xact_lock', [lit(lock)]).as('lock')).execute()
}

/**
 * Brings a schema up to date by Kysely's Migrator, in one transaction: all pending migrations, or none.
 *
 * @returns the names that were applied now
 * @throws {MigrationRefused} when the database is newer than this version, or a migration comes too late
 */
export async function runMigrations(db: Kysely<AnyDb>, source: MigrationSource): Promise<string[]> {
  const lifted = new Set<string>()
  const migrations = mapValues(await readMigrations(source), ({ up }) => ({
    up: async (tx: Kysely<AnyDb>) => {
      await liftRowSecurity(tx, source.schema, lifted)
      await up(tx)
    },
  }))
  if (source.stopOthers && (await isAlonePending(db, source, Object.keys(migrations)))) {
    await source.stopOthers(Object.keys(migrations).sort().at(-1)!)
  }
  return db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, MIGRATION_LOCK)
    const caughtUp = await adoptFormerRecords(tx, source, migrations)
    if (!(await isBehind(tx, source.schema, Object.keys(migrations)))) {
      await forceRowSecurity(tx, source.schema, lifted)
      return caughtUp
    }

    let cause: unknown
    const migrator = new Migrator({
      db: tx,
      migrationTableSchema: source.schema,
      provider: {
        getMigrations: async () =>
          mapValues(migrations, ({ up }) => ({
            // Kysely queries once more after a failure, and PostgreSQL's answer to that hides the first error.
            up: (open) =>
              up(open).catch((error) => {
                cause = error
                throw error
              }),
          })),
      },
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw cause ?? error
    await forceRowSecurity(tx, source.schema, lifted)
    return [...caughtUp, ...results.map(({ migrationName }) => migrationName)]
  })
}

/**
 * Lets a migration change the rows of every site. Row-level security is forced on the tables' owner too, and an
 * owner without an administrator's rights would otherwise change none, without an error.
 *
 * @param lifted the tables so far
 */
async function liftRowSecurity(tx: Kysely<AnyDb>, schema: string, lifted: Set<string>): Promise<void> {
  const hidden = tablesIn(tx, schema)
    .where('relforcerowsecurity', '=', true)
    .where(({ fn }) => fn('row_security_active', ['pg_class.oid']))
  for (const { relname: table } of await hidden.execute()) {
    await alterTable(tx, schema, table, 'no force row level security')
    lifted.add(table)
  }
}

async function forceRowSecurity(tx: Kysely<AnyDb>, schema: string, lifted: Set<string>): Promise<void> {
  if (lifted.size === 0) return
  // A table with deferred checks can't be altered.
  await tx.executeQuery(CompiledQuery.raw('set constraints all immediate'))
  const left = tablesIn(tx, schema).where('relname', 'in', [...lifted])
  for (const { relname: table } of await left.execute()) {
    await alterTable(tx, schema, table, 'force row level security')
  }
}

function tablesIn(tx: Kysely<AnyDb>, schema: string) {
  return tx
    .selectFrom('pg_class')
    .innerJoin('pg_namespace', 'pg_namespace.oid', 'pg_class.relnamespace')
    .select('relname')
    .where('nspname', '=', schema)
    .where('relkind', 'in', ['r', 'p'])
}

function alterTable(tx: Kysely<AnyDb>, schema: string, table: string, change: string) {
  return tx.executeQuery(CompiledQuery.raw(`alter table "${schema}"."${table}" ${change}`))
}

async function readMigrations(source: MigrationSource): Promise<Record<string, Migration>> {
  const files = (await readdir(source.folder)).filter((name) => name.endsWith('.sql'))
  const migrations: Record<string, Migration> = {
    ...mapValues(source.inCode ?? {}, (up) => ({ up: up as Migration['up'] })),
  }
  for (const file of files) {
    const up: Migration['up'] = async (db) => {
      for (const query of statements(await readFile(new URL(file, source.folder), 'utf8'))) {
        await db.executeQuery(CompiledQuery.raw(query))
      }
    }
    migrations[file.replace(/\.sql$/, '')] = { up }
  }
  const times = new Set<string>()
  for (const name of Object.keys(migrations)) {
    const time = NAME.exec(name)?.[1]
    if (time === undefined) {
      throw new MigrationRefused(
        `Rename the migration ${name}: a name looks like 2026-03-04T12-00-00_what-changes.`,
      )
    }
    if (times.has(time))
      throw new MigrationRefused(`Rename the migration ${name}: another one has its timestamp.`)
    times.add(time)
  }
  const { only } = source
  if (only === undefined) return migrations
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)))
}

/** The names of a source's migrations, in their order. */
export async function migrationNames(source: Pick<MigrationSource, 'folder' | 'inCode'>): Promise<string[]> {
  return Object.keys(await readMigrations({ ...source, schema: '', formerNames: {} })).sort()
}

/**
 * Databases from before Kysely's Migrator list what ran in a table `migrations`. It's translated once; what
 * was still missing then runs first, in the order of that time.
 *
 * @returns the names that were applied now
 */
async function adoptFormerRecords(
  tx: Transaction<AnyDb>,
  { schema, formerNames }: MigrationSource,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  if (!(await hasTable(tx, schema, 'migrations'))) return []
  const own = tx.withSchema(schema)
  const former = await own.selectFrom('migrations').select(['name', 'applied_at']).execute()
  const appliedAt = new Map<string, Date>(former.map(({ name, applied_at }) => [name, new Date(applied_at)]))
  refuseUnknown([...appliedAt.keys()], Object.values(formerNames))

  await own.schema
    .createTable(DEFAULT_MIGRATION_TABLE)
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
  // Kysely checks the order by these times, and a transaction had one for all of its migrations.
  let time = 0
  const caughtUp: string[] = []
  for (const name of Object.keys(formerNames).sort()) {
    const ran = appliedAt.get(formerNames[name]!)
    if (ran === undefined) {
      await migrations[name]!.up(tx)
      caughtUp.push(name)
    }
    time = Math.max(time + 1, (ran ?? new Date()).getTime())
    const timestamp = new Date(time).toISOString()
    await own.insertInto(DEFAULT_MIGRATION_TABLE).values({ name, timestamp }).execute()
  }
  await own.schema.dropTable('migrations').execute()
  return caughtUp
}

/**
 * Whether migrations are pending. Kysely refuses the same, but in a developer's words and after reading the
 * catalog twice, which every start would wait for.
 */
async function isBehind(tx: Transaction<AnyDb>, schema: string, names: string[]): Promise<boolean> {
  if (!(await hasTable(tx, schema, DEFAULT_MIGRATION_TABLE))) return true
  const rows = await tx.withSchema(schema).selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute()
  const applied = rows.map(({ name }) => name as string).sort()
  refuseUnknown(applied, names)

  const last = applied.at(-1) ?? ''
  const late = names.sort().find((name) => name < last && !applied.includes(name))
  if (late !== undefined) {
    throw new MigrationRefused(
      `The migration ${late} comes too late: this database already has ${last}. Give it a newer timestamp.`,
    )
  }
  return applied.length < names.length
}

/** Not in a new database, which no one else works on. */
async function isAlonePending(db: Kysely<AnyDb>, { folder, schema }: MigrationSource, names: string[]) {
  if (!(await hasTable(db, schema, DEFAULT_MIGRATION_TABLE))) return false
  const rows = await db.withSchema(schema).selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute()
  const applied = new Set<string>(rows.map(({ name }) => name))
  for (const name of names.filter((one) => !applied.has(one))) {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8').catch(() => '')
    if (text.startsWith(ALONE)) return true
  }
  return false
}

function refuseUnknown(applied: string[], known: string[]) {
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new MigrationRefused(
    `A newer version has upgraded this database: this version doesn't know its migration ${unknown}. ` +
      'Start the newer version, or restore a backup from before the upgrade.',
  )
}

/** Reads the catalog itself: a cached name (`to_regclass`) may be of a table that the other server has dropped. */
async function hasTable(tx: Kysely<AnyDb>, schema: string, table: string): Promise<boolean> {
  const found = await tx
    .selectFrom('pg_tables')
    .select('tablename')
    .where('schemaname', '=', schema)
    .where('tablename', '=', table)
    .executeTakeFirst()
  return found !== undefined
}

/** Splits a file at its semicolons, but not inside `$$` bodies or comments: PGlite takes one query at a time. */
function statements(file: string): string[] {
  const found: string[] = []
  let current = ''
  let inBody = false
  for (const line of file.split('\n')) {
    const code = line.trimStart().startsWith('--') ? '' : line
    if ((code.split('$$').length - 1) % 2 === 1) inBody = !inBody
    current += `${code}\n`
    if (!inBody && code.trimEnd().endsWith(';')) {
      found.push(current.trim())
      current = ''
    }
  }
  return current.trim() === '' ? found : [...found, current.trim()]
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
