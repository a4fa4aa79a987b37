import type { DeliveryGroup, DeliveryStatus } from '@laurel/domain/delivery-status'
import { DELIVERY_GROUPS, deliveryGroup, statusesOf } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { DeliveryEvents } from '../../database/generated/tables.ts'
import type { DeliveryRow } from './delivery-wire.ts'

export type DeliveryFilter = {
  group?: DeliveryGroup | undefined
  status?: readonly DeliveryStatus[] | undefined
  reward_type?: RewardType | undefined
  search?: string | undefined
  order_id?: number | undefined
  ids?: readonly number[] | undefined
}

/** Deliveries with what their order says of them. The row of the table is `d`, its order `o`. */
const columns = sql`d.*, coalesce(o.number, '') as order_number, o.held_at is not null as is_held,
  (select r.id from deliveries r where r.site_id = d.site_id and r.order_id = d.order_id
    and r.source = 'instead:' || d.id) as replaced_by_id`
const joined = sql`deliveries d join orders o on o.site_id = d.site_id and o.id = d.order_id`

/** As SQL over `d`: everything that is asked for must hold. */
export function filtered(siteId: number, filter: DeliveryFilter): RawBuilder<boolean> {
  const { group, status, reward_type, search, order_id, ids } = filter
  const conditions = [sql`d.site_id = ${siteId}`]
  if (order_id !== undefined) conditions.push(sql`d.order_id = ${order_id}`)
  if (group !== undefined) conditions.push(sql`d.status in (${sql.join(statusesOf(group).map(sql.lit))})`)
  if (status !== undefined && status.length > 0) {
    conditions.push(sql`d.status in (${sql.join(status.map(sql.lit))})`)
  }
  if (reward_type !== undefined) conditions.push(sql`d.reward_type = ${reward_type}`)
  if (ids !== undefined) conditions.push(sql`d.id = any(${[...ids]}::bigint[])`)
  if (search !== undefined && search !== '') conditions.push(found(search))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A complete email address is looked up; other text matches part of a name, company, or address. */
function found(search: string) {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search)) return sql`lower(d.email) = ${search.toLowerCase()}`
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(d.first_name || ' ' || d.last_name ilike ${part} or d.company ilike ${part} or d.email ilike ${part})`
}

/** One page, in order of `order`, and how many there are in all. */
export async function pageOfDeliveries(
  db: Db,
  where: RawBuilder<boolean>,
  order: 'id' | 'changed',
  { page, page_size: size }: { page: number; page_size: number },
): Promise<{ rows: DeliveryRow[]; count: number }> {
  const by = order === 'id' ? sql`d.id` : sql`d.updated_at desc, d.id desc`
  const [{ rows }, counted] = await Promise.all([
    sql<DeliveryRow>`select ${columns} from ${joined} where ${where}
      order by ${by} limit ${size} offset ${(page - 1) * size}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from deliveries d where ${where}`.execute(db),
  ])
  return { rows: rows.map(tidy), count: counted.rows[0]!.count }
}

/** How many deliveries each group has. */
export async function countGroups(
  db: Db,
  where: RawBuilder<boolean>,
): Promise<Record<DeliveryGroup, number>> {
  const { rows } = await sql<{ status: DeliveryStatus; count: number }>`
    select d.status, count(*)::int as count from deliveries d where ${where} group by 1`.execute(db)
  const counts = Object.fromEntries(DELIVERY_GROUPS.map((group) => [group, 0])) as Record<
    DeliveryGroup,
    number
  >
  for (const { status, count } of rows) counts[deliveryGroup(status)] += count
  return counts
}

/** @throws {Refusal} `not_found` */
export async function readDelivery(db: Db, siteId: number, id: number): Promise<DeliveryRow> {
  const { rows } = await sql<DeliveryRow>`select ${columns} from ${joined}
    where d.site_id = ${siteId} and d.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return tidy(rows[0])
}

/** Locks a delivery until the transaction ends, so that no sender takes it. */
export async function holdDelivery(db: Db, siteId: number, id: number): Promise<DeliveryRow> {
  await sql`select from deliveries where site_id = ${siteId} and id = ${id} for update`.execute(db)
  return readDelivery(db, siteId, id)
}

export function listEventsOfDelivery(
  db: Db,
  siteId: number,
  id: number,
): Promise<Selectable<DeliveryEvents>[]> {
  return db
    .selectFrom('delivery_events')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('delivery_id', '=', id)
    .orderBy('id')
    .limit(500)
    .execute()
}

/** @throws {Refusal} `not_found` when it is of no order of theirs */
export async function assertOwn(db: Db, siteId: number, customerId: number, orderId: number) {
  const own = await db
    .selectFrom('orders')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', orderId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (own === undefined) throw new Refusal('not_found')
}

/** Numbers of a raw query come as the driver has them. */
function tidy(row: DeliveryRow): DeliveryRow {
  return {
    ...row,
    id: Number(row.id),
    site_id: Number(row.site_id),
    order_id: Number(row.order_id),
    value_cents: Number(row.value_cents),
    card_item_id: row.card_item_id === null ? null : Number(row.card_item_id),
    recipient_id: row.recipient_id === null ? null : Number(row.recipient_id),
    replaces_id: row.replaces_id === null ? null : Number(row.replaces_id),
    replaced_by_id: row.replaced_by_id === null ? null : Number(row.replaced_by_id),
  }
}
