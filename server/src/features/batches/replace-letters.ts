import type { RewardType } from '@laurel/domain/reward-type'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '../../database/database.ts'
import { anyOf } from '../../database/sql.ts'
import { moveDeliveries } from '../deliveries/delivery-moves.ts'
import { withdrawCards } from '../deliveries/fulfillment-jobs.ts'
import type { BatchKit } from './batch-kit.ts'

/**
 * Replaces printed cards that never shipped: the same people wait again for cards with new numbers. The old
 * cards are made worthless, so that discarded ones can't be spent.
 *
 * @returns their orders
 */
export async function replaceLetters(
  db: Db,
  jobs: BatchKit['jobs'],
  siteId: number,
  asked: {
    ids: readonly number[]
    type: RewardType
    facts: Record<string, string | number>
    actor: string
    at: Date
  },
): Promise<{ ids: number[]; orderIds: number[] }> {
  const { facts, actor, at } = asked
  const move = { ids: asked.ids, type: asked.type, facts, actor, at }
  const gone = await moveDeliveries(db, siteId, { ...move, from: 'printing', to: 'replaced' })
  const ids = gone.map(({ id }) => id)
  await db
    .with('made', (ctes) =>
      ctes
        .insertInto('deliveries')
        .columns([...COPIED, 'source', 'replaces_id', 'created_at', 'updated_at'])
        .expression((eb) =>
          eb
            .selectFrom('deliveries')
            .select(COPIED)
            .select((of) => of(of.val('instead:'), '||', of.cast<string>('id', 'text')).as('source'))
            .select(['id', eb.val(at).as('created_at'), eb.val(at).as('updated_at')])
            .where('site_id', '=', siteId)
            .where('id', '=', anyOf(ids))
            .orderBy('id'),
        )
        .onConflict((conflict) => conflict.columns(['site_id', 'order_id', 'source']).doNothing())
        .returning(['id', 'order_id', 'replaces_id']),
    )
    .insertInto('delivery_events')
    .columns(['site_id', 'delivery_id', 'order_id', 'event', 'facts', 'actor', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('made')
        .select([eb.val(siteId).as('site_id'), 'id', 'order_id', eb.val('planned').as('event')])
        .select((of) => of.cast(jsonBuildObject({ instead_of: of.ref('replaces_id') }), 'jsonb').as('facts'))
        .select([eb.val(actor).as('actor'), eb.val(at).as('at')]),
    )
    .execute()
  const byOrder = Map.groupBy(gone, ({ order_id }) => order_id)
  for (const [orderId, of] of byOrder) {
    await jobs.enqueue(db, withdrawCards, { siteId, orderId, deliveryIds: of.map(({ id }) => id) })
  }
  return { ids, orderIds: [...byOrder.keys()] }
}

const COPIED = [
  ...(['site_id', 'order_id', 'card_item_id', 'recipient_id', 'reward_type', 'card_count'] as const),
  ...(['value_cents', 'first_name', 'last_name', 'company', 'email', 'phone', 'address1'] as const),
  ...(['address2', 'city', 'state', 'zip', 'due_at'] as const),
]
