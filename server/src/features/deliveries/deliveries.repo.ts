import type { DeliveryGroup, DeliveryStatus } from '@laurel/domain/delivery-status'
import { DELIVERY_GROUPS, deliveryGroup, statusesOf } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { DeliveryEvents } from '../../database/generated/tables.ts'
import { anyOf, containing, literals } from '../../database/sql.ts'
import type { PageAsked } from '../../http/page-links.ts'
import type { DeliveryRow } from './delivery-wire.ts'

export type DeliveryFilter = {
  group?: DeliveryGroup | undefined
  status?: readonly DeliveryStatus[] | undefined
  reward_type?: RewardType | undefined
  search?: string | undefined
  order_id?: number | undefined
  ids?: readonly number[] | undefined
}

/** The deliveries of a site that match everything asked for, as `d`. */
export function matchingDeliveries(db: Db, siteId: number, filter: DeliveryFilter) {
  const { group, status, reward_type, search, order_id, ids } = filter
  let found = db.selectFrom('deliveries as d').where('d.site_id', '=', siteId)
  if (order_id !== undefined) found = found.where('d.order_id', '=', order_id)
  if (group !== undefined) found = found.where('d.status', 'in', literals(...statusesOf(group)))
  if (status !== undefined && status.length > 0) found = found.where('d.status', 'in', literals(...status))
  if (reward_type !== undefined) found = found.where('d.reward_type', '=', reward_type)
  if (ids !== undefined) found = found.where('d.id', '=', anyOf(ids))
  if (search === undefined || search === '') return found
  // A complete email address is looked up; other text matches part of a name, company, or address.
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search)) {
    return found.where((eb) => eb(eb.fn<string>('lower', ['d.email']), '=', search.toLowerCase()))
  }
  const part = containing(search)
  return found.where((eb) => {
    const name = eb(eb('d.first_name', '||', ' '), '||', eb.ref('d.last_name'))
    return eb.or([eb(name, 'ilike', part), eb('d.company', 'ilike', part), eb('d.email', 'ilike', part)])
  })
}

/** With what their order says of them. */
function rowsOf(deliveries: ReturnType<typeof matchingDeliveries>) {
  return deliveries
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .selectAll('d')
    .select((eb) => [
      eb.fn.coalesce('o.number', eb.val('')).as('order_number'),
      // Canceled cards of a refunded order wait for no release.
      eb
        .and([eb('o.held_at', 'is not', null), eb('d.status', 'not in', literals(...statusesOf('over')))])
        .as('is_held'),
      eb
        .selectFrom('deliveries as r')
        .select('r.id')
        .whereRef('r.site_id', '=', 'd.site_id')
        .whereRef('r.order_id', '=', 'd.order_id')
        .where('r.source', '=', eb(eb.val('instead:'), '||', eb.cast<string>('d.id', 'text')))
        .as('replaced_by_id'),
    ])
    .$narrowType<{ status: DeliveryStatus; reward_type: RewardType; is_held: boolean }>()
}

/** One page, in order of `order`, and how many there are in all. */
export async function pageOfDeliveries(
  db: Db,
  siteId: number,
  asked: DeliveryFilter & PageAsked,
  order: 'id' | 'changed',
): Promise<{ rows: DeliveryRow[]; count: number }> {
  const found = matchingDeliveries(db, siteId, asked)
  const rows = rowsOf(found)
  const ordered =
    order === 'id' ? rows.orderBy('d.id') : rows.orderBy('d.updated_at', 'desc').orderBy('d.id', 'desc')
  const [page, { count }] = await Promise.all([
    ordered
      .limit(asked.page_size)
      .offset((asked.page - 1) * asked.page_size)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows: page, count }
}

/** How many deliveries each group has. */
export async function countGroups(
  db: Db,
  siteId: number,
  filter: DeliveryFilter,
): Promise<Record<DeliveryGroup, number>> {
  const rows = await matchingDeliveries(db, siteId, filter)
    .select((eb) => ['d.status', eb.fn.countAll<number>().as('count')])
    .groupBy('d.status')
    .$narrowType<{ status: DeliveryStatus }>()
    .execute()
  const counts = Object.fromEntries(DELIVERY_GROUPS.map((group) => [group, 0])) as Record<
    DeliveryGroup,
    number
  >
  for (const { status, count } of rows) counts[deliveryGroup(status)] += count
  return counts
}

/** @throws {Refusal} `not_found` */
export async function readDelivery(db: Db, siteId: number, id: number): Promise<DeliveryRow> {
  const row = await rowsOf(matchingDeliveries(db, siteId, {}))
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Locks a delivery until the transaction ends, so that no sender takes it. */
export async function holdDelivery(db: Db, siteId: number, id: number): Promise<DeliveryRow> {
  await db.selectFrom('deliveries').where('site_id', '=', siteId).where('id', '=', id).forUpdate().execute()
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

/** @throws {Refusal} `not_found` when the order isn't theirs */
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
