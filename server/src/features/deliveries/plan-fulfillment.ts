import { Refusal } from '@laurel/domain/refusal'
import { sql } from 'kysely'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { lockOrderOfSite, type OrderRow } from '../orders/orders.repo.ts'
import { advanceOrder } from './advance-order.ts'
import { sendDeliveries } from './fulfillment-jobs.ts'

/** People planned in one transaction: a worker that dies loses no more than that. */
const STEP = 20_000
/** Cards by e-mail are sent by as many at once where workers allow. */
const SENDERS = 2

export type PlanKit = Pick<Kit, 'pool' | 'jobs' | 'now'>

/**
 * Creates an approved order's deliveries: one per recipient, and one parcel for its bulk cards. Each has a
 * source that is unique in its order, so the plan can run again at any time, even from the middle; existing
 * deliveries are unchanged.
 */
export async function planOrder(kit: PlanKit, siteId: number, orderId: number): Promise<void> {
  for (let from = 0; ; ) {
    const next = await inSite(kit.pool, siteId, async (db) => {
      const order = await findApproved(db, siteId, orderId)
      if (order === undefined) return undefined
      if (from === 0) await planParcel(db, order, kit.now())
      return planPeople(db, order, from, kit.now())
    })
    crashPoint('plan.step')
    if (next === undefined) break
    from = next
  }
  await inSite(kit.pool, siteId, async (db) => {
    const order = await findApproved(db, siteId, orderId)
    if (order === undefined) return
    if (order.planned_at === null) {
      await db
        .updateTable('orders')
        .set({ planned_at: kit.now() })
        .where('site_id', '=', siteId)
        .where('id', '=', orderId)
        .execute()
    }
    for (let sender = 0; sender < SENDERS; sender += 1) await kit.jobs.enqueue(db, sendDeliveries, { siteId })
    await advanceOrder(db, siteId, orderId, kit.now())
  })
  crashPoint('plan.done')
}

async function findApproved(db: Db, siteId: number, orderId: number): Promise<OrderRow | undefined> {
  try {
    const order = await lockOrderOfSite(db, siteId, orderId)
    return order.status === 'approved' ? order : undefined
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'not_found') return undefined
    throw cause
  }
}

/** @returns the person to continue after; undefined at the end */
async function planPeople(
  db: Db,
  { site_id: siteId, id: orderId }: OrderRow,
  after: number,
  at: Date,
): Promise<number | undefined> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<{ last: number | null; people: number }>`
    with people as (
      select r.*, i.reward_type, i.denomination_cents
      from card_items i join card_recipient_details r on r.site_id = i.site_id and r.card_item_id = i.id
      where i.site_id = ${siteId} and i.order_id = ${orderId} and i.state = 'in_cart'
        and i.reward_type <> 'bulk' and r.id > ${after}
      order by r.id limit ${STEP}
    ), made as (
      insert into deliveries (site_id, order_id, card_item_id, recipient_id, source, reward_type, value_cents,
        first_name, last_name, email, address1, address2, city, state, zip, due_at, carrier, created_at, updated_at)
      select p.site_id, ${orderId}::bigint, p.card_item_id, p.id, 'recipient:' || p.id, p.reward_type,
        coalesce(p.amount_cents, p.denomination_cents), p.first_name, p.last_name, p.email, p.address1,
        p.address2, p.city, p.state, p.zip, greatest(s.send_at, ${moment}),
        case p.reward_type when 'digital' then '' else coalesce(s.carrier, '') end, ${moment}, ${moment}
      from people p left join shipping_orders s
        on s.site_id = p.site_id and s.order_id = ${orderId} and s.reward_type = p.reward_type
      order by p.id
      on conflict (site_id, order_id, source) do nothing
      returning id, order_id
    ), written as (
      insert into delivery_events (site_id, delivery_id, order_id, event, facts, actor, at)
      select ${siteId}::bigint, id, order_id, 'planned', '{}', 'system', ${moment} from made
    )
    select max(id)::float8 as last, count(*)::int as people from people`.execute(db)
  const { last, people } = rows[0]!
  return last === null || people < STEP ? undefined : last
}

async function planParcel(db: Db, { site_id: siteId, id: orderId }: OrderRow, at: Date): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`
  await sql`
    with cards as (
      select sum(quantity)::int as many, sum(quantity * denomination_cents)::bigint as value_cents
      from card_items where site_id = ${siteId} and order_id = ${orderId}
        and state = 'in_cart' and reward_type = 'bulk'
    ), made as (
      insert into deliveries (site_id, order_id, source, reward_type, card_count, value_cents, first_name,
        company, phone, address1, address2, city, state, zip, due_at, carrier, created_at, updated_at)
      select ${siteId}::bigint, ${orderId}::bigint, 'bulk', 'bulk', c.many, c.value_cents,
        coalesce(s.address ->> 'name', ''), coalesce(s.address ->> 'company', ''),
        coalesce(s.address ->> 'phone', ''), coalesce(s.address ->> 'address1', ''),
        coalesce(s.address ->> 'address2', ''), coalesce(s.address ->> 'city', ''),
        coalesce(s.address ->> 'state', ''), coalesce(s.address ->> 'zip', ''),
        greatest(s.send_at, ${moment}), coalesce(s.carrier, ''), ${moment}, ${moment}
      from cards c left join shipping_orders s
        on s.site_id = ${siteId} and s.order_id = ${orderId} and s.reward_type = 'bulk'
      where c.many > 0
      on conflict (site_id, order_id, source) do nothing
      returning id, order_id
    )
    insert into delivery_events (site_id, delivery_id, order_id, event, facts, actor, at)
    select ${siteId}::bigint, id, order_id, 'planned', '{}', 'system', ${moment} from made`.execute(db)
}
