import type { DeliveryDetail, OfficeDeliveryDetail } from '@laurel/contract/deliveries'
import { api } from '@laurel/contract/routes'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { keepLongCount, LONG_LIST, pageFromNearerEnd } from '../../database/long-lists.ts'
import type { Customer } from '../../http/actor.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Kit } from '../../kit.ts'
import { readSeenOrder } from '../orders/orders.repo.ts'
import {
  countDeliveries,
  countGroups,
  type DeliveryFilter,
  listEventsOfDelivery,
  pageOfDeliveries,
  readDelivery,
  totalOf,
} from './deliveries.repo.ts'
import { deliveryWire, eventWire } from './delivery-wire.ts'

type ReadKit = Pick<Kit, 'pool'>

/** The deliveries of a customer's order. @throws {Refusal} `not_found` */
export function listOwnDeliveries(
  { pool }: ReadKit,
  actor: Customer,
  orderId: number,
  asked: PageAsked & DeliveryFilter,
) {
  return inSite(pool, actor.siteId, async (db) => {
    await readSeenOrder(db, actor, orderId)
    const { counts, ...found } = await search(pool, db, actor.siteId, {
      ...filtersOf(asked),
      order_id: orderId,
    })
    const page = pageFromNearerEnd(windowOf(asked), found.count)
    const [rows, thanked_count] = await Promise.all([
      pageOfDeliveries(db, actor.siteId, found.filter, page, 'id'),
      countDeliveries(db, actor.siteId, { order_id: orderId, is_thanked: true }),
    ])
    const path = `/api/v1/orders/${orderId}/deliveries/`
    return {
      ...pageOfResults(path, filtersOf(asked), asked, found.count, rows.map(deliveryWire)),
      counts,
      total_count: totalOf(counts),
      thanked_count,
    }
  })
}

/** One of a customer's deliveries with its history. @throws {Refusal} `not_found` */
export function getOwnDelivery(
  { pool }: ReadKit,
  actor: Customer,
  id: number,
): Promise<z.input<typeof DeliveryDetail>> {
  return inSite(pool, actor.siteId, async (db) => {
    const row = await readDelivery(db, actor.siteId, id)
    await readSeenOrder(db, actor, row.order_id)
    const events = await listEventsOfDelivery(db, actor.siteId, id)
    return { ...deliveryWire(row), events: events.map((event) => eventWire(event, 'customer')) }
  })
}

/** How many deliveries a search is among, by group, and how many it finds. */
async function search(pool: Pool, db: Db, siteId: number, filter: DeliveryFilter) {
  const { order_id } = filter
  const counts = await keepLongCount(
    pool,
    [siteId, 'deliveries by group', order_id],
    () => countGroups(db, siteId, { order_id }),
    totalOf,
  )
  const within = { ...filter, isLong: totalOf(counts) > LONG_LIST }
  const counted = () => countDeliveries(db, siteId, within)
  return {
    counts,
    filter: within,
    count: await keepLongCount(pool, [siteId, 'deliveries', filter], counted, Number),
  }
}

/** Deliveries of all orders of the site. */
export function listSiteDeliveries(
  { pool }: ReadKit,
  siteId: number,
  { sort, ...asked }: PageAsked & DeliveryFilter & { sort: 'changed' | '-changed' },
) {
  return inSite(pool, siteId, async (db) => {
    const { counts, count, filter } = await search(pool, db, siteId, filtersOf(asked))
    const window = pageFromNearerEnd(windowOf(asked), count)
    const rows = await pageOfDeliveries(db, siteId, filter, window, sort)
    const names = await namesOfCustomers(
      db,
      siteId,
      rows.map((row) => row.order_id),
    )
    const results = rows.map((row) => ({
      ...deliveryWire(row),
      customer_name: names.get(row.order_id)?.name ?? '',
    }))
    const filters = { ...filtersOf(asked), sort: sort === '-changed' ? undefined : sort }
    const page = pageOfResults(api.listOfficeDeliveries.path, filters, asked, count, results)
    return { ...page, counts }
  })
}

/** One delivery with its customer, its cards and its history. @throws {Refusal} `not_found` */
export function getSiteDelivery(
  { pool }: ReadKit,
  siteId: number,
  id: number,
): Promise<z.input<typeof OfficeDeliveryDetail>> {
  return inSite(pool, siteId, async (db) => {
    const row = await readDelivery(db, siteId, id)
    const [events, cards, customers] = await Promise.all([
      listEventsOfDelivery(db, siteId, id),
      db
        .selectFrom('issued_cards')
        .select(['id', 'position', 'last4', 'status', 'value_cents', 'balance_cents'])
        .where('site_id', '=', siteId)
        .where('delivery_id', '=', id)
        .orderBy('position')
        .limit(200)
        .execute(),
      namesOfCustomers(db, siteId, [row.order_id]),
    ])
    return {
      ...deliveryWire(row),
      events: events.map((event) => eventWire(event, 'office')),
      customer: customers.get(row.order_id)!,
      cards: cards.map((card) => ({ ...card, status: card.status as 'issued' | 'active' | 'cancelled' })),
    }
  })
}

async function namesOfCustomers(db: Db, siteId: number, orderIds: readonly number[]) {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.site_id', '=', 'o.site_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .select(['o.id as order_id', 'c.id', 'c.first_name', 'c.last_name', 'c.legal_business_name', 'c.email'])
    .where('o.site_id', '=', siteId)
    .where('o.id', 'in', [...new Set(orderIds), 0])
    .execute()
  return new Map(
    rows.map(({ order_id, id, first_name, last_name, legal_business_name: company, email }) => [
      order_id,
      { id, name: `${first_name} ${last_name}`.trim(), company, email },
    ]),
  )
}

function filtersOf({ group, status, reward_type, search, order_id, is_thanked }: DeliveryFilter) {
  return { group, status, reward_type, search, order_id, is_thanked }
}
