import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { moveDeliveries } from './delivery-moves.ts'
import { planFulfillment, withdrawCards } from './fulfillment-jobs.ts'

/** Promises that an order's cards go out, in the transaction that approves it. */
export function promiseFulfillment(
  db: Db,
  jobs: Kit['jobs'],
  siteId: number,
  orderId: number,
): Promise<void> {
  return jobs.enqueue(db, planFulfillment, { siteId, orderId })
}

/**
 * What has left the house, or was looked at, is not taken back by declining its order: its card may be
 * spent, also that of a letter that came back.
 */
const GONE: readonly DeliveryStatus[] = ['claimed', 'mailed', 'delivered', 'returned']
const STOPPABLE: ReadonlyArray<readonly [RewardType, DeliveryStatus]> = [
  ...(['queued', 'sending', 'sent', 'opened', 'bounced'] as const).map((from) => ['digital', from] as const),
  ...(['direct', 'bulk'] as const).flatMap((type) =>
    (['queued', 'printing'] as const).map((from) => [type, from] as const),
  ),
]

/**
 * Stops everything of an order that has not arrived, in the transaction that declines it; its cards are
 * made worthless right after. The order must be held.
 *
 * @throws {Refusal} `order_move_not_allowed` when somebody has their card already: its value is spent
 */
export async function stopFulfillment(
  db: Db,
  jobs: Kit['jobs'],
  siteId: number,
  order: { id: number; status: string },
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  // All at once and in one order: between two of the moves below a sender could put one back behind them.
  await sql`select from deliveries where site_id = ${siteId} and order_id = ${order.id}
    and status not in ('replaced', 'cancelled') order by id for update`.execute(db)
  const gone = await db
    .selectFrom('deliveries')
    .select('id')
    .where('site_id', '=', siteId)
    .where('order_id', '=', order.id)
    .where('status', 'in', [...GONE])
    .limit(1)
    .executeTakeFirst()
  if (gone !== undefined) throw new Refusal('order_move_not_allowed', { from: order.status, to: 'declined' })
  await cancel(db, jobs, siteId, order.id, { actor, at })
}

/**
 * The same for an order whose money goes back, of which some may be with people: what is claimed, mailed or
 * came back stays. The order and its deliveries must be held.
 */
export function cancelUnclaimed(
  db: Db,
  jobs: Kit['jobs'],
  siteId: number,
  orderId: number,
  stop: { actor: string; at: Date },
): Promise<void> {
  return cancel(db, jobs, siteId, orderId, stop)
}

async function cancel(
  db: Db,
  jobs: Kit['jobs'],
  siteId: number,
  orderId: number,
  { actor, at }: { actor: string; at: Date },
) {
  for (const [type, from] of STOPPABLE) {
    const { rows } = await sql<{ id: number }>`select id::int as id from deliveries
      where site_id = ${siteId} and order_id = ${orderId} and reward_type = ${type} and status = ${from}
      order by id`.execute(db)
    const ids = rows.map(({ id }) => id)
    await moveDeliveries(db, siteId, { ids, type, from, to: 'cancelled', actor, at })
  }
  await jobs.enqueue(db, withdrawCards, { siteId, orderId })
}
