import { canMoveDelivery, type DeliveryStatus } from '@laurel/domain/delivery-status'
import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import type { RewardType } from '@laurel/domain/reward-type'
import type { QueryCreator, Selectable, UpdateObject } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { Deliveries } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { anyOf } from '../../database/sql.ts'
import { noticeOfMove, noticesOf, settleNotices, tellAllArrived } from '../notices/write-notices.ts'
import { enqueueSpread } from '../webhooks/webhook-jobs.ts'

/** What else changes with a move. A value can depend on the delivery, which is `d`. */
export type DeliveryChange = UpdateObject<Database & { d: Deliveries }, 'd'>

export type DeliveryMove = {
  /** Only deliveries that are still in `from` are moved. */
  ids: readonly number[]
  type: RewardType
  from: DeliveryStatus
  to: DeliveryStatus
  set?: DeliveryChange
  facts?: Readonly<Record<string, string | number | boolean | null>>
  /** The actor: `customer:5`, `staff:2`, `recipient`, `system`. */
  actor: string
  at: Date
  /** When the customer is notified, if `at` is a carrier's time in the past. */
  toldAt?: Date
}

export type MovedDelivery = { id: number; order_id: number }
type WithMoved = QueryCreator<
  Database & { moved: Pick<Selectable<Deliveries>, 'id' | 'order_id' | 'attempt' | 'card_count'> }
>

/**
 * Moves deliveries that are still in the state that was read, writes their history, and informs integrators and
 * customers: all in the caller's transaction and in one query, for any number.
 *
 * @returns those that were moved
 * @throws {Error} when the table of moves has no such move: a caller's bug
 */
export async function moveDeliveries(db: Db, siteId: number, move: DeliveryMove): Promise<MovedDelivery[]> {
  const { ids, type, from, to, set = {}, facts = {}, actor, at, toldAt = at } = move
  if (!canMoveDelivery(type, from, to)) throw new Error(`a ${type} delivery cannot go from ${from} to ${to}`)
  if (ids.length === 0) return []
  const notice = noticeOfMove(type, to)
  const told = EVENT_TYPES.find((one) => one === `delivery.${to}`)
  let query: WithMoved = db
    .with('moved', (ctes) =>
      ctes
        .updateTable('deliveries as d')
        .set({ ...set, status: to, updated_at: at })
        .where('d.site_id', '=', siteId)
        .where('d.id', '=', anyOf(ids))
        .where('d.reward_type', '=', type)
        .where('d.status', '=', from)
        .returning(['d.id', 'd.order_id', 'd.attempt', 'd.card_count']),
    )
    .with('written', (ctes) =>
      ctes
        .insertInto('delivery_events')
        .columns(['site_id', 'delivery_id', 'order_id', 'event', 'facts', 'actor', 'at'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select([eb.val(siteId).as('site_id'), 'id', 'order_id', eb.val(to).as('event')])
            .select([json(facts).as('facts'), eb.val(actor).as('actor'), eb.val(at).as('at')]),
        ),
    )
  if (told !== undefined) query = query.with('told', (ctes) => announced(ctes, siteId, told, at))
  if (notice !== undefined) query = query.with('noticed', (ctes) => noticesOf(ctes, siteId, notice, toldAt))
  const rows = await query.selectFrom('moved').select(['id', 'order_id']).orderBy('id').execute()
  if (told !== undefined && rows.length > 0) enqueueSpread(db, siteId)
  if (to === 'claimed' || to === 'delivered') {
    const orderIds = rows.map(({ order_id }) => order_id)
    await tellAllArrived(db, siteId, orderIds, toldAt)
  }
  await settleNotices(db, siteId, { type, from, orderIds: rows.map(({ order_id }) => order_id), at })
  return rows
}

/** As `announce` writes it, for rows that never leave the database. */
function announced(ctes: WithMoved, siteId: number, type: EventType, at: Date) {
  return ctes
    .insertInto('site_events')
    .columns(['site_id', 'type', 'data', 'at'])
    .expression(({ selectFrom }) =>
      selectFrom('moved').select(({ ref, val, cast }) => {
        const data = { delivery_id: ref('id'), order_id: ref('order_id'), attempt: ref('attempt') }
        return [
          val(siteId).as('site_id'),
          val(type).as('type'),
          cast(jsonBuildObject(data), 'jsonb').as('data'),
          val(at).as('at'),
        ]
      }),
    )
}

/** A history entry that isn't a move: an address was fixed, a card was viewed. */
export async function writeDeliveryEvent(
  db: Db,
  siteId: number,
  line: {
    deliveryId: number
    orderId: number
    event: string
    facts?: Readonly<Record<string, string | number | boolean | null>>
    actor: string
    at: Date
  },
): Promise<void> {
  const { deliveryId, orderId, event, facts = {}, actor, at } = line
  await db
    .insertInto('delivery_events')
    .values({
      site_id: siteId,
      delivery_id: deliveryId,
      order_id: orderId,
      event,
      facts: json(facts),
      actor,
      at,
    })
    .execute()
}

/** Keeps the note that a delivery's recipient wrote, and tells the customer. */
export async function writeThanks(db: Db, siteId: number, id: number, text: string, at: Date): Promise<void> {
  await db
    .with('moved', (ctes) =>
      ctes
        .updateTable('deliveries as d')
        .set({ thanks: text, thanked_at: at, updated_at: at })
        .where('d.site_id', '=', siteId)
        .where('d.id', '=', id)
        .returning(['d.id', 'd.order_id', 'd.attempt', 'd.card_count']),
    )
    .with('noticed', (ctes) => noticesOf(ctes, siteId, 'cards_thanked', at))
    .selectFrom('moved')
    .select('id')
    .execute()
}
