import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import type { EventOf } from '../../order-events.ts'
import { moveDeliveries } from './delivery-moves.ts'
import { planFulfillment, withdrawCards } from './fulfillment-jobs.ts'

/** What deliveries do when an order changes. */
export function deliveryListeners(jobs: Kit['jobs']) {
  return {
    /** Enqueues the plan of an order's deliveries, in the transaction that approves it. */
    planWhenApproved: async (db: Db, { siteId, orderId, to }: EventOf<'order.moved'>): Promise<void> => {
      if (to === 'approved') await jobs.enqueue(db, planFulfillment, { siteId, orderId })
    },
    stopFulfillment: (db: Db, closing: EventOf<'order.closing'>) => stopFulfillment(db, jobs, closing),
    /** Claimed, mailed, and returned cards stay. The order and its deliveries must be locked. */
    cancelUnclaimed: (db: Db, uncovered: EventOf<'order.uncovered'>) => cancel(db, jobs, uncovered),
  }
}

/** Declining can't take back cards that shipped or were viewed: they may be spent, even a returned letter's. */
const GONE: readonly DeliveryStatus[] = ['claimed', 'mailed', 'delivered', 'returned']
const STOPPABLE: ReadonlyArray<readonly [RewardType, DeliveryStatus]> = [
  ...(['queued', 'sending', 'sent', 'opened', 'bounced'] as const).map((from) => ['digital', from] as const),
  ...(['direct', 'bulk'] as const).flatMap((type) =>
    (['queued', 'printing'] as const).map((from) => [type, from] as const),
  ),
]

/**
 * Stops everything of an order that hasn't arrived, in the transaction that declines it; its cards are made
 * worthless right after. The order must be locked.
 *
 * @throws {Refusal} `order_move_not_allowed` if a recipient already has their card: it may be spent
 */
async function stopFulfillment(db: Db, jobs: Kit['jobs'], closing: EventOf<'order.closing'>): Promise<void> {
  const { siteId, orderId, status } = closing
  // Locked together: otherwise a sender could move one back between two of the moves below.
  await db
    .selectFrom('deliveries')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('status', 'not in', ['replaced', 'cancelled'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const gone = await db
    .selectFrom('deliveries')
    .select('id')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('status', 'in', [...GONE])
    .limit(1)
    .executeTakeFirst()
  if (gone !== undefined) throw new Refusal('order_move_not_allowed', { from: status, to: 'declined' })
  await cancel(db, jobs, closing)
}

async function cancel(
  db: Db,
  jobs: Kit['jobs'],
  { siteId, orderId, actor, at }: EventOf<'order.closing' | 'order.uncovered'>,
) {
  for (const [type, from] of STOPPABLE) {
    const rows = await db
      .selectFrom('deliveries')
      .select('id')
      .where('site_id', '=', siteId)
      .where('order_id', '=', orderId)
      .where('reward_type', '=', type)
      .where('status', '=', from)
      .orderBy('id')
      .execute()
    const ids = rows.map(({ id }) => id)
    await moveDeliveries(db, siteId, { ids, type, from, to: 'cancelled', actor, at })
  }
  await jobs.enqueue(db, withdrawCards, { siteId, orderId })
}
