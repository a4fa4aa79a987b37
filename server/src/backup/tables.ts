import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EntryHead } from './archive.ts'

type Db = Kysely<Database>
export type Column = { name: string; type: string; numbered: boolean }
export type Table = {
  schema: string
  name: string
  columns: Column[]
  /** Row-level security shows this user the rows of one site only. */
  isFiltered: boolean
}

const SCHEMAS = ['public', 'identity', 'pgboss']
/** The queue's other tables are made anew by each start; records of migrations are in the archive's header. */
const OF_THE_QUEUE = ['queue', 'job']
const NOT_KEPT = ['kysely_migration', 'kysely_migration_lock', 'running_servers', 'foreign_keys_taken_off']
/** How much is read, kept in memory, and written at once. */
const BATCH_BYTES = 512 * 1024
const MAX_BATCH_ROWS = 5_000

export async function run<Row = object>(db: Db, text: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows
}

/** Every table of ours, without columns that the database computes. Tables of extensions are left out. */
export async function listTables(db: Db): Promise<Table[]> {
  const tables = await run<Table>(
    db,
    `select n.nspname as schema, c.relname as name, row_security_active(c.oid) as "isFiltered",
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'numbered', a.attidentity <> '') order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass
        and d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname, c.oid order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  const kept = tables.filter(({ schema, name }) =>
    schema === 'pgboss' ? OF_THE_QUEUE.includes(name) : !NOT_KEPT.includes(name),
  )
  // A job's queue comes before it.
  return kept.sort((a, b) => rank(a) - rank(b))
}

function rank({ schema, name }: Table): number {
  return schema === 'pgboss' ? OF_THE_QUEUE.indexOf(name) + 1 : 0
}

/** Begins a snapshot of the database, which later changes don't affect. */
export async function freezeView(db: Db): Promise<void> {
  await run(db, 'set transaction isolation level repeatable read, read only')
  // Values are written the same way by every server, whatever its settings.
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, MDY'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ]) {
    await run(db, `set local ${setting}`)
  }
}

export async function headOf(db: Db, { schema, name, columns }: Table): Promise<EntryHead> {
  const numbered: Record<string, string> = {}
  for (const column of columns.filter((one) => one.numbered)) {
    const [row] = await run<{ last: string | null }>(
      db,
      `select last_value::text as last from pg_sequences
        where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence($1, $2)::regclass`,
      [quoted({ schema, name }), column.name],
    )
    if (row?.last) numbered[column.name] = row.last
  }
  return { kind: 'table', schema, name, columns: columns.map((column) => column.name), numbered }
}

/**
 * A table's rows as arrays of JSON objects, whose values are texts as PostgreSQL writes them.
 *
 * @param siteIds one after the other, if this user sees the rows of one site only
 * @param count gets the number of rows of each batch
 */
export async function* readRows(
  db: Db,
  table: Table,
  siteIds: readonly string[],
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const texts = table.columns.map(({ name }) => `${ident(name)}::text as ${ident(name)}`).join(', ')
  // Of some tables, sweeps see the rows of every site, and this user may be a member of their role.
  const ofSite = table.isFiltered ? "where site_id = current_setting('app.site_id')::bigint" : ''
  // On Citus, row_to_json doesn't know the names of columns.
  const select = `select ${texts} from ${quoted(table)} ${ofSite}`
  // Fails instead of leaving rows out.
  await run(db, `set local row_security = ${table.isFiltered ? 'on' : 'off'}`)
  for (const siteId of table.isFiltered ? siteIds : ['']) {
    if (table.isFiltered) await run(db, "select set_config('app.site_id', $1, true)", [siteId])
    await run(db, `declare backup_rows no scroll cursor for ${select}`)
    let size = 100
    for (;;) {
      const rows = await run<Record<string, string | null>>(db, `fetch ${size} from backup_rows`)
      if (rows.length === 0) break
      count(rows.length)
      const batch = Buffer.from(JSON.stringify(rows))
      yield batch
      if (rows.length < size) break
      size = Math.min(MAX_BATCH_ROWS, Math.max(1, Math.floor((size * BATCH_BYTES) / batch.length)))
    }
    await run(db, 'close backup_rows')
  }
}

/** Adds the rows of a batch, as {@link readRows} gave it. */
export async function writeRows(db: Db, table: Table, columns: readonly string[], batch: string) {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  const names = columns.map(ident)
  const values = columns.map((name) => `${ident(name)}::${typeOf.get(name)}`)
  await run(
    db,
    `insert into ${quoted(table)} (${names.join(', ')}) overriding system value
      select ${values.join(', ')} from json_to_recordset($1::json) as r(${names.map((name) => `${name} text`).join(', ')})`,
    [batch],
  )
}

/** The number after which an identity column continues. */
export async function setNumbered(db: Db, table: Table, column: string, last: string): Promise<void> {
  await run(db, 'select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint)', [
    quoted(table),
    column,
    last,
  ])
}

export async function countRows(db: Db, table: Table): Promise<number> {
  const [row] = await run<{ count: number }>(db, `select count(*)::int as count from ${quoted(table)}`)
  return row!.count
}

export function quoted({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${ident(schema)}.${ident(name)}`
}

export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const [row] = await run<{ is: boolean }>(db, 'select to_regclass($1) is not null as is', [`public.${name}`])
  return row!.is
}
