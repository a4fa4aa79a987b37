import { canMoveDelivery, type DeliveryStatus } from '@laurel/domain/delivery-status'
import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import type { RewardType } from '@laurel/domain/reward-type'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Deliveries } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { noticeOfMove, noticesOf, settleNotices, tellAllArrived } from '../notices/write-notices.ts'
import { promiseSpread } from '../webhooks/webhook-jobs.ts'

/** What else changes with a move. A value that depends on the delivery is SQL over `d`. */
export type DeliveryChange = {
  [Column in keyof Updateable<Deliveries>]: Updateable<Deliveries>[Column] | RawBuilder<unknown>
}

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
  const moment = sql`${at.toISOString()}::timestamptz`
  const notice = noticeOfMove(type, to)
  const told = EVENT_TYPES.find((one) => one === `delivery.${to}`)
  const { rows } = await sql<MovedDelivery>`
    with moved as (
      update deliveries d set status = ${to}, ${assigned({ ...set, updated_at: moment })}
      where d.site_id = ${siteId} and d.id = any(${[...ids]}::bigint[]) and d.reward_type = ${type}
        and d.status = ${from}
      returning d.id, d.order_id, d.attempt, d.card_count
    ), written as (
      insert into delivery_events (site_id, delivery_id, order_id, event, facts, actor, at)
      select ${siteId}::bigint, id, order_id, ${to}, ${json(facts)}, ${actor}, ${moment} from moved
    )${told === undefined ? sql`` : announced(siteId, told, moment)}${
      notice === undefined ? sql`` : sql`, noticed as (${noticesOf(siteId, notice, sql`moved`, toldAt)})`
    }
    select id::int as id, order_id::int as order_id from moved order by id`.execute(db)
  if (told !== undefined && rows.length > 0) promiseSpread(db, siteId)
  if (to === 'claimed' || to === 'delivered') {
    const orderIds = rows.map(({ order_id }) => order_id)
    await tellAllArrived(db, siteId, orderIds, toldAt)
  }
  await settleNotices(db, siteId, { type, from, orderIds: rows.map(({ order_id }) => order_id), at })
  return rows
}

function assigned(change: DeliveryChange) {
  return sql.join(Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

/** As `announce` writes it, without the rows' way through here. */
function announced(siteId: number, type: EventType, moment: RawBuilder<unknown>) {
  return sql`, told as (
      insert into site_events (site_id, type, data, at)
      select ${siteId}::bigint, ${type},
        jsonb_build_object('delivery_id', id, 'order_id', order_id, 'attempt', attempt), ${moment} from moved
    )`
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
