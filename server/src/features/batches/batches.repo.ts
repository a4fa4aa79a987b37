import type { BatchKind, BatchStatus } from '@laurel/domain/batch-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Batches } from '../../database/generated/tables.ts'
import { anyOf, literal, literals, slice } from '../../database/sql.ts'
import { isStopped } from '../ledger/coverage.ts'

export type BatchRow = Omit<Selectable<Batches>, 'kind' | 'status'> & {
  kind: BatchKind
  status: BatchStatus
}

const FIRST_NUMBER = 1_001

/** Opens a batch under its site's next number. */
export async function insertBatch(
  db: Db,
  siteId: number,
  { kind, by, at }: { kind: BatchKind; by: string; at: Date },
): Promise<BatchRow> {
  const row = await db
    .with('taken', (counters) =>
      counters
        .insertInto('site_counters')
        .values({ site_id: siteId, name: 'batch', value: FIRST_NUMBER })
        .onConflict((conflict) =>
          conflict
            .columns(['site_id', 'name'])
            .doUpdateSet((eb) => ({ value: eb('site_counters.value', '+', 1) })),
        )
        .returning('value'),
    )
    .insertInto('batches')
    .columns([
      'site_id',
      'number',
      'kind',
      'delivery_count',
      'card_count',
      'created_by',
      'created_at',
      'updated_at',
    ])
    .expression(({ selectFrom }) =>
      selectFrom('taken').select((eb) => [
        eb.val(siteId).as('site_id'),
        eb(eb.val('B-'), '||', eb.cast<string>('taken.value', 'text')).as('number'),
        eb.val(kind).as('kind'),
        eb.lit(0).as('delivery_count'),
        eb.lit(0).as('card_count'),
        eb.val(by).as('created_by'),
        eb.val(at).as('created_at'),
        eb.val(at).as('updated_at'),
      ]),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as BatchRow
}

/** @throws {Refusal} `not_found` */
export async function readBatch(db: Db, siteId: number, id: number): Promise<BatchRow> {
  const row = await find(db, siteId, id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as BatchRow
}

/**
 * Like {@link readBatch}, and locks it until this transaction ends. Lock it before its orders and deliveries;
 * foreign keys to it, such as from a label, don't wait.
 */
export async function lockBatch(db: Db, siteId: number, id: number): Promise<BatchRow> {
  const row = await find(db, siteId, id).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as BatchRow
}

function find(db: Db, siteId: number, id: number) {
  return db.selectFrom('batches').selectAll().where('site_id', '=', siteId).where('id', '=', id)
}

/**
 * Changes a batch if it's still in the state that was read.
 *
 * @param heldBy only while this run has the lease
 * @returns false if it was changed first
 */
export async function changeBatch(
  db: Db,
  siteId: number,
  id: number,
  from: BatchStatus,
  change: Updateable<Batches>,
  heldBy?: string,
): Promise<boolean> {
  let update = db
    .updateTable('batches')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', from)
  if (heldBy !== undefined) update = update.where('held_by', '=', heldBy)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Leases a batch to create its files, unless another run has it.
 *
 * @returns undefined if there's nothing to do
 */
export async function holdBatch(
  db: Db,
  siteId: number,
  id: number,
  { by, at, until }: { by: string; at: Date; until: Date },
): Promise<BatchRow | undefined> {
  const row = await db
    .updateTable('batches')
    .set({ held_by: by, held_until: until, done_count: 0, updated_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'making')
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<', at)]))
    .returningAll()
    .executeTakeFirst()
  return row as BatchRow | undefined
}

export type BatchesAsked = {
  status?: readonly BatchStatus[] | undefined
  kind?: BatchKind | undefined
  limit: number
  offset: number
}

/** Newest first. */
export async function listBatchRows(
  db: Db,
  siteId: number,
  asked: BatchesAsked,
): Promise<{ rows: BatchRow[]; count: number }> {
  let query = db.selectFrom('batches').where('site_id', '=', siteId)
  if (asked.status !== undefined) query = query.where('status', 'in', [...asked.status])
  if (asked.kind !== undefined) query = query.where('kind', '=', asked.kind)
  const [rows, counted] = await Promise.all([
    query.selectAll().orderBy('id', 'desc').limit(asked.limit).offset(asked.offset).execute(),
    query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as BatchRow[], count: counted.count }
}

/** A site's batches that wait for a run, to create files or to buy labels. */
export function unfinishedBatches(db: Db, at: Date) {
  return db
    .selectFrom('batches')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', '=', literal('making')),
          eb.or([eb('held_until', 'is', null), eb('held_until', '<', at)]),
        ]),
        eb.ref('labels_wanted'),
      ]),
    )
}

export function listUnfinishedBatches(db: Db, siteId: number, at: Date) {
  return unfinishedBatches(db, at)
    .select(['id', 'status', 'labels_wanted'])
    .where('site_id', '=', siteId)
    .orderBy('id')
    .execute()
}

/** What a list shows about batches beside their rows. */
export async function factsOfBatches(db: Db, siteId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, BatchFacts>()
  const rows = await db
    .selectFrom('batches as b')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('deliveries as d')
          .innerJoin('orders as o', (join) =>
            join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
          )
          .select(({ eb, fn, not, exists }) => {
            const count = fn.countAll<number>()
            const printing = count.filterWhere('d.status', '=', 'printing')
            const labels = eb
              .selectFrom('shipments as s')
              .whereRef('s.site_id', '=', 'd.site_id')
              .whereRef('s.delivery_id', '=', 'd.id')
              .where('s.status', 'in', literals('asked', 'made', 'unknown'))
            const numbers = fn.agg<string[]>('array_agg', ['o.number']).distinct().orderBy('o.number')
            return [
              fn.count<number>('d.order_id').distinct().as('order_count'),
              slice(numbers, 1, SHOWN_ORDERS).as('order_numbers'),
              count
                .filterWhere('d.tracking_number', '=', '')
                .filterWhere('d.status', 'in', ['printing', 'mailed'])
                .as('without_tracking'),
              printing
                .filterWhere('d.tracking_number', '=', '')
                .filterWhere(not(exists(labels)))
                .as('without_label'),
              printing.filterWhere(isStopped).as('held'),
              printing.as('present'),
            ]
          })
          .whereRef('d.site_id', '=', 'b.site_id')
          .whereRef('d.batch_id', '=', 'b.id')
          .as('f'),
      (join) => join.onTrue(),
    )
    .select('b.id')
    .selectAll('f')
    .select(({ fn, exists, selectFrom }) => {
      const labels = selectFrom('shipments as s')
        .whereRef('s.site_id', '=', 'b.site_id')
        .whereRef('s.batch_id', '=', 'b.id')
      const usable = labels
        .where('s.status', '=', 'made')
        .where('s.label_key', '<>', '')
        .where('s.void_asked_at', 'is', null)
      return [
        labels
          .select(fn.countAll<number>().as('count'))
          .where('s.status', 'in', ['asked', 'unknown'])
          .$asScalar()
          .$notNull()
          .as('unknown_labels'),
        exists(usable).as('has_labels'),
      ]
    })
    .where('b.site_id', '=', siteId)
    .where('b.id', '=', anyOf(ids))
    .$narrowType<{ has_labels: boolean }>()
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, order_numbers: row.order_numbers ?? [] }] as const))
}

const SHOWN_ORDERS = 5

export type BatchFacts = {
  order_count: number
  order_numbers: string[]
  without_tracking: number
  /** Still to leave, with neither a label nor a number. */
  without_label: number
  unknown_labels: number
  /** Some of its labels were bought, and may be used. */
  has_labels: boolean
  /** Letters of orders that are on hold, or about to be refunded. */
  held: number
  /** Letters that still belong to it. */
  present: number
}

export function listFilesOf(db: Db, siteId: number, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('batch_files')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('batch_id', 'in', [...ids])
    .orderBy('file')
    .execute()
}
