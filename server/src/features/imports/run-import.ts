import { type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { problemDetail } from '../../http/problem-answer.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { readCardItemRow } from '../card-items/card-items.repo.ts'
import { compareList } from '../card-items/compare-people.ts'
import { judgeOf } from '../card-items/judge-list-again.ts'
import type { Judge } from '../card-items/judged-recipient.ts'
import { totalsOf } from '../card-items/recipient-pages.ts'
import { insertImported, listBlocks } from '../card-items/recipients.repo.ts'
import { assertRoom } from '../card-items/recipients.service.ts'
import type { FileStore } from '../files/file-store.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { BeingPaid, kindOf, lockKind, lockOpen, MovedOn, stillOurs } from './import-lock.ts'
import { countCompared, removeImported, removeReplaced } from './imported-people.repo.ts'
import {
  addToImport,
  byCount,
  claimImport,
  findImportRow,
  type ImportRow,
  isStillRead,
  lockImport,
  renewLease,
  updateImport,
} from './imports.repo.ts'
import type { JudgedBatch } from './judged-batches.ts'
import { readBatches, type StoreSettings } from './list-reader.ts'
import { forgetRepair, repairPeople, unrepairPeople } from './repair-people.ts'
import { type Pace, watchedBatches } from './watched-batches.ts'

export type RunKit = {
  pool: Pool
  files: FileStore
  settings: StoreSettings
  /** People written in one transaction, few enough not to block others. */
  batchRows: number
  /** Checked between batches: if true, a later run continues. */
  isStopping?: () => boolean
  /** How closely reading is watched. */
  pace?: Pace
}

const PACE: Pace = { lookMs: 1_000, silentMs: 60_000 }
/** Slower than any reader. */
const SKIPPED_PER_MS = 10

/** The card became of another kind while its list was read. */
class JudgedOtherwise extends Error {}

type Held = {
  row: ImportRow
  actor: Customer
  limits: LimitsRecord
  /** What its people are judged as: the card's kind and reward. */
  kind?: string
  /** How many more the list has room for, as far as is known. */
  room?: number
}

/** The limit of any file, whatever a site allows. */
const MAX_ROWS = 1_000_000
/** After this many faults in a row without progress, a list isn't retried. */
const MAX_TRIES = 3
const UNREAD = 'We couldn’t read this list. Save it as CSV again and choose that file.'
/** People removed in one transaction. */
const REMOVED_AT_ONCE = 2_000

/**
 * Reads an import's file into its list, from where an earlier run stopped: each batch with its progress in one
 * transaction, so a kill at any moment loses and repeats nothing. A file that can't be read to its end is
 * undone completely.
 *
 * @returns the refusal that ended it, if any
 */
export async function runImport(kit: RunKit, siteId: number, id: number): Promise<Refusal | undefined> {
  const held = await claim(kit, siteId, id)
  if (held === undefined) return undefined
  try {
    if (held.row.failure !== null) await undoImport(kit, siteId, id)
    else await readOn(kit, held)
    return undefined
  } catch (cause) {
    if (cause instanceof MovedOn) return undefined
    if (cause instanceof BeingPaid) {
      await release(kit, siteId, id)
      return undefined
    }
    if (!(cause instanceof Refusal)) {
      if (await isLastTry(kit, siteId, id)) await undoImport(kit, siteId, id)
      throw cause
    }
    await inSite(kit.pool, siteId, (db) => updateImport(db, siteId, id, { failure: failureOf(cause) }))
    await undoImport(kit, siteId, id)
    return cause
  }
}

/** Once every person is read, they stay, however often the last step is retried. */
function isLastTry(kit: RunKit, siteId: number, id: number): Promise<boolean> {
  return inSite(kit.pool, siteId, async (db) => {
    const row = await lockImport(db, siteId, id)
    if (row === undefined) return false
    const tries = row.tries + 1
    const isLast = tries >= MAX_TRIES && row.state === 'reading' && !row.finishing && row.failure === null
    await updateImport(db, siteId, id, {
      tries,
      leased_until: null,
      ...(isLast && { failure: { field: 'file', code: 'unread', message: UNREAD } }),
    })
    return isLast
  })
}

/** Undoes what a failed or canceled import did to its list, then removes its file. */
export async function undoImport(kit: Pick<RunKit, 'pool' | 'files'>, siteId: number, id: number) {
  for (;;) {
    const removed = await inSite(kit.pool, siteId, async (db) => {
      const seen = await findImportRow(db, siteId, id)
      if (seen === undefined) return 0
      const actor = await customerOf(db, seen)
      const locked = await lockKind(db, siteId, seen.card_item_id)
      // Unchanged while it's being paid; a later run undoes what's needed.
      if (locked?.isBeingPaid) return 0
      const row = await lockImport(db, siteId, id)
      if (row === undefined || row.state !== 'reading') return 0
      // If it was placed in between, it can't change anymore.
      const count = locked?.status === 'cart' ? await takeSomeBack(db, actor, row) : 0
      if (count < REMOVED_AT_ONCE) await endUntaken(db, row)
      return count
    })
    if (removed < REMOVED_AT_ONCE) break
  }
  const row = await inSite(kit.pool, siteId, (db) => lockImport(db, siteId, id))
  if (row !== undefined && row.file_key !== '') await dropFile(kit, row)
}

async function takeSomeBack(db: Db, actor: Customer, row: ImportRow): Promise<number> {
  if (row.mode !== 'repair') return removeImported(db, row, REMOVED_AT_ONCE)
  const item = await readCardItemRow(db, actor, row.card_item_id)
  return unrepairPeople(db, item, row, REMOVED_AT_ONCE)
}

async function endUntaken(db: Db, row: ImportRow) {
  await forgetRepair(db, row)
  return updateImport(db, row.site_id, row.id, {
    state: row.failure?.code === 'cancelled' ? 'cancelled' : 'failed',
    rows_added: 0,
    leased_until: null,
    finished_at: now,
  })
}

async function dropFile(kit: Pick<RunKit, 'pool' | 'files'>, row: ImportRow) {
  await kit.files.remove(row.file_key)
  await inSite(kit.pool, row.site_id, (db) => updateImport(db, row.site_id, row.id, { file_key: '' }))
}

async function claim(kit: RunKit, siteId: number, id: number): Promise<Held | undefined> {
  const site = await kit.pool
    .selectFrom('sites')
    .select('limits')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  return inSite(kit.pool, siteId, async (db) => {
    const row = await claimImport(db, siteId, id)
    if (row === undefined) return undefined
    return { row, actor: await customerOf(db, row), limits: site.limits as LimitsRecord }
  })
}

async function customerOf(db: Db, row: ImportRow): Promise<Customer> {
  const owner = await db
    .selectFrom('card_items as i')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'i.site_id').onRef('o.id', '=', 'i.order_id'),
    )
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .select(['c.id', 'c.email', 'c.email_verified'])
    .where('i.site_id', '=', row.site_id)
    .where('i.id', '=', row.card_item_id)
    .executeTakeFirst()
  if (owner === undefined) throw new MovedOn()
  return {
    siteId: row.site_id,
    customerId: owner.id,
    email: owner.email,
    emailVerified: owner.email_verified,
    registrationComplete: true,
    // Only for comparing people with those whom the company sent cards.
    ...(row.company_id !== null && { company: { id: row.company_id, role: '', capabilities: [] } }),
  }
}

function release(kit: RunKit, siteId: number, id: number) {
  return inSite(kit.pool, siteId, async (db) => {
    const row = await lockImport(db, siteId, id)
    if (row !== undefined) await updateImport(db, siteId, id, { leased_until: null })
  })
}

async function readOn(kit: RunKit, held: Held): Promise<void> {
  while (!held.row.finishing) {
    const judge = await inSite(kit.pool, held.row.site_id, async (db) => {
      const item = await readCardItemRow(db, held.actor, held.row.card_item_id)
      held.kind = kindOf(item)
      return judgeOf(item, held.limits)
    })
    try {
      for await (const batch of batchesOf(kit, held.row, judge)) {
        held.row = await writeBatch(kit, held, judge, batch)
        if (kit.isStopping?.()) {
          await release(kit, held.row.site_id, held.row.id)
          throw new MovedOn()
        }
      }
      held.row = await beginFinishing(kit, held, held.row)
    } catch (cause) {
      if (!(cause instanceof JudgedOtherwise)) throw cause
    }
  }
  await finish(kit, held, held.row)
}

function batchesOf(kit: RunKit, row: ImportRow, judge: Judge) {
  const list = { key: row.file_key, format: row.format, bytes: row.file_bytes }
  const request = {
    meanings: row.columns.map(({ meaning }) => meaning),
    hasHeader: row.has_header,
    judge,
    skip: row.rows_read,
    batchRows: kit.batchRows,
    isRepair: row.mode === 'repair',
  }
  const { lookMs, silentMs } = kit.pace ?? PACE
  return watchedBatches(
    (ending) => readBatches(kit.files, kit.settings, list, request, ending),
    () => inSite(kit.pool, row.site_id, (db) => isStillRead(db, row)),
    () => new MovedOn(),
    // The rows of an earlier run are skipped first.
    { lookMs, silentMs: silentMs + row.rows_read / SKIPPED_PER_MS },
  )
}

async function lockItem(db: Db, { actor, row }: Held): Promise<CardItemRow> {
  await lockOpen(db, row)
  return readCardItemRow(db, actor, row.card_item_id)
}

/** Few queries: on the embedded database, every request waits for each. */
function writeBatch(kit: RunKit, held: Held, judge: Judge, batch: JudgedBatch): Promise<ImportRow> {
  const { row } = held
  return inSite(kit.pool, row.site_id, async (db) => {
    const seen = await lockOpen(db, row)
    if (held.kind !== seen) throw new JudgedOtherwise()
    if (row.mode === 'repair') {
      const item = await readCardItemRow(db, held.actor, row.card_item_id)
      const tally = await repairPeople(db, item, judge, row, batch.repairs)
      return stillOursWith(await addToImport(db, row, tally, batch.bytesRead, batch.repairs.length))
    }
    await assertListHasRoom(db, held, batch.tally.people)
    await insertImported(db, row.site_id, row.card_item_id, row.id, batch.columns)
    return stillOursWith(await addToImport(db, row, batch.tally, batch.bytesRead, batch.tally.people))
  })
}

function stillOursWith(row: ImportRow | undefined): ImportRow {
  if (row === undefined) throw new MovedOn()
  return row
}

/** Near the limit the list is counted; otherwise the known count is enough. */
const COUNTED_WITHIN = 5_000

async function assertListHasRoom(db: Db, held: Held, more: number) {
  const { row, limits } = held
  if (row.rows_read + more > MAX_ROWS) {
    throw new Refusal('limit_exceeded', { limit: MAX_ROWS, of: /*i18n*/ '{limit, number} rows' })
  }
  if (row.mode === 'replace') return assertRoom(row.rows_added + more, limits)
  held.room ??= 0
  if (held.room < COUNTED_WITHIN) {
    const { people } = totalsOf(await listBlocks(db, row.site_id, row.card_item_id, null))
    assertRoom(people + more, limits)
    held.room = limits.max_recipients - people
  }
  held.room -= more
}

function beginFinishing(kit: RunKit, held: Held, read: ImportRow): Promise<ImportRow> {
  return inSite(kit.pool, read.site_id, async (db) => {
    await lockItem(db, held)
    const row = await stillOurs(db, read)
    if (row.rows_read === 0) throw onlyHeaders()
    return updateImport(db, row.site_id, row.id, { finishing: true, bytes_read: row.file_bytes })
  })
}

function onlyHeaders(): Refusal {
  const message = 'This list only has a header row.'
  return new Refusal('import_unreadable', {}, [{ field: 'file', code: 'empty', message }])
}

/** Removes the people a list replaces, compares everyone, and ends the import. Safe to repeat. */
async function finish(kit: RunKit, held: Held, row: ImportRow): Promise<void> {
  if (row.mode === 'replace') await removeAllReplaced(kit, held, row)
  if (row.mode !== 'repair') await compareAll(kit, held, row)
  await inSite(kit.pool, row.site_id, async (db) => {
    await lockItem(db, held)
    const current = await stillOurs(db, row)
    await forgetRepair(db, current)
    const compared = await countCompared(db, current)
    const others = current.problem_counts.filter(({ code }) => !compared.has(code))
    const counts = [...compared].flatMap(([code, count]) =>
      code === 'warning' ? [] : [{ code, severity: 'warning' as const, count }],
    )
    await updateImport(db, row.site_id, row.id, {
      state: 'finished',
      finished_at: now,
      leased_until: null,
      problem_counts: [...others, ...counts].sort(byCount),
      ...(current.mode !== 'repair' && { rows_with_warnings: compared.get('warning') ?? 0 }),
    })
  })
  await dropFile(kit, row)
}

async function compareAll(kit: RunKit, held: Held, row: ImportRow): Promise<void> {
  const item = await inSite(kit.pool, row.site_id, (db) => lockItem(db, held))
  await compareList(
    (step) =>
      inSite(kit.pool, row.site_id, async (db) => {
        await lockItem(db, held)
        await renewLease(db, await stillOurs(db, row))
        return step(db)
      }),
    item,
  )
}

async function removeAllReplaced(kit: RunKit, held: Held, row: ImportRow): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
    removed = await inSite(kit.pool, row.site_id, async (db) => {
      await lockItem(db, held)
      await renewLease(db, row)
      return removeReplaced(db, await stillOurs(db, row), REMOVED_AT_ONCE)
    })
  }
}

/** The customer's message about a file that couldn't be imported. */
function failureOf(refusal: Refusal): FieldProblem {
  const { code, errors } = refusal
  const [first] = errors
  if (first !== undefined) return first
  if (code === 'limit_exceeded') return { field: 'file', code, message: problemDetail(refusal) }
  return { field: 'file', code, message: 'The order can no longer change.' }
}
