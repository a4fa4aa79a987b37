import type { RewardType } from '@laurel/domain/reward-type'
import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
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
  await sql`
    with made as (
      insert into deliveries (site_id, order_id, card_item_id, recipient_id, source, reward_type, card_count,
        value_cents, first_name, last_name, company, email, phone, address1, address2, city, state, zip, due_at,
        replaces_id, created_at, updated_at)
      select site_id, order_id, card_item_id, recipient_id, 'instead:' || id, reward_type, card_count,
        value_cents, first_name, last_name, company, email, phone, address1, address2, city, state, zip, due_at,
        id, ${at}::timestamptz, ${at}::timestamptz
      from deliveries where site_id = ${siteId} and id = any(${ids}::bigint[]) order by id
      on conflict (site_id, order_id, source) do nothing
      returning id, order_id, replaces_id
    )
    insert into delivery_events (site_id, delivery_id, order_id, event, facts, actor, at)
    select ${siteId}::bigint, id, order_id, 'planned', jsonb_build_object('instead_of', replaces_id),
      ${actor}::text, ${at}::timestamptz from made`.execute(db)
  const byOrder = Map.groupBy(gone, ({ order_id }) => order_id)
  for (const [orderId, of] of byOrder) {
    await jobs.enqueue(db, withdrawCards, { siteId, orderId, deliveryIds: of.map(({ id }) => id) })
  }
  return { ids, orderIds: [...byOrder.keys()] }
}
