import type { AuditEventName } from '@laurel/domain/audit-events'
import type { AuditFacts } from '@laurel/domain/audit-words'
import { assertBatchMove, type BatchKind, type BatchStatus } from '@laurel/domain/batch-status'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, literal } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { countLetters, lockPrinting, printingOrders } from './batch-deliveries.repo.ts'
import { makeBatchFiles, workOnLabels } from './batch-jobs.ts'
import type { BatchKit } from './batch-kit.ts'
import { type BatchWire, batchWires, goneOf, isOnPaper, mayRemake } from './batch-wire.ts'
import {
  type BatchRow,
  changeBatch,
  factsOfBatches,
  insertBatch,
  lockBatch,
  readBatch,
} from './batches.repo.ts'
import { replaceLetters } from './replace-letters.ts'
import { stopRefusal } from './stopped-orders.ts'
import { hasOrder, lockReady, numberLetters } from './waiting.repo.ts'

export type NewBatch = {
  kind: BatchKind
  orderId?: number | undefined
  /** Exactly these, or none at all. */
  deliveryIds?: readonly number[] | undefined
}

/**
 * Puts waiting deliveries into a batch and enqueues its files. Skips what another batch is taking; selected
 * deliveries are taken all or none.
 *
 * @throws {Refusal} `validation_failed` for a parcel without an order; `not_found` for an unknown order;
 * `limit_exceeded`; `order_is_held`, `refund_is_open`; `delivery_changed` if nothing is waiting, or a
 * selected delivery isn't
 */
export function createBatch(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  { kind, orderId, deliveryIds }: NewBatch,
): Promise<BatchWire> {
  const limit = kit.config.batchDeliveries
  if (kind === 'bulk' && orderId === undefined) {
    const message = 'Choose the order to ship.'
    throw new Refusal('validation_failed', {}, [{ field: 'orderId', code: 'required', message }])
  }
  const ids = deliveryIds && [...new Set(deliveryIds)]
  if (ids !== undefined && ids.length > limit) throw new Refusal('limit_exceeded', { limit })
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    if (orderId !== undefined && !(await hasOrder(db, site.id, orderId))) throw new Refusal('not_found')
    const ready = await lockReady(db, site.id, { kind, orderId, ids, limit, at })
    if (ready.length === 0 || (ids !== undefined && ready.length !== ids.length)) {
      let wanted = db
        .selectFrom('deliveries')
        .select('order_id')
        .where('site_id', '=', site.id)
        .where('reward_type', '=', kind)
        .where('status', '=', literal('queued'))
      if (orderId !== undefined) wanted = wanted.where('order_id', '=', orderId)
      if (ids !== undefined) wanted = wanted.where('id', '=', anyOf(ids))
      throw (await stopRefusal(db, site.id, wanted)) ?? new Refusal('delivery_changed')
    }
    const batch = await insertBatch(db, site.id, { kind, by: actor.by, at })
    const letterIds = ready.map(({ id }) => id)
    const moved = await moveDeliveries(db, site.id, {
      ids: letterIds,
      type: kind,
      from: 'queued',
      to: 'printing',
      set: { batch_id: batch.id },
      facts: { batch_id: batch.id },
      actor: actor.by,
      at,
    })
    if (moved.length !== ready.length) throw new Refusal('delivery_changed')
    await numberLetters(db, site.id, letterIds)
    await changeBatch(db, site.id, batch.id, 'making', {
      delivery_count: ready.length,
      card_count: ready.reduce((sum, { card_count }) => sum + card_count, 0),
    })
    tell(db, site.id, actor, 'batch.created', batch, { kind, deliveries: ready.length }, at)
    await kit.jobs.enqueue(db, makeBatchFiles, { siteId: site.id, batchId: batch.id })
    return wire(db, kit, site.id, batch.id)
  })
}

export type Seen = { batchId: number; seenStatus: BatchStatus }

/**
 * Creates a batch's files again: that failed, or one of its cards was canceled since.
 *
 * @throws {Refusal} `not_found`, `batch_changed`
 */
export function retryBatch(kit: BatchKit, site: SiteRow, actor: Staff, seen: Seen): Promise<BatchWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const batch = await lockSeen(db, site.id, seen, 'making')
    const { present, held } = (await factsOfBatches(db, site.id, [batch.id])).get(batch.id)!
    if (!mayRemake(batch, { present })) throw new Refusal('batch_changed')
    // Canceled cards no longer belong to it.
    const canceled = db
      .selectFrom('deliveries')
      .select('id')
      .where('site_id', '=', site.id)
      .where('batch_id', '=', batch.id)
      .where('status', '=', 'cancelled')
      .orderBy('id')
      .forUpdate()
    await db
      .updateTable('deliveries')
      .set({ batch_id: null, batch_position: null })
      .where('site_id', '=', site.id)
      .where('id', 'in', canceled)
      .execute()
    const { card_count } = await countLetters(db, site.id, batch.id)
    await changeBatch(db, site.id, batch.id, batch.status, {
      status: 'making',
      problem: '',
      held_by: '',
      held_until: null,
      done_count: 0,
      delivery_count: present,
      card_count,
      updated_at: at,
    })
    tell(db, site.id, actor, 'batch.retried', batch, { deliveries: present, held }, at)
    await kit.jobs.enqueue(db, makeBatchFiles, { siteId: site.id, batchId: batch.id })
    return wire(db, kit, site.id, batch.id)
  })
}

/**
 * Gives a batch up before it's mailed. Its deliveries wait again; printed or downloaded cards are canceled and
 * get new numbers; a job voids its labels.
 *
 * @throws {Refusal} `not_found`, `batch_changed`
 */
export function cancelBatch(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  seen: Seen & { reason: string },
): Promise<BatchWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const batch = await lockSeen(db, site.id, seen, 'cancelled')
    const ids = await lockPrinting(db, site.id, batch.id)
    const about = { ids, type: batch.kind, facts: { batch_id: batch.id }, actor: actor.by, at }
    if (isOnPaper(batch)) await replaceLetters(db, kit.jobs, site.id, about)
    else {
      const set = { batch_id: null, batch_position: null, tracking_number: '' }
      await moveDeliveries(db, site.id, { ...about, from: 'printing', to: 'queued', set })
    }
    await changeBatch(db, site.id, batch.id, batch.status, {
      status: 'cancelled',
      problem: '',
      held_by: '',
      labels_wanted: false,
      updated_at: at,
    })
    const facts = { reason: seen.reason, deliveries: ids.length }
    tell(db, site.id, actor, 'batch.cancelled', batch, facts, at)
    await kit.jobs.enqueue(db, workOnLabels, { siteId: site.id, batchId: batch.id })
    return wire(db, kit, site.id, batch.id)
  })
}

/**
 * Marks a batch as printed, by staff who saw how often it was printed before. Again needs a reason.
 *
 * @throws {Refusal} `batch_changed` if it changed, was printed by another person, or one of its cards
 * was canceled; `order_is_held`; `refund_is_open`; `validation_failed` without a reason
 */
export function markPrinted(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  { seenPrints, reason, ...seen }: Seen & { seenPrints: number; reason: string },
): Promise<BatchWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const batch = await lockBatch(db, site.id, seen.batchId)
    if (batch.status !== seen.seenStatus || batch.prints !== seenPrints) {
      throw new Refusal('batch_changed')
    }
    const isAgain = batch.status === 'printed'
    if (!isAgain) assertBatchMove(batch.status, 'printed')
    if (isAgain && reason === '') {
      const message = 'This batch was already printed. Give a reason to print it again.'
      throw new Refusal('validation_failed', {}, [{ field: 'reason', code: 'required', message }])
    }
    const facts = (await factsOfBatches(db, site.id, [batch.id])).get(batch.id)!
    const stopped = isAgain
      ? undefined
      : await stopRefusal(db, site.id, printingOrders(db, site.id, batch.id))
    if (stopped !== undefined) throw stopped
    if (!isAgain && !isOnPaper(batch) && goneOf(batch, facts) > 0) throw new Refusal('batch_changed')

    const prints = batch.prints + 1
    // With a reason, each file can be downloaded once more.
    const opened = isAgain ? { given_out: [] } : {}
    const change = { status: 'printed', prints, printed_at: at, updated_at: at, ...opened }
    await changeBatch(db, site.id, batch.id, batch.status, change)
    const event = isAgain ? 'batch.printed_again' : 'batch.printed'
    tell(db, site.id, actor, event, batch, { prints, ...(reason && { reason }) }, at)
    return wire(db, kit, site.id, batch.id)
  })
}

/** @throws {Refusal} `not_found`; `batch_changed` if it's no longer in the state that was seen */
export async function lockSeen(db: Db, siteId: number, seen: Seen, to: BatchStatus): Promise<BatchRow> {
  const batch = await lockBatch(db, siteId, seen.batchId)
  if (batch.status !== seen.seenStatus) throw new Refusal('batch_changed')
  assertBatchMove(batch.status, to)
  return batch
}

export function tell(
  db: Db,
  siteId: number,
  actor: Pick<Staff, 'by'>,
  event: AuditEventName,
  batch: Pick<BatchRow, 'id'>,
  facts: AuditFacts,
  at: Date,
): void {
  record(db, siteId, { actor: actor.by, event, subject: `batch:${batch.id}`, facts, at })
}

export async function wire(db: Db, kit: BatchKit, siteId: number, id: number): Promise<BatchWire> {
  const [told] = await batchWires(db, siteId, [await readBatch(db, siteId, id)], kit.now())
  return told!
}
