import { deliveryReference } from '@laurel/domain/delivery-reference'
import { assertDeliveryMove } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { advanceOrder } from '../deliveries/advance-order.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { lockPrinting, printingOrders, readLetter } from './batch-deliveries.repo.ts'
import { activateMailed, workOnLabels } from './batch-jobs.ts'
import type { BatchKit } from './batch-kit.ts'
import { type BatchWire, type LetterWire, letterWire } from './batch-wire.ts'
import { changeBatch } from './batches.repo.ts'
import { lockSeen, type Seen, tell, wire } from './batches.service.ts'
import { replaceLetters } from './replace-letters.ts'
import { listLosingLabel } from './shipments.repo.ts'
import { stopRefusal } from './stopped-orders.ts'

/**
 * Marks a batch as mailed, except for spoiled cards. Those wait again and get new numbers; the old cards are
 * worth nothing.
 *
 * @throws {Refusal} `batch_changed`; `delivery_changed` if a spoiled card isn't in this
 * batch; `order_is_held`, `refund_is_open`; `validation_failed` if nothing would be left to mail, or one of its
 * labels is being voided
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
    if (spoiled.ids.length !== spoiledIds.length) throw new Refusal('delivery_changed')
    const stopped = await stopRefusal(db, site.id, printingOrders(db, site.id, batch.id))
    if (stopped !== undefined) throw stopped

    const leaving = present.filter((id) => !spoiledIds.includes(id))
    await assertLabelled(db, site.id, leaving)

    const usual = batch.kind === 'bulk' ? 'UPS' : 'USPS'
    const firstAsked = new Date(at.getTime() + kit.config.trackAfterMs)
    const mailed = await moveDeliveries(db, site.id, {
      ...about,
      ids: leaving,
      from: 'printing',
      to: 'mailed',
      set: {
        mailed_at: at,
        carrier: ({ fn, val }) =>
          fn.coalesce(fn<string | null>('nullif', ['d.carrier', val('')]), val(usual)),
        ...{ track_at: firstAsked, track_failures: 0 },
      },
    })
    if (mailed.length === 0) {
      const message = 'You can’t leave out every letter. Cancel the batch instead.'
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

/** Nothing ships under a label that is being voided; a number entered instead belongs to another label. */
async function assertLabelled(db: Db, siteId: number, ids: readonly number[]): Promise<void> {
  const losing = await listLosingLabel(db, siteId, ids)
  if (losing.length === 0) return
  const some = losing.slice(0, 3).map(deliveryReference).join(', ')
  const message = `The label of ${some} is being voided. Wait for the carrier’s answer, or enter another label’s tracking number.`
  throw new Refusal('validation_failed', {}, [{ field: 'exceptDeliveryIds', code: 'label_voided', message }])
}

/**
 * Records that a letter or parcel was delivered or returned, and the source.
 *
 * @throws {Refusal} `not_found`; `delivery_move_not_allowed`; `delivery_changed` if it's no longer in
 * the state that was seen
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
    if (letter.status !== asked.seenStatus) throw new Refusal('delivery_changed')
    assertDeliveryMove(letter.reward_type, letter.status, asked.outcome)
    const isMoved = await settleLetter(db, site.id, letter.id, {
      type: letter.reward_type,
      from: asked.seenStatus,
      to: asked.outcome,
      words: asked.reason,
      actor: actor.by,
      at,
      toldAt: at,
    })
    if (!isMoved) throw new Refusal('delivery_changed')
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

/** Records that a letter was delivered or returned. @returns false if it changed since */
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
    /** When it was so, as its carrier says. */
    at: Date
    toldAt: Date
  },
): Promise<boolean> {
  const { type, from, to, words, actor, at, toldAt } = told
  const set =
    to === 'delivered'
      ? { delivered_at: at, track_at: null }
      : { returned_at: at, track_at: null, problem_code: 'returned', problem: words }
  const facts = { words }
  const moved = await moveDeliveries(db, siteId, { ids: [id], type, from, to, set, facts, actor, at, toldAt })
  return moved.length === 1
}
