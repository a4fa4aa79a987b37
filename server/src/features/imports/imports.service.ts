import { createHash, randomBytes } from 'node:crypto'
import type { importRecipients, patchImport } from '@laurel/contract/imports'
import { tidyLine } from '@laurel/domain/printable-text'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { apart, commitStep, inSite, keptProgress } from '../../database/in-site.ts'
import { FairTurns } from '../../fair-turns.ts'
import type { Customer } from '../../http/actor.ts'
import type { StoredUpload } from '../../http/multipart.ts'
import { readCardItemRow } from '../card-items/card-items.repo.ts'
import { lockItem } from '../card-items/card-items.service.ts'
import { judgeOf } from '../card-items/judge-list-again.ts'
import { lastPosition } from '../card-items/recipients.repo.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { type Column, findColumns, headingsOf, isErrorsFile, isSure, withMeanings } from './columns.ts'
import { type ImportWire, importLine, importWire } from './import-wire.ts'
import {
  countBeingRead,
  findSameFile,
  type ImportRow,
  insertImport,
  listImportRows,
  lockImport,
  readImportRow,
  timeOf,
  updateImport,
} from './imports.repo.ts'
import { lookAtWorkbook } from './list-reader.ts'
import type { ListFormat } from './list-source.ts'
import { remember, understand } from './remembered-columns.ts'
import type { TableRow } from './row-cutter.ts'
import { type RunKit, runImport, undoImport } from './run-import.ts'
import { isWorkbook, lookAtText } from './text-format.ts'
import { unreadable } from './unreadable.ts'
import { dropOldestWaiting } from './waiting-files.ts'

export type ImportKit = RunKit & {
  /** Enqueues, in the caller's transaction, the job that reads the import. @param startAfter seconds */
  enqueue(
    db: Db,
    owner: Pick<Customer, 'siteId' | 'customerId'>,
    importId: number,
    startAfter?: number,
  ): Promise<void>
}
type Asked = Pick<z.output<typeof importRecipients.body>, 'card_item_id'> &
  Partial<z.output<typeof importRecipients.body>>
type Change = z.output<typeof patchImport.body>

/** A list this short is read while the customer waits. */
const READ_AT_ONCE_BYTES = 1_000_000
/** Workbooks are packed. */
const READ_AT_ONCE_WORKBOOK_BYTES = 100_000
/** How much of pasted rows is checked, the same as of a file: checking blocks other requests. */
const PASTED_HEAD_BYTES = 256 * 1024
/** Cells of a sample are shown, not kept. */
const SAMPLE_ROWS = 21
const SAMPLE_CELL = 500
/** Files of one customer that may wait or be read at the same time. */
const MAX_OPEN_IMPORTS = 5

type List = Pick<StoredUpload, 'key' | 'name' | 'bytes' | 'sha256' | 'head' | 'isUtf8'> & {
  isPasted: boolean
}

/**
 * Imports a file, or pasted rows, into a card item's list. Short, clear lists are complete when this returns; a
 * job reads longer ones, and unclear ones wait for a check.
 *
 * @throws {Refusal} `not_found`, `validation_failed` without a list, `import_unreadable`, `order_is_frozen`,
 * `card_item_not_editable`, `limit_exceeded` beyond the site's people per list
 */
export async function takeList(
  kit: ImportKit,
  actor: Customer,
  limits: LimitsRecord,
  asked: Asked,
  file: StoredUpload | undefined,
): Promise<ImportWire> {
  const { importId } = keptProgress<{ importId: number }>() ?? (await takeNewList(kit, actor, asked, file))
  // Reading commits batch by batch, on its own.
  await apart(async () => {
    const row = await inSite(kit.pool, actor.siteId, (db) => readImportRow(db, actor, importId))
    if (row.state === 'mapping') await dropOldestWaiting(kit, actor)
    if (row.state === 'queued' && isShort(row)) await readWhileWaitedFor(kit, actor, row.id)
  })
  return readImport(kit, actor, limits, importId)
}

async function takeNewList(kit: ImportKit, actor: Customer, asked: Asked, file: StoredUpload | undefined) {
  const list = await listOf(kit, asked.text, file)
  const { id: importId } = await beginImport(kit, actor, asked, list).catch(async (cause: unknown) => {
    if (list.isPasted) await kit.files.remove(list.key).catch(() => {})
    throw cause
  })
  await commitStep({ importId })
  file?.keep()
  return { importId }
}

/** If a fault interrupts reading, the job continues, and the customer sees the current state. */
async function readWhileWaitedFor(kit: ImportKit, actor: Customer, id: number): Promise<void> {
  const refusal = await runImport(kit, actor.siteId, id).catch(() => undefined)
  if (refusal !== undefined) throw refusal
}

async function listOf(
  kit: ImportKit,
  text: string | undefined,
  file: StoredUpload | undefined,
): Promise<List> {
  const hasText = (text ?? '').trim() !== ''
  if (hasText && file !== undefined) throw oneList('Send a file or rows, not both.')
  if (file !== undefined) return { ...file, isPasted: false }
  if (!hasText) throw oneList('Choose a file, or paste rows.')

  const rows = Buffer.from(text!.toWellFormed())
  const key = randomBytes(24).toString('base64url')
  const sha256 = createHash('sha256').update(rows).digest('base64url')
  const head = rows.subarray(0, PASTED_HEAD_BYTES)
  await kit.files.put(key, rows)
  return { key, name: '', bytes: rows.length, sha256, head, isUtf8: true, isPasted: true }
}

function oneList(message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field: 'file', code: 'required', message }])
}

/** Longer than a short list is read for. */
const READ_WITHIN_S = 10

/** Workbooks this process checks at once: each uses a thread with its own memory. */
const LOOKS = new FairTurns(2)

type Look = { format: ListFormat; rows: TableRow[]; sheet: string | null }

async function lookAt(
  kit: ImportKit,
  actor: Customer,
  { head, key, bytes, isUtf8, isPasted }: List,
): Promise<Look> {
  if (bytes === 0) throw unreadable('empty', 'This list is empty.')
  if (isWorkbook(head)) {
    const owner = `${actor.siteId}:${actor.customerId}`
    if (LOOKS.countOf(owner) >= MAX_OPEN_IMPORTS) throw tooManyOpen()
    const { rows, sheet } = await LOOKS.take(owner, () => lookAtWorkbook(kit.settings, key))
    if (rows.length === 0) throw unreadable('empty', 'The first sheet is empty.')
    return { format: { kind: 'xlsx' }, rows, sheet }
  }
  return { ...lookAtText(head, { isUtf8, isPasted, isWhole: bytes <= head.length }), sheet: null }
}

async function beginImport(kit: ImportKit, actor: Customer, asked: Asked, list: List): Promise<ImportRow> {
  // Refused before any checks.
  const begun = await inSite(kit.pool, actor.siteId, async (db) => {
    await lockItem(db, actor, asked.card_item_id)
    await assertFewOpen(db, actor)
    return timeOf(db)
  })
  await commitStep()
  const look = await lookAt(kit, actor, list)
  return inSite(kit.pool, actor.siteId, async (db) => {
    const item = await lockItem(db, actor, asked.card_item_id)
    const { isHeaded, columns } = await understand(db, actor, look.rows, asked)
    const mode = asked.mode ?? (isErrorsFile(columns) ? 'repair' : 'append')
    const repeats = mode === 'append' ? await findSameFile(db, actor.siteId, item.id, list.sha256) : undefined
    const sure = asked.mapping !== undefined || list.isPasted || isSure(columns, isHeaded, item.reward_type)
    const starts = sure && asked.review !== true && (repeats === undefined || asked.again === true)
    await assertFewOpen(db, actor)
    const row = await insertImport(db, actor.siteId, {
      card_item_id: item.id,
      company_id: actor.company?.id ?? null,
      created_at: begun,
      mode,
      state: starts ? 'queued' : 'mapping',
      file_name: tidyLine(list.name).toWellFormed(),
      file_key: list.key,
      file_kind: look.format.kind,
      file_bytes: list.bytes,
      sha256: list.sha256,
      format: look.format,
      sheet: look.sheet,
      has_header: isHeaded,
      columns,
      sample: sampleOf(look.rows),
      ignored_columns: ignoredOf(columns),
      mapping_is_sure: sure,
      repeats_id: repeats ?? null,
      base_position: await lastPosition(db, actor.siteId, item.id),
    })
    if (starts && isHeaded && asked.mapping !== undefined) await remember(db, actor, columns)
    if (starts) await kit.enqueue(db, actor, row.id, ...whileWaitedFor(row))
    return row
  })
}

async function assertFewOpen(db: Db, actor: Customer): Promise<void> {
  if ((await countBeingRead(db, actor)) >= MAX_OPEN_IMPORTS) throw tooManyOpen()
}

function tooManyOpen(): Refusal {
  return new Refusal('limit_exceeded', {
    limit: MAX_OPEN_IMPORTS,
    of: /*i18n*/ '{limit, number} files at a time',
  })
}

function isShort(row: ImportRow): boolean {
  return row.file_bytes <= (row.file_kind === 'xlsx' ? READ_AT_ONCE_WORKBOOK_BYTES : READ_AT_ONCE_BYTES)
}

function sampleOf(rows: readonly TableRow[]): TableRow[] {
  return rows.slice(0, SAMPLE_ROWS).map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => cell.slice(0, SAMPLE_CELL).toWellFormed()),
  }))
}

/** The columns that are left out, but for what we wrote beside a row to fix. */
function ignoredOf(columns: readonly Column[]): string[] {
  const ignored = columns.filter(({ heading, meaning }) => meaning === 'ignore' && heading !== '')
  return ignored.filter((column) => headingsOf([column]).length > 0).map(({ heading }) => heading)
}

/** @throws {Refusal} `not_found` */
export function readImport(
  kit: Pick<ImportKit, 'pool'>,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
): Promise<ImportWire> {
  return inSite(kit.pool, actor.siteId, async (db) =>
    wire(db, actor, limits, await readImportRow(db, actor, id)),
  )
}

async function wire(db: Db, actor: Customer, limits: LimitsRecord, row: ImportRow): Promise<ImportWire> {
  const repeated = row.repeats_id === null ? undefined : await findRepeated(db, actor, row.repeats_id)
  const item = await readCardItemRow(db, actor, row.card_item_id)
  const judge = row.state === 'mapping' ? judgeOf(item, limits) : undefined
  return importWire(row, repeated, item.denomination_cents, judge)
}

async function findRepeated(db: Db, actor: Customer, id: number) {
  return db
    .selectFrom('csv_card_item_imports')
    .select(['id', 'file_name', 'finished_at'])
    .where('site_id', '=', actor.siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** @throws {Refusal} `not_found` */
export function listImportsOf(kit: Pick<ImportKit, 'pool'>, actor: Customer, itemId: number) {
  return inSite(kit.pool, actor.siteId, async (db) => {
    const { denomination_cents: everyone } = await readCardItemRow(db, actor, itemId)
    const rows = await listImportRows(db, actor, itemId)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return rows.map((row) => importLine(row, byId.get(row.repeats_id ?? 0), everyone))
  })
}

/**
 * Sets the columns of a waiting list by hand.
 *
 * @throws {Refusal} `not_found`, `import_moved_on` if it's no longer waiting
 */
export function changeImport(
  kit: ImportKit,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
  change: Change,
): Promise<ImportWire> {
  return inSite(kit.pool, actor.siteId, async (db) => {
    const row = await lockWaiting(db, actor, id)
    const isHeaded = change.has_header ?? row.has_header
    const found = isHeaded === row.has_header ? row.columns : findColumns(row.sample, isHeaded)
    const columns = change.mapping ? withMeanings(found, change.mapping) : found
    const mode = change.mode ?? row.mode
    const repeats =
      mode === 'append' ? await findSameFile(db, actor.siteId, row.card_item_id, row.sha256) : undefined
    const changed = await updateImport(db, actor.siteId, id, {
      has_header: isHeaded,
      columns,
      mode,
      repeats_id: repeats ?? null,
      ignored_columns: ignoredOf(columns),
      mapping_is_sure: change.mapping !== undefined || row.mapping_is_sure,
    })
    return wire(db, actor, limits, changed)
  })
}

async function lockWaiting(db: Db, actor: Customer, id: number): Promise<ImportRow> {
  const seen = await readImportRow(db, actor, id)
  await lockItem(db, actor, seen.card_item_id)
  const row = await lockImport(db, actor.siteId, id)
  if (row === undefined) throw new Refusal('not_found')
  if (row.state !== 'mapping') throw new Refusal('import_moved_on', { state: row.state })
  return row
}

/**
 * Continues a waiting list and remembers its columns for the next one.
 *
 * @throws {Refusal} `not_found`, `import_moved_on`, `import_repeated` for a file that is already on the list,
 * without `again`; as {@link takeList} if it's read at once
 */
export async function beginReading(
  kit: ImportKit,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
  again: boolean,
): Promise<ImportWire> {
  const row = await inSite(kit.pool, actor.siteId, async (db) => {
    const waiting = await lockWaiting(db, actor, id)
    if (waiting.repeats_id !== null && !again) throw new Refusal('import_repeated')
    await assertFewOpen(db, actor)
    if (waiting.has_header) await remember(db, actor, waiting.columns)
    const queued = await updateImport(db, actor.siteId, id, {
      state: 'queued',
      base_position: await lastPosition(db, actor.siteId, waiting.card_item_id),
    })
    await kit.enqueue(db, actor, id, ...whileWaitedFor(queued))
    return queued
  })
  if (isShort(row)) await readWhileWaitedFor(kit, actor, id)
  return readImport(kit, actor, limits, id)
}

/** The request itself reads a short list. Its job is for a request that can't read it to the end. */
function whileWaitedFor(row: ImportRow): [startAfter?: number] {
  return isShort(row) ? [READ_WITHIN_S] : []
}

/** What a list is on its way to, when it can no longer be stopped. */
function stateOf(row: ImportRow | undefined): string {
  if (row === undefined) return 'gone'
  if (row.failure !== null) return row.failure.code === 'cancelled' ? 'cancelled' : 'failed'
  return row.finishing ? 'about to end' : row.state
}

/**
 * Stops an import: people it added are removed, and people it repaired are restored.
 *
 * @throws {Refusal} `not_found`, `import_moved_on` if it has ended, or is about to
 */
export async function stopImport(
  kit: ImportKit,
  actor: Customer,
  limits: LimitsRecord,
  id: number,
): Promise<ImportWire> {
  await inSite(kit.pool, actor.siteId, async (db) => {
    const seen = await readImportRow(db, actor, id)
    await lockItem(db, actor, seen.card_item_id)
    const row = await lockImport(db, actor.siteId, id)
    const isOpen = row !== undefined && ['mapping', 'queued', 'reading'].includes(row.state)
    if (!isOpen || row.finishing || row.failure !== null) {
      throw new Refusal('import_moved_on', { state: stateOf(row) })
    }
    const left = row.mode === 'repair' ? 'Your list didn’t change.' : 'No one was added.'
    const failure = { field: 'file', code: 'cancelled', message: `You stopped this import. ${left}` }
    await updateImport(db, actor.siteId, id, { state: 'reading', failure })
  })
  await undoImport(kit, actor.siteId, id)
  return readImport(kit, actor, limits, id)
}
