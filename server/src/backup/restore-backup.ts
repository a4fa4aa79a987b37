import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { identityMigrations, migrateIdentity } from '@laurel/identity'
import { PgBoss } from 'pg-boss'
import type { Config } from '../config.ts'
import { lockDataDir } from '../database/data-dir-lock.ts'
import type { Pool } from '../database/database.ts'
import { knownMigrations, migrate, RESTORING } from '../database/migrate.ts'
import { type OpenDatabase, openDatabase, RESTORE_FOLDER } from '../database/open-database.ts'
import type { FileStore } from '../features/files/file-store.ts'
import { makeFileStore } from '../features/files/local-file-store.ts'
import { onCoordinator } from '../jobs/jobs.ts'
import { readRoot, writeRoot } from '../secrets/keys.ts'
import { type Header, nameOf, type openArchive, type ReadEntry } from './archive.ts'
import { BackupRefused } from './backup-refused.ts'
import { fillTables } from './fill-tables.ts'
import { plainly } from './place.ts'
import { listTables, run } from './tables.ts'
import { LAUREL_VERSION } from './take-backup.ts'

export type RestoreTarget = Pick<Config, 'databaseUrl' | 'dataDir' | 'filesUrl' | 'secret'>
export type Restored = { tables: number; rows: number; files: number }
/** The restored installation before it's put in its place. */
export type Inspected = { database: OpenDatabase; files: FileStore; root: Buffer }

/**
 * Restores an archive to an empty database and an empty data folder, and brings them up to date. Until everything is
 * in place, no server starts on either. A failed restore empties them again, and an interrupted one can be repeated.
 *
 * @param inspect checks the restored installation; if it throws, the restore fails
 * @throws {BackupRefused}
 */
export async function restoreBackup(
  archive: Awaited<ReturnType<typeof openArchive>>,
  passphrase: string,
  target: RestoreTarget,
  inspect: (restored: Inspected) => Promise<void> = async () => {},
): Promise<Restored> {
  try {
    await assertNotNewer(archive.header)
    const entries = await archive.open(passphrase)
    return await restoreEntries(archive.header, entries, target, inspect)
  } finally {
    await archive.close()
  }
}

async function restoreEntries(
  header: Header,
  entries: AsyncGenerator<ReadEntry>,
  target: RestoreTarget,
  inspect: (restored: Inspected) => Promise<void>,
): Promise<Restored> {
  /** What puts everything back as it was, newest first. */
  const undo: (() => Promise<unknown>)[] = []
  let unlock = () => {}
  try {
    await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
    unlock = await lockDataDir(target.dataDir)
    const staging = join(target.dataDir, RESTORE_FOLDER)
    const files = await makeFileStore(target)
    const clear = async (isAgain: boolean) => {
      await clearFolder(target.dataDir, staging, isAgain)
      undo.push(() => rm(staging, { recursive: true, force: true }))
      undo.push(() => removeParts(target.dataDir))
      // What an interrupted restore left in a bucket is overwritten.
      if (target.filesUrl === undefined || isAgain) return
      await assertEmpty(files)
      undo.push(() => removeAll(files))
    }
    const isEmbedded = target.databaseUrl === undefined
    const hasDatabase = [staging, target.dataDir].some((folder) => existsSync(join(folder, 'database')))
    // The folder may be left over from a complete restore to PostgreSQL, whose files are in use.
    if (isEmbedded) await clear(existsSync(staging) && hasDatabase)
    const database = await openDatabase({ ...target, dataDir: staging })
    undo.push(database.close)
    // What can't be removed keeps its mark, and the next restore removes it.
    const wasMarked = await clearDatabase(database.db)
    if (!isEmbedded) {
      undo.push(() => unmark(database.db))
      await clear(wasMarked && existsSync(staging))
    }
    const restored = await restoreInto(database, staging, target, header, entries, inspect)
    await putInPlace(target, staging, database)
    return restored
  } catch (cause) {
    for (const step of undo.reverse()) await step().catch(() => {})
    throw plainly(cause, target.dataDir)
  } finally {
    unlock()
  }
}

async function restoreInto(
  database: OpenDatabase,
  staging: string,
  target: RestoreTarget,
  { migrations, id }: Header,
  entries: AsyncGenerator<ReadEntry>,
  inspect: (restored: Inspected) => Promise<void>,
): Promise<Restored> {
  const { db } = database
  const files = await makeFileStore({ dataDir: staging, filesUrl: target.filesUrl })
  const first = await entries.next()
  if (first.done || first.value.head.kind !== 'secret') throw new BackupRefused('This backup has no secret.')
  const root = await rootOf(first.value, target)
  if (target.secret === undefined) writeRoot(staging, root)

  const { tables, rows, next } = await makeTables(database, { migrations, id }, entries)
  let count = 0
  for (let entry = next; entry !== undefined; entry = await following(entries)) {
    await restoreFile(files, entry)
    count += 1
  }
  await migrate(db, undefined, await knownMigrations())
  await migrateIdentity(db)
  await inspect({ database, files, root })
  return { tables, rows, files: count }
}

/** The tables of the version that took the backup, with their rows. */
async function makeTables(
  database: OpenDatabase,
  { migrations, id }: Pick<Header, 'migrations' | 'id'>,
  entries: AsyncGenerator<ReadEntry>,
) {
  await migrate(database.db, undefined, migrations.public)
  await migrateIdentity(database.db, migrations.identity)
  await makeQueue(database)
  return fillTables(database.db, entries, id)
}

/** Marks a database as one that is being put back to a backup: until it is, no server starts on it. */
export async function markRestoring(db: Pool, address: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await run(tx, `create schema if not exists ${RESTORING}`)
    await run(tx, `comment on schema ${RESTORING} is '${address.replaceAll("'", "''")}'`)
  })
}

/** @returns the address of the backup to which this database was being put back when that was interrupted */
export async function findRestoring(db: Pool): Promise<string | undefined> {
  const [mark] = await run<{ address: string | null }>(
    db,
    "select obj_description(oid, 'pg_namespace') as address from pg_namespace where nspname = $1",
    [RESTORING],
  )
  return mark?.address ?? undefined
}

/** Restores a marked PostgreSQL database to the backup, with the tables of that time. Can be repeated if interrupted. */
export async function restoreRows(
  archive: Awaited<ReturnType<typeof openArchive>>,
  passphrase: string,
  database: OpenDatabase,
): Promise<void> {
  try {
    const entries = await archive.open(passphrase)
    const first = await entries.next()
    for await (const _ of first.value?.body ?? []);
    await first.value?.foot()
    await wipe(database.db)
    await makeTables(database, archive.header, entries)
    await run(database.db, `drop schema ${RESTORING}`)
  } finally {
    await archive.close()
  }
}

async function following(entries: AsyncGenerator<ReadEntry>): Promise<ReadEntry | undefined> {
  const { value, done } = await entries.next()
  return done ? undefined : value
}

async function assertNotNewer({ migrations, version }: Header): Promise<void> {
  const known = new Set([...(await knownMigrations()), ...(await identityMigrations())])
  if ([...migrations.public, ...migrations.identity].every((name) => known.has(name))) return
  throw new BackupRefused(
    `This backup was made by Laurel ${version}, which is newer than this one (${LAUREL_VERSION}). ` +
      'Restore it with that version or a later one.',
  )
}

async function unmark(db: Pool): Promise<void> {
  await wipe(db)
  await run(db, `drop schema ${RESTORING}`)
}

async function removeAll(files: FileStore): Promise<void> {
  for await (const key of files.list()) await files.remove(key)
}

const partsOf = (dataDir: string) => ['database', 'files', 'secret'].map((name) => join(dataDir, name))

async function removeParts(dataDir: string): Promise<void> {
  for (const part of partsOf(dataDir)) await rm(part, { recursive: true, force: true })
}

/**
 * Makes the folder in which a restore works.
 *
 * @param isAgain after an interrupted restore, whose parts are removed
 * @throws {BackupRefused} if the data folder is in use
 */
async function clearFolder(dataDir: string, staging: string, isAgain: boolean): Promise<void> {
  if (isAgain) await removeParts(dataDir)
  await rm(staging, { recursive: true, force: true })
  for (const part of partsOf(dataDir)) {
    const isInUse = await readdir(part).then(
      (names) => names.length > 0,
      ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
    )
    if (isInUse) {
      throw new BackupRefused(
        `${part} already exists, and a backup can only be restored into an empty place. Set DATA_DIR to another folder.`,
      )
    }
  }
  await mkdir(staging, { mode: 0o700 })
}

async function assertEmpty(files: FileStore): Promise<void> {
  for await (const key of files.list()) {
    throw new BackupRefused(
      `The bucket in FILES_URL already has files (${key}). Set FILES_URL to an empty one.`,
    )
  }
}

/**
 * Marks a database as one that is being restored.
 *
 * @returns whether an interrupted restore had marked it
 * @throws {BackupRefused} if it has tables that no interrupted restore left
 */
async function clearDatabase(db: Pool): Promise<boolean> {
  const left = await run(db, 'select nspname from pg_namespace where nspname = $1', [RESTORING])
  if (left.length > 0) await wipe(db)
  const [table] = await listTables(db)
  if (table === undefined) {
    await run(db, `create schema if not exists ${RESTORING}`)
    return left.length > 0
  }
  throw new BackupRefused(
    `The database already has tables (${table.name}), and a backup can only be restored into an empty one. ` +
      'Create a new database, and set DATABASE_URL to it.',
  )
}

/** Drops everything in a database but extensions. The database has to be marked as being restored, and stays so. */
async function wipe(db: Pool): Promise<void> {
  await run(
    db,
    `do $$ declare command text; commands text[]; begin
      if not exists (select from pg_namespace where nspname = '${RESTORING}') then
        raise exception 'not a database that is being restored';
      end if;
      select array_agg(drops) into commands from (
        select format('drop schema %I cascade', nspname) as drops from pg_namespace where nspname in ('identity', 'pgboss')
        union all
        select format('drop table %s cascade', c.oid::regclass) from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        union all
        select format('drop routine %s cascade', p.oid::regprocedure) from pg_proc p
          where p.pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      ) as all_of_them;
      foreach command in array coalesce(commands, '{}') loop
        -- Something before it may have taken it along.
        begin execute command; exception when undefined_table or undefined_function then null; end;
      end loop;
    end $$`,
  )
}

/** @throws {BackupRefused} if the settings have another secret than the backup */
async function rootOf({ body, foot }: ReadEntry, { secret }: RestoreTarget): Promise<Buffer> {
  const root = await bytesOf(body)
  await foot()
  if (secret === undefined || readRoot('', secret).equals(root)) return root
  throw new BackupRefused(
    'LAUREL_SECRET isn’t the secret of this backup. Set it to the backup’s secret, or leave it out: ' +
      'then the backup’s secret is kept in DATA_DIR/secret.',
  )
}

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

async function makeQueue({ db, jobsDb, jobsConnection }: OpenDatabase): Promise<void> {
  const resting = { supervise: false, schedule: false }
  const boss = jobsDb
    ? new PgBoss({ db: jobsDb, backend: 'pglite', ...resting })
    : new PgBoss({ ...jobsConnection, max: 1, ...resting, ...(await onCoordinator(db)) })
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Stores a file, and reads it again. */
async function restoreFile(files: FileStore, { head, body, foot }: ReadEntry): Promise<void> {
  if (head.kind !== 'file' || !/^[\w.-]+$/.test(head.key)) {
    throw new BackupRefused(`This backup is damaged: ${nameOf(head)} isn’t a file.`)
  }
  await files.put(head.key, Readable.from(body, { objectMode: false }))
  const { sha256 } = await foot()
  const hash = createHash('sha256')
  for await (const part of await files.open(head.key)) hash.update(part)
  if (hash.digest('hex') === sha256) return
  throw new BackupRefused(`${nameOf(head)} changed while it was stored. Check the disk.`)
}

/** The database comes last: without it, a start finds nothing, and a restore can be repeated. */
async function putInPlace({ dataDir, databaseUrl }: RestoreTarget, staging: string, database: OpenDatabase) {
  for (const name of ['files', 'secret']) await moveIfThere(join(staging, name), join(dataDir, name))
  await run(database.db, `drop schema ${RESTORING}`)
  if (databaseUrl !== undefined) {
    // Servers may start now, so nothing may fail and be undone.
    await Promise.allSettled([database.close(), rm(staging, { recursive: true })])
    return
  }
  // A file of the data folder can't be opened before its database is closed.
  await database.close()
  await moveIfThere(join(staging, 'database'), join(dataDir, 'database'))
  await rm(staging, { recursive: true })
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to)
}
