import { type FieldProblem, Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { readCardItemRow } from '../card-items/card-items.repo.ts'
import { LIVE_PAYMENT_STATES } from '../card-items/carts.repo.ts'
import { compareList } from '../card-items/compare-people.ts'
import { judgeOf } from '../card-items/judge-list-again.ts'
import type { Judge } from '../card-items/judged-recipient.ts'
import { totalsOf } from '../card-items/recipient-pages.ts'
import { insertImported, listBlocks } from '../card-items/recipients.repo.ts'
import { assertRoom } from '../card-items/recipients.service.ts'
import type { FileStore } from '../files/file-store.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import {
  addToImport,
  byCount,
  claimImport,
  countCompared,
  findImportRow,
  type ImportRow,
  isStillRead,
  lockImport,
  removeImported,
  removeReplaced,
  renewLease,
  updateImport,
} from './imports.repo.ts'
import type { Batch } from './judged-batches.ts'
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
  /** How closely reading is watched, where it is not the usual. */
  pace?: Pace
}

const PACE: Pace = { lookMs: 1_000, silentMs: 60_000 }
/** Slower than any reader is. */
const SKIPPED_PER_MS = 10

/** Another reader took over, or the import was stopped. */
class MovedOn extends Error {}
/** Its list is being paid: another run continues afterwards. */
class BeingPaid extends Error {}
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

/** More than any one file holds, whatever a site allows. */
const MAX_ROWS = 1_000_000
/** After this many faults in a row without progress, a list isn't retried. */
const MAX_TRIES = 3
const UNREAD =
  'This list could not be read, though nothing in it is known to be wrong. Save it as CSV once more and choose that file.'
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
    if (held.row.failure !== null) await takeBack(kit, siteId, id)
    else await readOn(kit, held)
    return undefined
  } catch (cause) {
    if (cause instanceof MovedOn) return undefined
    if (cause instanceof BeingPaid) {
      await release(kit, siteId, id)
      return undefined
    }
    if (!(cause instanceof Refusal)) {
      if (await isLastTry(kit, siteId, id)) await takeBack(kit, siteId, id)
      throw cause
    }
    await inSite(kit.pool, siteId, (db) => updateImport(db, siteId, id, { failure: failureOf(cause) }))
    await takeBack(kit, siteId, id)
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

/** Takes back what an import that has failed, or was cancelled, has done to its list; then its file. */
export async function takeBack(kit: Pick<RunKit, 'pool' | 'files'>, siteId: number, id: number) {
  for (;;) {
    const removed = await inSite(kit.pool, siteId, async (db) => {
      const seen = await findImportRow(db, siteId, id)
      if (seen === undefined) return 0
      const actor = await customerOf(db, seen)
      const held = await holdKind(db, siteId, seen.card_item_id)
      // Unchanged while it's being paid; a later run undoes what's needed.
      if (held?.is_being_paid) return 0
      const row = await lockImport(db, siteId, id)
      if (row === undefined || row.state !== 'reading') return 0
      // If it was placed in between, it can't change anymore.
      const count = held?.status === 'cart' ? await takeSomeBack(db, actor, row) : 0
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
    finished_at: new Date(),
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
    // Whom an earlier run has read is read past first.
    { lookMs, silentMs: silentMs + row.rows_read / SKIPPED_PER_MS },
  )
}

/** The import, if this run still has it. The item must be locked. */
async function stillOurs(db: Db, row: ImportRow): Promise<ImportRow> {
  const now = await lockImport(db, row.site_id, row.id)
  const isOurs =
    now !== undefined && now.state === 'reading' && now.failure === null && now.rows_read === row.rows_read
  if (!isOurs) throw new MovedOn()
  return now
}

function kindOf({ reward_type, reward_id }: Pick<CardItemRow, 'reward_type' | 'reward_id'>): string {
  return `${reward_type} ${reward_id}`
}

type HeldKind = { status: string; is_being_paid: boolean; kind: string }

/**
 * Holds the order of an item, in one statement with what the item's people are judged as.
 *
 * @returns undefined when the item is gone
 */
async function holdKind(db: Db, siteId: number, itemId: number): Promise<HeldKind | undefined> {
  type Row = Omit<HeldKind, 'kind'> & Pick<CardItemRow, 'reward_type' | 'reward_id'>
  const hold = async () => {
    const { rows } = await sql<Row>`
      select o.status, i.reward_type, i.reward_id, i.state = 'in_cart' and exists (
        select from payments p where p.site_id = o.site_id and p.order_id = o.id
          and p.state = any (${LIVE_PAYMENT_STATES}::text[])) as is_being_paid
      from orders o join card_items i on i.site_id = o.site_id and i.order_id = o.id
      where o.site_id = ${siteId} and i.id = ${itemId} for update of o`.execute(db)
    return rows[0]
  }
  const seen = await hold()
  // A draft moves to the next cart when its order is placed, so it may have moved while this waited.
  const row = seen === undefined || seen.status !== 'cart' ? await hold() : seen
  return row && { status: row.status, is_being_paid: row.is_being_paid, kind: kindOf(row) }
}

/**
 * Holds what an import writes to, and says what its people are judged as. A draft's list may grow while
 * the cart beside it is being paid; a list that is being paid itself waits until it is not.
 *
 * @throws {Refusal} `card_item_not_editable` when its order was placed
 */
async function holdOpen(db: Db, { site_id, card_item_id }: ImportRow): Promise<string> {
  const held = await holdKind(db, site_id, card_item_id)
  // An item that was removed takes its import along.
  if (held === undefined) throw new MovedOn()
  if (held.status !== 'cart') throw new Refusal('card_item_not_editable')
  if (held.is_being_paid) throw new BeingPaid()
  return held.kind
}

async function holdItem(db: Db, { actor, row }: Held): Promise<CardItemRow> {
  await holdOpen(db, row)
  return readCardItemRow(db, actor, row.card_item_id)
}

/** Few statements: on the embedded database everybody waits for each. */
function writeBatch(kit: RunKit, held: Held, judge: Judge, batch: Batch): Promise<ImportRow> {
  const { row } = held
  return inSite(kit.pool, row.site_id, async (db) => {
    const seen = await holdOpen(db, row)
    if (held.kind !== seen) throw new JudgedOtherwise()
    if (row.mode === 'repair') {
      const item = await readCardItemRow(db, held.actor, row.card_item_id)
      const tally = await repairPeople(db, item, judge, row, batch.repairs)
      return stillOursWith(await addToImport(db, row, tally, batch.bytesRead, batch.repairs.length))
    }
    await assertListHasRoom(db, held, batch.tally.people)
    await insertImported(db, row.site_id, row.card_item_id, row.id, batch.json)
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
    throw new Refusal('limit_exceeded', { limit: `${MAX_ROWS.toLocaleString('en-US')} rows` })
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
    await holdItem(db, held)
    const row = await stillOurs(db, read)
    if (row.rows_read === 0) throw nobody()
    return updateImport(db, row.site_id, row.id, { finishing: true, bytes_read: row.file_bytes })
  })
}

function nobody(): Refusal {
  const message = 'There is no one in this list, only a header row.'
  return new Refusal('import_unreadable', {}, [{ field: 'file', code: 'empty', message }])
}

/** Removes whom the list replaces, compares everybody, and says so. Safe to begin again. */
async function finish(kit: RunKit, held: Held, row: ImportRow): Promise<void> {
  if (row.mode === 'replace') await removeAllReplaced(kit, held, row)
  if (row.mode !== 'repair') await compareAll(kit, held, row)
  await inSite(kit.pool, row.site_id, async (db) => {
    await holdItem(db, held)
    const now = await stillOurs(db, row)
    await forgetRepair(db, now)
    const compared = await countCompared(db, now)
    const others = now.problem_counts.filter(({ code }) => !compared.has(code))
    const counts = [...compared].flatMap(([code, count]) =>
      code === 'warning' ? [] : [{ code, severity: 'warning' as const, count }],
    )
    await updateImport(db, row.site_id, row.id, {
      state: 'finished',
      finished_at: new Date(),
      leased_until: null,
      problem_counts: [...others, ...counts].sort(byCount),
      ...(now.mode !== 'repair' && { rows_with_warnings: compared.get('warning') ?? 0 }),
    })
  })
  await dropFile(kit, row)
}

async function compareAll(kit: RunKit, held: Held, row: ImportRow): Promise<void> {
  const item = await inSite(kit.pool, row.site_id, (db) => holdItem(db, held))
  await compareList(
    (step) =>
      inSite(kit.pool, row.site_id, async (db) => {
        await holdItem(db, held)
        await renewLease(db, await stillOurs(db, row))
        return step(db)
      }),
    item,
  )
}

async function removeAllReplaced(kit: RunKit, held: Held, row: ImportRow): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
    removed = await inSite(kit.pool, row.site_id, async (db) => {
      await holdItem(db, held)
      await renewLease(db, row)
      return removeReplaced(db, await stillOurs(db, row), REMOVED_AT_ONCE)
    })
  }
}

/** The customer's message about a file that couldn't be imported. */
function failureOf({ code, facts, errors }: Refusal): FieldProblem {
  const [first] = errors
  if (first !== undefined) return first
  if (code === 'limit_exceeded') return { field: 'file', code, message: `The limit is ${facts.limit}.` }
  return { field: 'file', code, message: 'The order can no longer change.' }
}
