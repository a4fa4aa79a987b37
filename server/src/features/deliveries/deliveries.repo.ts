import type { DeliveryGroup, DeliveryStatus } from '@laurel/domain/delivery-status'
import { DELIVERY_GROUPS, deliveryGroup, statusesOf } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { DeliveryEvents } from '../../database/generated/tables.ts'
import { anyOf, isAnyContaining, literal, literals } from '../../database/sql.ts'
import { peopleFound, peopleOfOrderFound } from '../card-items/recipient-filter.ts'
import { customersFound } from '../customers/customers.repo.ts'
import type { DeliveryRow } from './delivery-wire.ts'

export type DeliveryFilter = {
  group?: DeliveryGroup | undefined
  status?: readonly DeliveryStatus[] | undefined
  reward_type?: RewardType | undefined
  search?: string | undefined
  order_id?: number | undefined
  ids?: readonly number[] | undefined
  is_thanked?: boolean | undefined
  /** A search among many deliveries finds beginnings; among others, all parts. */
  isLong?: boolean
}

/** The deliveries of a site that match everything asked for, as `d`. */
export function matchingDeliveries(db: Db, siteId: number, filter: DeliveryFilter) {
  const { group, status, reward_type, search, order_id, ids, is_thanked, isLong = false } = filter
  let found = db.selectFrom('deliveries as d').where('d.site_id', '=', siteId)
  if (order_id !== undefined) found = found.where('d.order_id', '=', order_id)
  if (group !== undefined) found = found.where('d.status', 'in', literals(...statusesOf(group)))
  if (status !== undefined && status.length > 0) found = found.where('d.status', 'in', literals(...status))
  if (reward_type !== undefined) found = found.where('d.reward_type', '=', reward_type)
  if (ids !== undefined) found = found.where('d.id', '=', anyOf(ids))
  if (is_thanked) found = found.where('d.thanked_at', 'is not', null)
  if (search === undefined || search === '') return found
  if (isLong) return found.where('d.id', 'in', beginning(db, siteId, search, order_id))
  // A complete email address is looked up; other text matches part of a name, company, or address.
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search)) {
    return found.where((eb) => eb(eb.fn<string>('lower', ['d.email']), '=', search.toLowerCase()))
  }
  return found.where((eb) => {
    const name = eb(eb('d.first_name', '||', ' '), '||', eb.ref('d.last_name'))
    return isAnyContaining([name, eb.ref('d.company'), eb.ref('d.email')], search)
  })
}

/**
 * Deliveries to recipients whose last name, full name, or email begins with this (in one order, also first name, city, or
 * ZIP code), to those whose corrected name or email has it in any part, and parcels of such customers. Each part uses
 * an index.
 */
function beginning(db: Db, siteId: number, search: string, orderId: number | undefined) {
  const deliveries = () =>
    db.selectFrom('deliveries as found').select('found.id').where('found.site_id', '=', siteId)
  const recipients =
    orderId === undefined ? peopleFound(siteId, search, 'id') : peopleOfOrderFound(siteId, orderId, search)
  const toRecipients = deliveries().where('found.recipient_id', 'in', recipients)
  const ofCustomers = deliveries()
    .innerJoin('orders as of', (join) =>
      join.onRef('of.site_id', '=', 'found.site_id').onRef('of.id', '=', 'found.order_id'),
    )
    .where('found.recipient_id', 'is', null)
    .where('of.customer_id', 'in', customersFound(siteId, search, true))
  const corrected = deliveries()
    .innerJoin('delivery_events as event', (join) =>
      join.onRef('event.site_id', '=', 'found.site_id').onRef('event.delivery_id', '=', 'found.id'),
    )
    // A literal, as in the condition of the index.
    .where('event.event', '=', literal('fixed'))
    .where(({ eb, ref }) => {
      const name = eb(eb('found.first_name', '||', ' '), '||', ref('found.last_name'))
      return isAnyContaining([name, ref('found.email')], search)
    })
  return toRecipients.union(ofCustomers).union(corrected)
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
      'o.external_id',
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

export async function countDeliveries(db: Db, siteId: number, asked: DeliveryFilter): Promise<number> {
  const { count } = await matchingDeliveries(db, siteId, asked)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One page, in order of `order`; `-` is descending. The index alone leads to it; only its deliveries are read. */
export function pageOfDeliveries(
  db: Db,
  siteId: number,
  asked: DeliveryFilter,
  { limit, offset, isFromEnd }: { limit: number; offset: number; isFromEnd: boolean },
  order: 'id' | 'changed' | '-changed',
): Promise<DeliveryRow[]> {
  const direction = order === '-changed' ? 'desc' : 'asc'
  const read = (direction === 'desc') === isFromEnd ? 'asc' : 'desc'
  const found = matchingDeliveries(db, siteId, asked).select('d.id').limit(limit).offset(offset)
  const ids =
    order === 'id' ? found.orderBy('d.id', read) : found.orderBy('d.updated_at', read).orderBy('d.id', read)
  const rows = rowsOf(db.selectFrom('deliveries as d').where('d.site_id', '=', siteId)).where(
    'd.id',
    'in',
    ids,
  )
  return order === 'id'
    ? rows.orderBy('d.id').execute()
    : rows.orderBy('d.updated_at', direction).orderBy('d.id', direction).execute()
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

export function totalOf(counts: Readonly<Record<DeliveryGroup, number>>): number {
  return Object.values(counts).reduce((sum, many) => sum + many, 0)
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
