import { assertDeliveryMove } from '@laurel/domain/delivery-status'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { isTrackingNumber, type TrackedCarrier, tidyTrackingNumber } from '@laurel/domain/tracking-number'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { advanceOrder } from '../deliveries/advance-order.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { lockPrinting, readLetter } from './batch-deliveries.repo.ts'
import { activateMailed, workOnLabels } from './batch-jobs.ts'
import type { BatchKit } from './batch-kit.ts'
import { type BatchWire, type LetterWire, letterWire } from './batch-wire.ts'
import { changeBatch, readBatch } from './batches.repo.ts'
import { lockSeen, type Seen, tell, wire } from './batches.service.ts'
import { replaceLetters } from './replace-letters.ts'
import { readTrackingList, type TrackingLine } from './tracking-list.ts'

/** A carrier knows a letter some hours after it has it. */
const FIRST_ASKED_AFTER_MS = 6 * 3_600_000

/**
 * Says that a batch left the house, all of it or all but spoiled cards. Those wait again, and get cards
 * with other numbers; the old ones are worth nothing.
 *
 * @throws {Refusal} `batch_changed_meanwhile`; `delivery_changed_meanwhile` when a spoiled one is not of
 *   this batch; `order_is_held`; `validation_failed` when nothing would be left to mail
 */
export function markMailed(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  { exceptIds, ...seen }: Seen & { exceptIds: readonly number[] },
): Promise<BatchWire> {
  const at = kit.now()
  const spoiledIds = [...new Set(exceptIds)]
  return inSite(kit.pool, site.id, async (db) => {
    const batch = await lockSeen(db, site.id, seen, 'mailed')
    const present = await lockPrinting(db, site.id, batch.id)
    const about = { type: batch.kind, facts: { batch_id: batch.id }, actor: actor.by, at }
    const spoiled = await replaceLetters(db, kit.jobs, site.id, {
      ...about,
      ids: spoiledIds.filter((id) => present.includes(id)),
    })
    if (spoiled.ids.length !== spoiledIds.length) throw new Refusal('delivery_changed_meanwhile')
    if (await hasHeldOrder(db, site.id, batch.id)) throw new Refusal('order_is_held')

    const usual = batch.kind === 'bulk' ? 'UPS' : 'USPS'
    const firstAsked = new Date(at.getTime() + FIRST_ASKED_AFTER_MS)
    const mailed = await moveDeliveries(db, site.id, {
      ...about,
      ids: present.filter((id) => !spoiledIds.includes(id)),
      from: 'printing',
      to: 'mailed',
      set: sql`mailed_at = ${at}, carrier = coalesce(nullif(d.carrier, ''), ${usual}),
        track_at = ${firstAsked}, track_failures = 0`,
    })
    if (mailed.length === 0) {
      const message = 'Nothing would be left to mail: cancel the batch instead.'
      throw new Refusal('validation_failed', {}, [{ field: 'exceptDeliveryIds', code: 'all', message }])
    }
    await changeBatch(db, site.id, batch.id, 'printed', {
      status: 'mailed',
      mailed_at: at,
      updated_at: at,
      delivery_count: mailed.length,
      labels_wanted: false,
    })
    tell(
      db,
      site.id,
      actor,
      'batch.mailed',
      batch,
      { deliveries: mailed.length, spoiled: spoiledIds.length },
      at,
    )
    await kit.jobs.enqueue(db, activateMailed, { siteId: site.id, batchId: batch.id })
    if (spoiledIds.length > 0) {
      await kit.jobs.enqueue(db, workOnLabels, { siteId: site.id, batchId: batch.id })
    }
    const orderIds = new Set([...mailed.map(({ order_id }) => order_id), ...spoiled.orderIds])
    for (const orderId of [...orderIds].sort((a, b) => a - b)) await advanceOrder(db, site.id, orderId, at)
    return wire(db, kit, site.id, batch.id)
  })
}

async function hasHeldOrder(db: Db, siteId: number, batchId: number): Promise<boolean> {
  const { rows } = await sql`select from deliveries d
    join orders o on o.site_id = d.site_id and o.id = d.order_id
    where d.site_id = ${siteId} and d.batch_id = ${batchId} and d.status = 'printing'
      and o.held_at is not null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Takes a list of tracking numbers for a batch, whole or not at all.
 *
 * @throws {Refusal} `validation_failed`, naming the lines; `batch_changed_meanwhile` for a batch that has
 *   nothing to track any more
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
 * Types the tracking number of one letter or parcel; an empty one takes it away.
 *
 * @throws {Refusal} `not_found`; `validation_failed`; `delivery_changed_meanwhile` before it is in a batch
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

/**
 * Says that a letter or parcel arrived or came back, and how that is known.
 *
 * @throws {Refusal} `not_found`; `delivery_move_not_allowed`; `delivery_changed_meanwhile` when it does
 *   not stand where it was seen
 */
export function recordArrival(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  asked: {
    deliveryId: number
    seenStatus: 'mailed' | 'delivered'
    outcome: 'delivered' | 'returned'
    reason: string
  },
): Promise<LetterWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const letter = await readLetter(db, site.id, asked.deliveryId)
    if (letter.status !== asked.seenStatus) throw new Refusal('delivery_changed_meanwhile')
    assertDeliveryMove(letter.reward_type, letter.status, asked.outcome)
    const isMoved = await settleLetter(db, site.id, letter.id, {
      type: letter.reward_type,
      from: asked.seenStatus,
      to: asked.outcome,
      words: asked.reason,
      actor: actor.by,
      at,
    })
    if (!isMoved) throw new Refusal('delivery_changed_meanwhile')
    record(db, site.id, {
      actor: actor.by,
      event: `delivery.${asked.outcome}`,
      subject: `delivery:${letter.id}`,
      facts: { reason: asked.reason },
      at,
    })
    return letterWire(await readLetter(db, site.id, letter.id))
  })
}

/** Writes down that a letter arrived or came back. @returns false when it moved on meanwhile */
export async function settleLetter(
  db: Db,
  siteId: number,
  id: number,
  told: {
    type: RewardType
    from: 'mailed' | 'delivered'
    to: 'delivered' | 'returned'
    words: string
    actor: string
    at: Date
  },
): Promise<boolean> {
  const { type, from, to, words, actor, at } = told
  const set =
    to === 'delivered'
      ? sql`delivered_at = ${at}, track_at = null`
      : sql`returned_at = ${at}, track_at = null, problem_code = 'returned', problem = ${words}`
  const facts = { words }
  const moved = await moveDeliveries(db, siteId, { ids: [id], type, from, to, set, facts, actor, at })
  return moved.length === 1
}
