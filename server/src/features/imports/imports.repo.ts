import { type FieldProblem, Refusal } from '@laurel/domain/refusal'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { CsvCardItemImports } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import { itemIdsOf } from '../card-items/card-items.repo.ts'
import type { Column, ColumnMeaning } from './columns.ts'
import type { Tally } from './judged-batches.ts'
import type { ListFormat } from './list-source.ts'
import type { TableRow } from './row-cutter.ts'

export type ProblemCount = { code: string; severity: 'error' | 'warning'; count: number }

type Json = {
  format: ListFormat
  columns: Column[]
  sample: TableRow[]
  ignored_columns: string[]
  errors: Tally['errors']
  problem_counts: ProblemCount[]
  failure: FieldProblem | null
}
type Words = {
  state: 'mapping' | 'queued' | 'reading' | 'finished' | 'failed' | 'cancelled'
  mode: 'append' | 'replace' | 'repair'
  file_kind: 'csv' | 'tsv' | 'xlsx' | 'text'
}
export type ImportRow = Omit<Selectable<CsvCardItemImports>, keyof Json | keyof Words> & Json & Words
export type ImportChange = Omit<Updateable<CsvCardItemImports>, keyof Json | keyof Words> &
  Partial<Json> &
  Partial<Words>

const JSON_COLUMNS: ReadonlyArray<keyof Json> = [
  'format',
  'columns',
  'sample',
  'ignored_columns',
  'errors',
  'problem_counts',
  'failure',
]

function written(change: ImportChange): Updateable<CsvCardItemImports> {
  const values: Record<string, unknown> = { ...change }
  for (const column of JSON_COLUMNS) {
    const value = change[column]
    if (value !== undefined && value !== null) values[column] = json(value)
  }
  return values
}

export async function insertImport(
  db: Db,
  siteId: number,
  values: ImportChange & { card_item_id: number; mode: Words['mode']; state: Words['state'] },
): Promise<ImportRow> {
  const row = await db
    .insertInto('csv_card_item_imports')
    .values({ ...written(values), site_id: siteId } as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as ImportRow
}

export async function updateImport(
  db: Db,
  siteId: number,
  id: number,
  change: ImportChange,
): Promise<ImportRow> {
  const row = await db
    .updateTable('csv_card_item_imports')
    .set(written(change))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as ImportRow
}

/** An import of any customer, for its reader. */
export async function findImportRow(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  return (await importById(db, siteId, id).executeTakeFirst()) as ImportRow | undefined
}

function importById(db: Db, siteId: number, id: number) {
  return db.selectFrom('csv_card_item_imports').selectAll().where('site_id', '=', siteId).where('id', '=', id)
}

/** An import, locked until the transaction ends. Lock its item's order first. */
export async function lockImport(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  return (await importById(db, siteId, id).forUpdate().executeTakeFirst()) as ImportRow | undefined
}

function importsOf(db: Db, actor: Customer) {
  return db
    .selectFrom('csv_card_item_imports as import')
    .selectAll('import')
    .where('import.site_id', '=', actor.siteId)
    .where('import.card_item_id', 'in', itemIdsOf(db, actor))
}

/** How many lists of a customer's are being read, or wait for their turn. */
export async function countBeingRead(db: Db, actor: Customer): Promise<number> {
  const { count } = await importsOf(db, actor)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import.state', 'in', ['queued', 'reading'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A customer's files waiting for a check, newest first. */
export async function listWaitingFor(
  db: Db,
  actor: Customer,
): Promise<Array<Pick<ImportRow, 'id' | 'file_key' | 'file_bytes'>>> {
  return importsOf(db, actor)
    .clearSelect()
    .select(['import.id', 'import.file_key', 'import.file_bytes'])
    .where('import.state', '=', 'mapping')
    .orderBy('import.id', 'desc')
    .execute()
}

/** Removes a file that was never continued. @returns whether it was still waiting */
export async function giveUpWaiting(
  db: Db,
  siteId: number,
  id: number,
  failure: FieldProblem,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('csv_card_item_imports')
    .set({ state: 'cancelled', finished_at: sql<Date>`now()`, failure: json(failure) as never })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', '=', 'mapping')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ended imports whose files remain because the process was killed. */
export async function listLeftFiles(
  db: Db,
  siteId: number,
): Promise<Array<Pick<ImportRow, 'id' | 'file_key'>>> {
  return db
    .selectFrom('csv_card_item_imports')
    .select(['id', 'file_key'])
    .where('site_id', '=', siteId)
    .where('file_key', '!=', '')
    .where('state', 'in', ['finished', 'failed', 'cancelled'])
    .where('finished_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .limit(500)
    .execute()
}

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readImportRow(db: Db, actor: Customer, id: number): Promise<ImportRow> {
  const row = await importsOf(db, actor).where('import.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as ImportRow
}

export async function listImportRows(db: Db, actor: Customer, itemId: number): Promise<ImportRow[]> {
  const rows = await importsOf(db, actor)
    .where('import.card_item_id', '=', itemId)
    .orderBy('import.id', 'desc')
    .limit(20)
    .execute()
  return rows as ImportRow[]
}

/** The last import of this same file into this list, if it's running or some of its people remain. */
export async function findSameFile(
  db: Db,
  siteId: number,
  itemId: number,
  sha256: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select i.id from csv_card_item_imports i
    where i.site_id = ${siteId} and i.card_item_id = ${itemId} and i.sha256 = ${sha256} and i.mode <> 'repair'
      and (i.state in ('queued', 'reading') or (i.state = 'finished' and exists (
        select from card_recipient_details r where r.site_id = i.site_id and r.card_item_id = i.card_item_id
          and r.position > i.base_position and r.import_id = i.id)))
    order by i.id desc limit 1`.execute(db)
  return rows[0]?.id
}

/** The database's time, which people and imports are stamped with. */
export async function timeOf(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]!.now
}

/** How long a reader may be silent before another takes its place. */
const lease = () => sql<Date>`now() + interval '20 seconds'`

/** @returns undefined if there's nothing to read, or another reader has it */
export async function claimImport(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  const row = await db
    .updateTable('csv_card_item_imports')
    .set({
      state: 'reading',
      leased_until: lease(),
      started_at: sql<Date>`coalesce(started_at, now())`,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'reading'])
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()
  return row as ImportRow | undefined
}

/** Imports of a site that are to be read, or being read, oldest first, with whose they are. */
export function listUnfinished(db: Db, siteId: number): Promise<Array<{ id: number; customer_id: number }>> {
  return db
    .selectFrom('csv_card_item_imports as import')
    .innerJoin('card_items as item', (join) =>
      join.onRef('item.site_id', '=', 'import.site_id').onRef('item.id', '=', 'import.card_item_id'),
    )
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'item.site_id').onRef('o.id', '=', 'item.order_id'),
    )
    .select(['import.id', 'o.customer_id'])
    .where('import.site_id', '=', siteId)
    .where('import.state', 'in', ['queued', 'reading'])
    .orderBy('import.id')
    .execute()
}

/** Releases the leases of readers that are certainly gone. */
export async function releaseLeases(db: Db, siteId: number): Promise<void> {
  await db
    .updateTable('csv_card_item_imports')
    .set({ leased_until: null })
    .where('site_id', '=', siteId)
    .where('state', '=', 'reading')
    .execute()
}

/** Renews a reader's lease when there's no progress to store. */
export async function renewLease(db: Db, row: ImportRow): Promise<void> {
  await updateImport(db, row.site_id, row.id, { leased_until: lease() as unknown as Date })
}

/** Says that its reader lives. @returns whether its import is still to be read */
export async function isStillRead(db: Db, row: ImportRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('csv_card_item_imports')
    .set({ leased_until: lease() })
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .where('state', '=', 'reading')
    .where('failure', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Adds a batch's results and renews the lease, if the import is still in the state that was read.
 *
 * @returns undefined if another reader took over, or it was stopped
 */
export async function addToImport(
  db: Db,
  row: ImportRow,
  tally: Tally,
  bytesRead: number,
  rowsRead: number,
): Promise<ImportRow | undefined> {
  const change: ImportChange = {
    tries: 0,
    rows_read: row.rows_read + rowsRead,
    rows_added: row.rows_added + tally.people,
    rows_needing_attention: row.rows_needing_attention + tally.attention,
    rows_with_warnings: row.rows_with_warnings + tally.warned,
    rows_without_amount: row.rows_without_amount + tally.withoutAmount,
    bytes_read: Math.min(row.file_bytes, Math.max(row.bytes_read, bytesRead)),
    ...(Object.keys(tally.counts).length > 0 && { problem_counts: added(row.problem_counts, tally.counts) }),
    ...(tally.errors.length > 0 && { errors: [...row.errors, ...tally.errors].slice(0, 500) }),
  }
  const { numUpdatedRows } = await db
    .updateTable('csv_card_item_imports')
    .set({ ...written(change), leased_until: lease() })
    .where('site_id', '=', row.site_id)
    .where('id', '=', row.id)
    .where('state', '=', 'reading')
    .where('failure', 'is', null)
    .where('rows_read', '=', row.rows_read)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? ({ ...row, ...change } as ImportRow) : undefined
}

function added(before: readonly ProblemCount[], counts: Tally['counts']): ProblemCount[] {
  const sums = new Map(before.map(({ code, severity, count }) => [`${severity} ${code}`, count]))
  for (const [key, count] of Object.entries(counts)) sums.set(key, (sums.get(key) ?? 0) + count)
  return [...sums]
    .map(([key, count]) => {
      const [severity, code] = key.split(' ') as [ProblemCount['severity'], string]
      return { code, severity, count }
    })
    .sort(byCount)
}

export function byCount(a: ProblemCount, b: ProblemCount): number {
  return b.count - a.count || a.code.localeCompare(b.code)
}

/** Imports that weren't started for a day. */
export async function listForgotten(db: Db, siteId: number): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('csv_card_item_imports')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('state', '=', 'mapping')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .limit(500)
    .execute()
  return rows as ImportRow[]
}

/** Removes source cells of recently placed orders, including unused columns, which are no longer needed. */
export async function forgetSources(db: Db, siteId: number): Promise<void> {
  await sql`
    update card_recipient_details r set source = null
    from card_items i join orders o on o.site_id = i.site_id and o.id = i.order_id
    where o.site_id = ${siteId} and o.placed_at > now() - interval '3 hours' and o.status <> 'cart'
      and r.site_id = i.site_id and r.card_item_id = i.id and r.source is not null`.execute(db)
}

/** Removes up to so many people of an import, the last first. @returns how many */
export function removeImported(db: Db, row: ImportRow, most: number): Promise<number> {
  const ofImport = sql<boolean>`import_id = ${row.id} and position > ${row.base_position}`
  return removeFrom(db, row, ofImport, 'desc', most)
}

/** Removes up to this many people who were on the list before an import. @returns how many */
export function removeReplaced(db: Db, row: ImportRow, most: number): Promise<number> {
  return removeFrom(db, row, sql<boolean>`position <= ${row.base_position}`, 'asc', most)
}

/** Up to a place, not those of a list of places: for that the embedded database went through both again and again. */
async function removeFrom(
  db: Db,
  { site_id, card_item_id }: ImportRow,
  which: RawBuilder<boolean>,
  direction: 'asc' | 'desc',
  most: number,
): Promise<number> {
  const last = await db
    .selectFrom('card_recipient_details')
    .select('position')
    .where('site_id', '=', site_id)
    .where('card_item_id', '=', card_item_id)
    .where(which)
    .orderBy('position', direction)
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  const some = db
    .deleteFrom('card_recipient_details')
    .where('site_id', '=', site_id)
    .where('card_item_id', '=', card_item_id)
    .where(which)
  const removed =
    last === undefined ? some : some.where('position', direction === 'asc' ? '<=' : '>=', last.position)
  const { numDeletedRows } = await removed.executeTakeFirst()
  return Number(numDeletedRows)
}

/** What is said of an import's people once they are compared with everybody else. */
export async function countCompared(db: Db, row: ImportRow) {
  const { rows } = await sql<{ code: string; people: number }>`
    select code, count(*)::int as people from card_recipient_details, unnest(codes) code
    where site_id = ${row.site_id} and card_item_id = ${row.card_item_id} and import_id = ${row.id}
      and codes <> '{}' and code in ('warning', 'duplicate', 'already_received') group by 1`.execute(db)
  return new Map(rows.map(({ code, people }) => [code, people]))
}

export async function findMapping(
  db: Db,
  actor: Customer,
  signature: string,
): Promise<ColumnMeaning[] | undefined> {
  const row = await db
    .selectFrom('import_mappings')
    .select('meanings')
    .where('site_id', '=', actor.siteId)
    .where('customer_id', '=', actor.customerId)
    .where('signature', '=', signature)
    .executeTakeFirst()
  return row?.meanings as ColumnMeaning[] | undefined
}

export async function keepMapping(
  db: Db,
  actor: Customer,
  signature: string,
  meanings: readonly ColumnMeaning[],
): Promise<void> {
  await db
    .insertInto('import_mappings')
    .values({
      site_id: actor.siteId,
      customer_id: actor.customerId,
      signature,
      meanings: json(meanings) as never,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'customer_id', 'signature'])
        .doUpdateSet({ meanings: json(meanings) as never, updated_at: sql<Date>`now()` }),
    )
    .execute()
}
