import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Database, Pool } from '../database/database.ts'
import type { FileStore } from '../features/files/file-store.ts'
import { isAbsent } from '../features/files/local-file-store.ts'
import { type NewEntry, writeArchive } from './archive.ts'
import { BackupRefused } from './backup-refused.ts'
import { freezeView, headOf, listTables, readRows, run } from './tables.ts'

export const { version: LAUREL_VERSION } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** Written only by checks of the file store. */
const NOT_FILES = new Set(['health-check', 'settings-check'])

export type BackedUp = { pool: Pool; files: FileStore; root: Buffer }
export type Counted = { id: string; tables: number; rows: number; files: number }

/**
 * An archive of everything: one snapshot of all tables, then the files, then the secret for both. Files never
 * change, so those that the tables name are as they were, or were deleted since.
 *
 * @param counted gets what the archive holds, once it's read to its end
 */
export async function* takeBackup(
  { pool, files, root }: BackedUp,
  passphrase: string,
  counted: (done: Counted) => void,
  id: string = randomUUID(),
): AsyncGenerator<Buffer> {
  const view = await pool.startTransaction().execute()
  let isOpen = true
  const endView = async () => {
    if (isOpen) await view.rollback().execute()
    isOpen = false
  }
  const counts = { tables: 0, rows: 0, files: 0 }
  async function* entries(): AsyncGenerator<NewEntry> {
    yield { head: { kind: 'secret' }, body: only(Buffer.from(root)) }
    const siteIds = (await run<{ id: string }>(view, 'select id::text from sites order by id')).map(
      (site) => site.id,
    )
    for (const table of await listTables(view)) {
      let rows = 0
      const body = readRows(view, table, siteIds, (more) => {
        rows += more
      })
      yield { head: await headOf(view, table), body, rows: () => rows }
      counts.tables += 1
      counts.rows += rows
    }
    await endView()
    for await (const key of files.list()) {
      const body = NOT_FILES.has(key) ? undefined : await openFile(files, key)
      if (body === undefined) continue
      yield { head: { kind: 'file', key }, body }
      counts.files += 1
    }
  }
  try {
    await freezeView(view)
    const migrations = await appliedMigrations(view)
    const about = { id, version: LAUREL_VERSION, created_at: new Date().toISOString(), migrations }
    yield* writeArchive(about, passphrase, entries())
    counted({ id, ...counts })
  } finally {
    await endView()
  }
}

export async function appliedMigrations(db: Kysely<Database>) {
  const namesIn = async (schema: string) => {
    const rows = await run<{ name: string }>(db, `select name from ${schema}.kysely_migration order by name`)
    return rows.map(({ name }) => name)
  }
  const [known] = await run<{ is: boolean }>(
    db,
    "select to_regclass('public.kysely_migration') is not null and to_regclass('identity.kysely_migration') is not null as is",
  )
  if (!known!.is) {
    throw new BackupRefused(
      'There’s nothing to back up yet: this database has no tables of Laurel 0.2 or later.',
    )
  }
  return { public: await namesIn('public'), identity: await namesIn('identity') }
}

/** @returns undefined for one that was deleted since it was listed */
async function openFile(files: FileStore, key: string): Promise<AsyncIterable<Buffer> | undefined> {
  try {
    const parts = (await files.open(key))[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const first = await parts.next()
    return (async function* () {
      for (let part = first; !part.done; part = await parts.next()) yield part.value
    })()
  } catch (cause) {
    if (isAbsent(cause) || (cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

async function* only(bytes: Buffer) {
  yield bytes
}
