import { Refusal } from '@laurel/domain/refusal'
import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import { expressionBuilder, type Selectable, type Updateable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Shipments } from '../../database/generated/tables.ts'
import { anyOf, literal, literals } from '../../database/sql.ts'
import { isStopped } from '../ledger/coverage.ts'

export type ShipmentRow = Omit<Selectable<Shipments>, 'carrier' | 'status'> & {
  carrier: TrackedCarrier
  status: 'asked' | 'made' | 'unknown' | 'void' | 'failed'
}

/** @throws {Refusal} `not_found` */
export async function readShipment(db: Db, siteId: number, id: number): Promise<ShipmentRow> {
  const row = await db
    .selectFrom('shipments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as ShipmentRow
}

export type NewShipment = {
  deliveryId: number
  batchId: number
  carrier: TrackedCarrier
  service: string
  requestKey: string
}

/**
 * Records that the carrier is about to be asked for a label.
 *
 * @returns undefined if the delivery has one, or one was asked for
 */
export async function insertShipment(
  db: Db,
  siteId: number,
  { deliveryId, batchId, carrier, service, requestKey }: NewShipment,
  at: Date,
): Promise<ShipmentRow | undefined> {
  const row = await db
    .insertInto('shipments')
    .values({
      site_id: siteId,
      delivery_id: deliveryId,
      batch_id: batchId,
      carrier,
      service,
      request_key: requestKey,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row as ShipmentRow | undefined
}

/** @returns false if it's no longer in that state */
export async function changeShipment(
  db: Db,
  siteId: number,
  id: number,
  from: readonly ShipmentRow['status'][],
  change: Updateable<Shipments>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shipments')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The carrier was never asked. */
export async function forgetShipment(db: Db, siteId: number, id: number): Promise<void> {
  await db
    .deleteFrom('shipments')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .execute()
}

/** Forgets refused labels, so that the carrier is asked again. */
export async function forgetFailed(db: Db, siteId: number, batchId: number): Promise<void> {
  await db
    .deleteFrom('shipments')
    .where('site_id', '=', siteId)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'failed')
    .execute()
}

/** The next letters of a batch without a label, and for which none was refused. */
export async function listWithoutLabel(
  db: Db,
  siteId: number,
  batchId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .select('d.id')
    .where('d.site_id', '=', siteId)
    .where('d.batch_id', '=', batchId)
    .where('d.status', '=', 'printing')
    .where('d.tracking_number', '=', '')
    .where(({ and, not, exists, selectFrom }) => {
      const labels = selectFrom('shipments as s')
        .whereRef('s.site_id', '=', 'd.site_id')
        .whereRef('s.delivery_id', '=', 'd.id')
        .where((eb) => {
          const failedHere = eb.and([
            eb('s.status', '=', 'failed'),
            eb('s.batch_id', '=', eb.ref('d.batch_id')),
          ])
          return eb.or([eb('s.status', 'in', ['asked', 'made', 'unknown']), failedHere])
        })
      return and([not(isStopped), not(exists(labels))])
    })
    .orderBy('d.batch_position')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The file keys of a batch's usable labels, in the order its letters are printed. */
export async function listLabelKeys(db: Db, siteId: number, batchId: number): Promise<string[]> {
  const rows = await withLetters(db)
    .select('s.label_key')
    .where('s.site_id', '=', siteId)
    .whereRef('d.batch_id', '=', 's.batch_id')
    .where('s.batch_id', '=', batchId)
    .where('s.status', '=', literal('made'))
    .where('s.label_key', '<>', '')
    .where('s.void_asked_at', 'is', null)
    .orderBy('d.batch_position')
    .orderBy('s.id')
    .execute()
  return rows.map(({ label_key }) => label_key)
}

/** Labels, as `s`, with their letters, as `d`. */
function withLetters(db: Db) {
  return db
    .selectFrom('shipments as s')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 's.site_id').onRef('d.id', '=', 's.delivery_id'),
    )
}

/** Purchases whose answer was lost: asked longer ago than any answer takes, and not settled. */
function lost(db: Db, before: Date) {
  return db
    .selectFrom('shipments as s')
    .where('s.status', 'in', literals('asked', 'unknown'))
    .where('s.updated_at', '<', before)
}

export async function listLost(db: Db, siteId: number, before: Date, limit: number): Promise<ShipmentRow[]> {
  const rows = await lost(db, before)
    .selectAll()
    .where('s.site_id', '=', siteId)
    .orderBy('s.updated_at')
    .limit(limit)
    .execute()
  return rows as ShipmentRow[]
}

/** Retires a used label, so that a returned letter can get another one when it's sent again. */
export async function retireUsed(db: Db, siteId: number, at: Date): Promise<void> {
  await db
    .updateTable('shipments as s')
    .set({ status: 'void', problem: 'Used. Its letter was returned and is sent again.', updated_at: at })
    .where('s.site_id', '=', siteId)
    .where('s.status', '=', literal('made'))
    .where(({ and, exists, selectFrom }) => {
      const elsewhere = selectFrom('deliveries as d')
        .whereRef('d.site_id', '=', 's.site_id')
        .whereRef('d.id', '=', 's.delivery_id')
        .whereRef('d.batch_id', 'is distinct from', 's.batch_id')
        .where('d.status', '<>', 'replaced')
      return and([exists(elsewhere), exists(mailedSince)])
    })
    .execute()
}

/** The history entry of a letter that was mailed with its label `s`. */
const mailedSince = expressionBuilder<Database & { s: Shipments }, 's'>()
  .selectFrom('delivery_events as e')
  .whereRef('e.site_id', '=', 's.site_id')
  .whereRef('e.delivery_id', '=', 's.delivery_id')
  .where('e.event', '=', 'mailed')
  .whereRef('e.at', '>=', 's.created_at')

/** Labels being voided whose answer from the carrier is still missing. */
function beingVoided(db: Db, before: Date) {
  return db
    .selectFrom('shipments as s')
    .where('s.status', '=', literal('made'))
    .where('s.void_asked_at', '<=', before)
}

export async function listBeingVoided(
  db: Db,
  siteId: number,
  before: Date,
  limit: number,
): Promise<ShipmentRow[]> {
  const rows = await beingVoided(db, before)
    .selectAll()
    .where('s.site_id', '=', siteId)
    .orderBy('s.void_asked_at')
    .limit(limit)
    .execute()
  return rows as ShipmentRow[]
}

/** The letters among these that are tracked by a label being voided. */
export async function listLosingLabel(db: Db, siteId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await withLetters(db)
    .select('d.id')
    .where('s.site_id', '=', siteId)
    .whereRef('d.batch_id', '=', 's.batch_id')
    .where('s.delivery_id', '=', anyOf(ids))
    .where('s.status', '=', literal('made'))
    .where('s.void_asked_at', 'is not', null)
    .whereRef('d.tracking_number', '=', 's.tracking_number')
    .orderBy('d.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a label's letter before the label, in the same order as mailing does. */
export async function holdLetterOf(db: Db, siteId: number, shipmentId: number): Promise<void> {
  await db
    .selectFrom('deliveries')
    .where('site_id', '=', siteId)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('shipments')
        .select('delivery_id')
        .where('site_id', '=', siteId)
        .where('id', '=', shipmentId),
    )
    .forUpdate()
    .execute()
}

/** Unneeded labels: their letter is in another batch, waits, or is gone. A label it was mailed with is used. */
function unneeded(db: Db) {
  return withLetters(db)
    .where('s.status', '=', literal('made'))
    .where(({ eb, and, or, not, exists, ref }) => {
      const isElsewhere = eb('d.batch_id', 'is distinct from', ref('s.batch_id'))
      const isUnused = or([isElsewhere, eb('d.status', 'in', ['queued', 'replaced', 'cancelled'])])
      return and([isUnused, not(exists(mailedSince))])
    })
}

/** Older labels are no longer looked for: carriers take back none of them. */
const VOIDABLE_MS = 90 * 24 * 3_600_000

/** The sites that have labels to ask about, or to void. */
export function lookForLabels(db: Db, before: Date, at: Date) {
  const since = new Date(at.getTime() - VOIDABLE_MS)
  return lost(db, before)
    .select('s.site_id')
    .union(beingVoided(db, before).select('s.site_id'))
    .union(unneeded(db).select('s.site_id').where('s.created_at', '>', since))
}

export async function listUnneeded(db: Db, siteId: number, limit: number): Promise<ShipmentRow[]> {
  return unneeded(db)
    .selectAll('s')
    .where('s.site_id', '=', siteId)
    .orderBy('s.id')
    .limit(limit)
    .$narrowType<Pick<ShipmentRow, 'carrier' | 'status'>>()
    .execute()
}

/** Stores a letter's label. Its tracking number becomes the letter's, unless staff entered another one. */
export async function putTracking(
  db: Db,
  siteId: number,
  { delivery_id, batch_id, carrier }: ShipmentRow,
  trackingNumber: string,
  at: Date,
): Promise<void> {
  if (trackingNumber === '') return
  await db
    .with('changed', (ctes) =>
      ctes
        .updateTable('deliveries')
        .set({ carrier, tracking_number: trackingNumber, updated_at: at })
        .where('site_id', '=', siteId)
        .where('id', '=', delivery_id)
        .where('batch_id', '=', batch_id)
        .where('tracking_number', '=', '')
        .returning(['order_id', 'reward_type']),
    )
    .updateTable('shipping_orders as s')
    .from('changed as c')
    .set({ tracking_number: trackingNumber, updated_at: at })
    .where('s.site_id', '=', siteId)
    .whereRef('s.order_id', '=', 'c.order_id')
    .where('s.reward_type', '=', 'bulk')
    .where('c.reward_type', '=', 'bulk')
    .execute()
}

/** A voided label no longer tracks its letter. */
export async function dropTracking(db: Db, siteId: number, shipment: ShipmentRow, at: Date): Promise<void> {
  if (shipment.tracking_number === '') return
  await db
    .updateTable('deliveries')
    .set({ tracking_number: '', updated_at: at })
    .where('site_id', '=', siteId)
    .where('id', '=', shipment.delivery_id)
    .where('status', 'in', ['queued', 'printing'])
    .where('tracking_number', '=', shipment.tracking_number)
    .execute()
}
