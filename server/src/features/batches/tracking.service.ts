import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import { isTrackingNumber, type TrackedCarrier, tidyTrackingNumber } from '@laurel/domain/tracking-number'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, tableOf } from '../../database/sql.ts'
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
 * @throws {Refusal} `validation_failed`, naming the lines; `batch_changed` if the batch has nothing
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
    if (batch.status === 'cancelled') throw new Refusal('batch_changed')
    await assertUsable(db, site.id, asked.batchId, lines)
    const updated = await writeTracking(db, site.id, asked.carrier, lines, at)
    tell(db, site.id, actor, 'batch.tracking_set', batch, { lines: lines.length, updated }, at)
    return { updated, unchanged: lines.length - updated }
  })
}

/**
 * Sets the tracking number of one letter or parcel; an empty one removes it.
 *
 * @throws {Refusal} `not_found`; `validation_failed`; `delivery_changed` before it's in a batch
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
    const message = `This isn’t a ${asked.carrier} tracking number.`
    throw new Refusal('validation_failed', {}, [{ field: 'trackingNumber', code: 'invalid', message }])
  }
  return inSite(kit.pool, site.id, async (db) => {
    const letter = await readLetter(db, site.id, asked.deliveryId)
    const line = { deliveryId: letter.id, trackingNumber, line: 1 }
    if (letter.batch_id === null || !['printing', 'mailed'].includes(letter.status)) {
      throw new Refusal('delivery_changed')
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

/** Every line names an unsent or mailed letter of this batch, and a number that no other letter has. */
async function assertUsable(
  db: Db,
  siteId: number,
  batchId: number,
  lines: readonly TrackingLine[],
  field = 'lines',
) {
  const ids = lines.map(({ deliveryId }) => deliveryId)
  const numbers = lines.map(({ trackingNumber }) => trackingNumber)
  const deliveries = db.selectFrom('deliveries').where('site_id', '=', siteId)
  const [known, taken] = await Promise.all([
    deliveries
      .select('id')
      .where('batch_id', '=', batchId)
      .where('id', '=', anyOf(ids))
      .where('status', 'in', ['printing', 'mailed'])
      .execute(),
    deliveries.select(['tracking_number', 'id']).where('tracking_number', '=', anyOf(numbers)).execute(),
  ])
  const knownIds = new Set(known.map(({ id }) => id))
  const prefix = (line: number) => (field === 'lines' ? `Line ${line}: ` : '')
  const problems = lines.flatMap(({ deliveryId, trackingNumber, line }) => {
    const owner = taken.find((one) => one.tracking_number === trackingNumber && one.id !== deliveryId)
    const message = !knownIds.has(deliveryId)
      ? `D-${deliveryId} isn’t in this batch.`
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
  const given = lines.map(({ deliveryId, trackingNumber }) => ({ id: deliveryId, number: trackingNumber }))
  // Locked in order of their IDs, like everywhere, which prevents deadlocks.
  await db
    .selectFrom('deliveries')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await db
    .with('changed', (ctes) =>
      ctes
        .updateTable('deliveries as d')
        .from(tableOf('v', given, { id: 'bigint', number: 'text' }))
        .set((eb) => ({ tracking_number: eb.ref('v.number'), carrier, updated_at: at }))
        .set({ track_at: at, track_failures: 0 })
        .where('d.site_id', '=', siteId)
        .whereRef('d.id', '=', 'v.id')
        .where(({ eb, or, ref }) =>
          or([
            eb('d.tracking_number', 'is distinct from', ref('v.number')),
            eb('d.carrier', 'is distinct from', carrier),
          ]),
        )
        .returning(['d.id', 'd.order_id', 'd.reward_type', 'd.tracking_number']),
    )
    .with('parcels', (ctes) =>
      ctes
        .updateTable('shipping_orders as s')
        .from('changed as c')
        .set((eb) => ({ tracking_number: eb.ref('c.tracking_number'), updated_at: at }))
        .where('s.site_id', '=', siteId)
        .whereRef('s.order_id', '=', 'c.order_id')
        .where('s.reward_type', '=', 'bulk')
        .where('c.reward_type', '=', 'bulk'),
    )
    .selectFrom('changed')
    .select('id')
    .execute()
  return rows.length
}
