import { Refusal } from '@laurel/domain/refusal'
import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Shipments } from '../../database/generated/tables.ts'
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
 * Writes down that a label is about to be asked for.
 *
 * @returns undefined when the delivery has one, or one is being asked for
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

/** Labels the carrier did not make are asked for once more. */
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
  const { rows } = await sql<{ id: number }>`select d.id::int as id from deliveries d
    join orders o on o.site_id = d.site_id and o.id = d.order_id
    where d.site_id = ${siteId} and d.batch_id = ${batchId} and d.status = 'printing' and not ${isStopped}
      and d.tracking_number = '' and not exists (select from shipments s where s.site_id = d.site_id
        and s.delivery_id = d.id and (s.status in ('asked', 'made', 'unknown')
          or s.status = 'failed' and s.batch_id = d.batch_id))
    order by d.batch_position limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where the labels of a batch are kept that may be used, in the order its letters are printed. */
export async function listLabelKeys(db: Db, siteId: number, batchId: number): Promise<string[]> {
  const { rows } = await sql<{ label_key: string }>`select s.label_key from shipments s
    join deliveries d on d.site_id = s.site_id and d.id = s.delivery_id and d.batch_id = s.batch_id
    where s.site_id = ${siteId} and s.batch_id = ${batchId} and s.status = 'made' and s.label_key <> ''
      and s.void_asked_at is null
    order by d.batch_position, s.id`.execute(db)
  return rows.map(({ label_key }) => label_key)
}

/** Purchases whose answer was lost: asked longer ago than any answer takes, and not settled. */
export async function listLost(db: Db, siteId: number, before: Date, limit: number): Promise<ShipmentRow[]> {
  const rows = await db
    .selectFrom('shipments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('status', 'in', ['asked', 'unknown'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows as ShipmentRow[]
}

/** Retires a used label, so that a returned letter can get another one when it's sent again. */
export async function retireUsed(db: Db, siteId: number, at: Date): Promise<void> {
  await sql`update shipments s set status = 'void', problem = 'Used: its letter came back, and is sent again.',
      updated_at = ${at}
    where s.site_id = ${siteId} and s.status = 'made'
      and exists (select from deliveries d where d.site_id = s.site_id and d.id = s.delivery_id
        and d.batch_id is distinct from s.batch_id and d.status <> 'replaced')
      and exists (select from delivery_events e where e.site_id = s.site_id and e.delivery_id = s.delivery_id
        and e.event = 'mailed' and e.at >= s.created_at)`.execute(db)
}

/** Labels being voided whose answer from the carrier is still missing. */
export async function listBeingVoided(
  db: Db,
  siteId: number,
  before: Date,
  limit: number,
): Promise<ShipmentRow[]> {
  const rows = await db
    .selectFrom('shipments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('status', '=', 'made')
    .where('void_asked_at', '<=', before)
    .orderBy('void_asked_at')
    .limit(limit)
    .execute()
  return rows as ShipmentRow[]
}

/** The letters among these that are tracked by a label being voided. */
export async function listLosingLabel(db: Db, siteId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select d.id::int as id from shipments s
    join deliveries d on d.site_id = s.site_id and d.id = s.delivery_id and d.batch_id = s.batch_id
    where s.site_id = ${siteId} and s.delivery_id = any(${[...ids]}::bigint[]) and s.status = 'made'
      and s.void_asked_at is not null and d.tracking_number = s.tracking_number order by d.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a label's letter before the label, in the same order as mailing does. */
export async function holdLetterOf(db: Db, siteId: number, shipmentId: number): Promise<void> {
  await sql`select from deliveries where site_id = ${siteId} and id = (select delivery_id from shipments
    where site_id = ${siteId} and id = ${shipmentId}) for update`.execute(db)
}

/** Unneeded labels: their letter is in another batch, waits, or is gone. A label it was mailed with is used. */
export async function listUnneeded(db: Db, siteId: number, limit: number): Promise<ShipmentRow[]> {
  const { rows } = await sql<ShipmentRow>`select s.* from shipments s
    join deliveries d on d.site_id = s.site_id and d.id = s.delivery_id
    where s.site_id = ${siteId} and s.status = 'made'
      and (d.batch_id is distinct from s.batch_id or d.status in ('queued', 'replaced', 'cancelled'))
      and not exists (select from delivery_events e where e.site_id = s.site_id and e.delivery_id = s.delivery_id
        and e.event = 'mailed' and e.at >= s.created_at)
    order by s.id limit ${limit}`.execute(db)
  return rows
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
  await sql`with changed as (
      update deliveries d set carrier = ${carrier}, tracking_number = ${trackingNumber}, updated_at = ${at}
      where d.site_id = ${siteId} and d.id = ${delivery_id} and d.batch_id = ${batch_id} and d.tracking_number = ''
      returning d.order_id, d.reward_type
    )
    update shipping_orders s set tracking_number = ${trackingNumber}, updated_at = ${at} from changed c
    where s.site_id = ${siteId} and s.order_id = c.order_id and s.reward_type = 'bulk' and c.reward_type = 'bulk'`.execute(
    db,
  )
}

/** A voided label no longer tracks its letter. */
export async function dropTracking(db: Db, siteId: number, shipment: ShipmentRow, at: Date): Promise<void> {
  if (shipment.tracking_number === '') return
  await sql`update deliveries d set tracking_number = '', updated_at = ${at}
    where d.site_id = ${siteId} and d.id = ${shipment.delivery_id} and d.status in ('queued', 'printing')
      and d.tracking_number = ${shipment.tracking_number}`.execute(db)
}
