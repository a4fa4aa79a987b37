import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import { isTrackingNumber, type TrackedCarrier, tidyTrackingNumber } from '@laurel/domain/tracking-number'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readLetter } from './batch-deliveries.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { type LetterWire, letterWire } from './batch-wire.ts'
import { readBatch } from './batches.repo.ts'
import { tell } from './batches.service.ts'
import { readTrackingList, type TrackingLine } from './tracking-list.ts'

/**
 * Imports a list of tracking numbers for a batch, all or none.
 *
 * @throws {Refusal} `validation_failed`, naming the lines; `batch_changed_meanwhile` if the batch has nothing
 * left to track
 */
export function setBatchTracking(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  asked: { batchId: number; carrier: TrackedCarrier; lines: string },
): Promise<{ updated: number; unchanged: number }> {
  const lines = readTrackingList(asked.lines, asked.carrier)
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const batch = await readBatch(db, site.id, asked.batchId)
    if (batch.status === 'cancelled') throw new Refusal('batch_changed_meanwhile')
    await assertUsable(db, site.id, asked.batchId, lines)
    const updated = await writeTracking(db, site.id, asked.carrier, lines, at)
    tell(db, site.id, actor, 'batch.tracking_set', batch, { lines: lines.length, updated }, at)
    return { updated, unchanged: lines.length - updated }
  })
}

/**
 * Sets the tracking number of one letter or parcel; an empty one removes it.
 *
 * @throws {Refusal} `not_found`; `validation_failed`; `delivery_changed_meanwhile` before it's in a batch
 */
export function setDeliveryTracking(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  asked: { deliveryId: number; carrier: TrackedCarrier; trackingNumber: string },
): Promise<LetterWire> {
  const at = kit.now()
  const trackingNumber = tidyTrackingNumber(asked.trackingNumber)
  if (trackingNumber !== '' && !isTrackingNumber(asked.carrier, trackingNumber)) {
    const message = `This is not a ${asked.carrier} tracking number.`
    throw new Refusal('validation_failed', {}, [{ field: 'trackingNumber', code: 'invalid', message }])
  }
  return inSite(kit.pool, site.id, async (db) => {
    const letter = await readLetter(db, site.id, asked.deliveryId)
    const line = { deliveryId: letter.id, trackingNumber, line: 1 }
    if (letter.batch_id === null || !['printing', 'mailed'].includes(letter.status)) {
      throw new Refusal('delivery_changed_meanwhile')
    }
    if (trackingNumber !== '') await assertUsable(db, site.id, letter.batch_id, [line], 'trackingNumber')
    await writeTracking(db, site.id, asked.carrier, [line], at)
    record(db, site.id, {
      actor: actor.by,
      event: 'delivery.tracking_set',
      subject: `delivery:${letter.id}`,
      facts: { carrier: asked.carrier, tracking_number: trackingNumber },
      at,
    })
    return letterWire(await readLetter(db, site.id, letter.id))
  })
}

/** Every line names a letter of this batch that is under way, and a number no other letter has. */
async function assertUsable(
  db: Db,
  siteId: number,
  batchId: number,
  lines: readonly TrackingLine[],
  field = 'lines',
) {
  const ids = lines.map(({ deliveryId }) => deliveryId)
  const numbers = lines.map(({ trackingNumber }) => trackingNumber)
  const [{ rows: known }, { rows: taken }] = await Promise.all([
    sql<{ id: number }>`select id from deliveries where site_id = ${siteId} and batch_id = ${batchId}
      and id = any(${ids}::bigint[]) and status in ('printing', 'mailed')`.execute(db),
    sql<{ tracking_number: string; id: number }>`select tracking_number, id from deliveries
      where site_id = ${siteId} and tracking_number = any(${numbers}::text[])`.execute(db),
  ])
  const knownIds = new Set(known.map(({ id }) => id))
  const prefix = (line: number) => (field === 'lines' ? `Line ${line}: ` : '')
  const problems = lines.flatMap(({ deliveryId, trackingNumber, line }) => {
    const owner = taken.find((one) => one.tracking_number === trackingNumber && one.id !== deliveryId)
    const message = !knownIds.has(deliveryId)
      ? `D-${deliveryId} is not on its way in this batch.`
      : owner && !ids.includes(owner.id)
        ? `${trackingNumber} belongs to D-${owner.id}.`
        : undefined
    return message === undefined ? [] : [{ field, code: `line_${line}`, message: prefix(line) + message }]
  })
  assertNoProblems(problems.slice(0, 20))
}

async function writeTracking(
  db: Db,
  siteId: number,
  carrier: TrackedCarrier,
  lines: readonly TrackingLine[],
  at: Date,
): Promise<number> {
  const ids = lines.map(({ deliveryId }) => deliveryId)
  const numbers = lines.map(({ trackingNumber }) => trackingNumber)
  // In the order of their ids, as everybody holds them.
  await sql`select from deliveries where site_id = ${siteId} and id = any(${ids}::bigint[])
    order by id for update`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with changed as (
      update deliveries d set tracking_number = v.number, carrier = ${carrier}, updated_at = ${at},
        track_at = ${at}, track_failures = 0
      from unnest(${ids}::bigint[], ${numbers}::text[]) as v (id, number)
      where d.site_id = ${siteId} and d.id = v.id and (d.tracking_number, d.carrier) is distinct from (v.number, ${carrier})
      returning d.id, d.order_id, d.reward_type, d.tracking_number
    ), parcels as (
      update shipping_orders s set tracking_number = c.tracking_number, updated_at = ${at} from changed c
      where s.site_id = ${siteId} and s.order_id = c.order_id and s.reward_type = 'bulk' and c.reward_type = 'bulk'
    )
    select id from changed`.execute(db)
  return rows.length
}
