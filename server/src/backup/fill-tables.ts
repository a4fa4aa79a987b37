import type { Transaction } from 'kysely'
import type { Database, Pool } from '../database/database.ts'
import type { ReadEntry } from './archive.ts'
import { BackupRefused } from './backup-refused.ts'
import { countRows, ident, listTables, quoted, run, setNumbered, type Table, writeRows } from './tables.ts'

type Filled = { tables: number; rows: number; next: ReadEntry | undefined }
type ForeignKey = { on: string; name: string; definition: string }

/**
 * Fills new tables from an archive's, in one transaction. Foreign keys are checked at its end, all rows at once.
 *
 * @param id of the archive
 * @returns what was filled, and the entry that follows the tables
 */
export function fillTables(db: Pool, entries: AsyncGenerator<ReadEntry>, id: string): Promise<Filled> {
  return db.transaction().execute(async (tx) => {
    const tables = await listTables(tx)
    const putBack = await prepare(tx, tables)
    const filled: Filled = { tables: 0, rows: 0, next: undefined }
    for (;;) {
      const { value: entry, done } = await entries.next()
      if (done) break
      if (entry.head.kind !== 'table') {
        filled.next = entry
        break
      }
      filled.rows += await fill(tx, tables, entry)
      filled.tables += 1
    }
    await putBack()
    await settle(tx, tables, id)
    return filled
  })
}

/** @returns a function that adds them again */
async function prepare(tx: Transaction<Database>, tables: readonly Table[]): Promise<() => Promise<void>> {
  const keys = await run<ForeignKey>(
    tx,
    `select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0
        and connamespace in ('public'::regnamespace, 'identity'::regnamespace)`,
  )
  const triggered = await run<{ on: string }>(
    tx,
    `select distinct tgrelid::regclass::text as on from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and c.relnamespace::regnamespace::text in ('public', 'identity', 'pgboss')`,
  )
  const hidden = tables.filter((table) => table.isFiltered)
  for (const table of hidden) await run(tx, `alter table ${quoted(table)} no force row level security`)
  for (const { on, name } of keys) await run(tx, `alter table ${on} drop constraint ${ident(name)}`)
  for (const { on } of triggered) await run(tx, `alter table ${on} disable trigger user`)
  // Migrations filled some of them.
  const own = tables.filter(({ schema }) => schema !== 'pgboss')
  await run(tx, `truncate ${own.map(quoted).join(', ')}`)
  for (const table of ['job', 'schedule', 'queue']) await run(tx, `delete from pgboss.${table}`)
  return async () => {
    for (const { on } of triggered) await run(tx, `alter table ${on} enable trigger user`)
    for (const { on, name, definition } of keys) {
      await run(tx, `alter table ${on} add constraint ${ident(name)} ${definition}`)
    }
    // A table with deferred checks can't be altered.
    await run(tx, 'set constraints all immediate')
    for (const table of hidden) await run(tx, `alter table ${quoted(table)} force row level security`)
  }
}

async function fill(tx: Transaction<Database>, tables: readonly Table[], entry: ReadEntry): Promise<number> {
  const { head, body, foot } = entry
  if (head.kind !== 'table') throw new TypeError('not a table')
  const table = tables.find(({ schema, name }) => schema === head.schema && name === head.name)
  const here = new Set(table?.columns.map(({ name }) => name))
  const columns = head.columns.filter((name) => here.has(name))
  // A library owns the queue's tables, and its version may be different.
  if (head.schema !== 'pgboss' && columns.length < head.columns.length) {
    throw new BackupRefused(`This backup doesn’t fit: the table ${head.name} has different columns.`)
  }
  for await (const batch of body) {
    if (table !== undefined) await writeRows(tx, table, columns, batch.toString())
  }
  const { rows = 0 } = await foot()
  if (table === undefined) return 0
  const count = await countRows(tx, table)
  if (count !== rows) {
    throw new BackupRefused(`The table ${head.name} has ${count} rows instead of ${rows}.`)
  }
  for (const [column, last] of Object.entries(head.numbered)) await setNumbered(tx, table, column, last)
  return rows
}

/** Jobs that were running when the backup was taken. */
async function settle(tx: Transaction<Database>, tables: readonly Table[], id: string): Promise<void> {
  // Their worker is gone.
  await run(tx, "update pgboss.job set state = 'retry', start_after = now() where state = 'active'")
  if (tables.some(({ name }) => name === 'backup_runs')) {
    await run(tx, 'delete from backup_runs where id <> $1 and finished_at is null', [id])
    await run(tx, 'update backup_runs set finished_at = now() where id = $1', [id])
  }
}
