import { type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type { RawBuilder, Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Look } from '../../database/due-sites.ts'
import type { CsvCardItemImports } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { ago, fromNow, literal, literals, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { itemIdsOf } from '../card-items/carts.repo.ts'
import { refusalOf } from '../card-items/shared-drafts.repo.ts'
import type { Column } from './columns.ts'
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
export type ImportChange = Omit<Updateable<CsvCardItemImports>, keyof Json | keyof Words | 'finished_at'> &
  Partial<Json> &
  Partial<Words> & { finished_at?: typeof now | null }

const JSON_COLUMNS: ReadonlyArray<keyof Json> = [
  'format',
  'columns',
  'sample',
  'ignored_columns',
  'errors',
  'problem_counts',
  'failure',
]

function jsonOf(change: ImportChange): Partial<Record<keyof Json, RawBuilder<unknown>>> {
  const given = JSON_COLUMNS.filter((column) => change[column] !== undefined && change[column] !== null)
  return Object.fromEntries(given.map((column) => [column, json(change[column])]))
}

export function insertImport(
  db: Db,
  siteId: number,
  values: ImportChange & { card_item_id: number; mode: Words['mode']; state: Words['state'] },
): Promise<ImportRow> {
  return db
    .insertInto('csv_card_item_imports')
    .values({ ...values, ...jsonOf(values), site_id: siteId })
    .returningAll()
    .$narrowType<Json & Words>()
    .executeTakeFirstOrThrow()
}

export function updateImport(db: Db, siteId: number, id: number, change: ImportChange): Promise<ImportRow> {
  return db
    .updateTable('csv_card_item_imports')
    .set({ ...change, ...jsonOf(change) })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Json & Words>()
    .executeTakeFirstOrThrow()
}

/** An import of any customer, for its reader. */
export function findImportRow(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  return importById(db, siteId, id).executeTakeFirst()
}

function importById(db: Db, siteId: number, id: number) {
  return db
    .selectFrom('csv_card_item_imports')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .$narrowType<Json & Words>()
}

/** An import, locked until the transaction ends. Lock its item's order first. */
export function lockImport(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  return importById(db, siteId, id).forUpdate().executeTakeFirst()
}

function importsOf(db: Db, actor: Customer) {
  return db
    .selectFrom('csv_card_item_imports as import')
    .where('import.site_id', '=', actor.siteId)
    .where('import.card_item_id', 'in', itemIdsOf(db, actor))
}

/** How many lists of a customer's are being read, or wait for their turn. */
export async function countBeingRead(db: Db, actor: Customer): Promise<number> {
  const { count } = await importsOf(db, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import.state', 'in', ['queued', 'reading'])
    .executeTakeFirstOrThrow()
  return count
}

/** A customer's files waiting for a check, newest first. */
export async function listWaitingFor(
  db: Db,
  actor: Customer,
): Promise<Array<Pick<ImportRow, 'id' | 'file_key' | 'file_bytes'>>> {
  return importsOf(db, actor)
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
    .set({ state: 'cancelled', finished_at: now, failure: json(failure) })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', '=', 'mapping')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ended imports whose files remain because the process was killed. */
function leftFiles(db: Db) {
  return db
    .selectFrom('csv_card_item_imports')
    .where('file_key', '<>', literal(''))
    .where('state', 'in', ['finished', 'failed', 'cancelled'])
    .where('finished_at', '<', ago('10 minutes'))
}

export function listLeftFiles(db: Db, siteId: number): Promise<Array<Pick<ImportRow, 'id' | 'file_key'>>> {
  return leftFiles(db).select(['id', 'file_key']).where('site_id', '=', siteId).limit(500).execute()
}

/** The sites that have files to remove. */
export const lookForFiles = (db: Db) => leftFiles(db).select('site_id').union(forgotten(db).select('site_id'))

/** @throws {Refusal} `not_found` if it's missing or another customer's */
export async function readImportRow(db: Db, actor: Customer, id: number): Promise<ImportRow> {
  const row = await importsOf(db, actor)
    .selectAll('import')
    .where('import.id', '=', id)
    .$narrowType<Json & Words>()
    .executeTakeFirst()
  if (row === undefined) {
    const seen = db.selectFrom('csv_card_item_imports').select('card_item_id')
    const found = await seen.where('site_id', '=', actor.siteId).where('id', '=', id).executeTakeFirst()
    throw found === undefined ? new Refusal('not_found') : await refusalOf(db, actor, found.card_item_id)
  }
  return row
}

export function listImportRows(db: Db, actor: Customer, itemId: number): Promise<ImportRow[]> {
  return importsOf(db, actor)
    .selectAll('import')
    .where('import.card_item_id', '=', itemId)
    .orderBy('import.id', 'desc')
    .limit(20)
    .$narrowType<Json & Words>()
    .execute()
}

/** The last import of this same file into this list, if it's running or some of its people remain. */
export async function findSameFile(
  db: Db,
  siteId: number,
  itemId: number,
  sha256: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('csv_card_item_imports as import')
    .select('id')
    .where('import.site_id', '=', siteId)
    .where('import.card_item_id', '=', itemId)
    .where('import.sha256', '=', sha256)
    .where('import.mode', '<>', 'repair')
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        eb('import.state', 'in', ['queued', 'reading']),
        and([
          eb('import.state', '=', 'finished'),
          exists(
            selectFrom('card_recipient_details as person')
              .whereRef('person.site_id', '=', 'import.site_id')
              .whereRef('person.card_item_id', '=', 'import.card_item_id')
              .whereRef('person.position', '>', 'import.base_position')
              .whereRef('person.import_id', '=', 'import.id'),
          ),
        ]),
      ]),
    )
    .orderBy('import.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The database's time, which people and imports are stamped with. */
export async function timeOf(db: Db): Promise<Date> {
  const row = await db.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()
  return row.now
}

/** How long a reader may be silent before another replaces it. */
const LEASE = fromNow('20 seconds')

/** @returns undefined if there's nothing to read, or another reader has it */
export function claimImport(db: Db, siteId: number, id: number): Promise<ImportRow | undefined> {
  return db
    .updateTable('csv_card_item_imports')
    .set(({ fn }) => ({
      state: 'reading',
      leased_until: LEASE,
      // The first start: `least` skips null. A distributed database refuses `now()` in `coalesce`.
      started_at: fn<Date>('least', ['started_at', now]),
    }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'reading'])
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .returningAll()
    .$narrowType<Json & Words>()
    .executeTakeFirst()
}

/** The sites that have imports to be read, or being read. */
export const lookForUnfinished: Look = (db) =>
  db
    .selectFrom('csv_card_item_imports')
    .select('site_id')
    .distinct()
    .where('state', 'in', literals('queued', 'reading'))

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
export async function renewLease(db: Db, { site_id, id }: ImportRow): Promise<void> {
  await db
    .updateTable('csv_card_item_imports')
    .set({ leased_until: LEASE })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute()
}

/** A running import that hasn't failed or been canceled, to renew its lease. */
function running(db: Db, { site_id, id }: ImportRow) {
  return db
    .updateTable('csv_card_item_imports')
    .set({ leased_until: LEASE })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .where('failure', 'is', null)
}

/** Renews a running reader's lease. @returns whether its import is still to be read */
export async function isStillRead(db: Db, row: ImportRow): Promise<boolean> {
  const { numUpdatedRows } = await running(db, row).executeTakeFirst()
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
  const { numUpdatedRows } = await running(db, row)
    .set({ ...change, ...jsonOf(change) })
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
function forgotten(db: Db) {
  return db
    .selectFrom('csv_card_item_imports')
    .where('state', '=', literal('mapping'))
    .where('created_at', '<', ago('1 day'))
}

export function listForgotten(db: Db, siteId: number): Promise<ImportRow[]> {
  return forgotten(db)
    .selectAll()
    .where('site_id', '=', siteId)
    .limit(500)
    .$narrowType<Json & Words>()
    .execute()
}
