import { DELIVERY_STATUS_WORDS, type DeliveryStatus } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { anyOf, literals, localText, sumOf } from '../../database/sql.ts'
import { type OrderRow, orderPages } from './order-rows.ts'
import {
  type Cell,
  cents,
  companyCell,
  companyColumn,
  count,
  fieldCells,
  fieldColumns,
  fullName,
  inFlight,
  moment,
  ordersOf,
  type Read,
  type Report,
  type Scope,
  type Total,
  text,
  words,
} from './report.ts'

/** Sent by email, and not claimed. */
const UNCLAIMED: readonly DeliveryStatus[] = ['sent', 'opened', 'bounced']
/** No card goes out with these, or another delivery has it. */
export const VOID: readonly DeliveryStatus[] = ['cancelled', 'replaced']

export const DELIVERY_WORDS: Readonly<Record<RewardType, string>> = {
  digital: /*i18n*/ 'Email',
  direct: /*i18n*/ 'Mail',
  bulk: /*i18n*/ 'Parcel',
}

type Sought = { statuses?: readonly DeliveryStatus[] }

function soughtOf({ status }: Scope): Sought {
  return status === undefined ? {} : { statuses: [status as DeliveryStatus] }
}

/** As many orders as are read at once: most have few cards. */
const ORDERS_AT_ONCE = 500

function readDeliveries(
  db: Db,
  { siteId, timeZone }: Scope,
  sought: Sought & { orderIds: readonly number[]; after: number; size?: number },
) {
  const { statuses, orderIds, after, size } = sought
  return db
    .selectFrom('deliveries as d')
    .leftJoin('card_items as i', (join) =>
      join.onRef('i.site_id', '=', 'd.site_id').onRef('i.id', '=', 'd.card_item_id'),
    )
    .select([
      'd.id',
      'd.order_id',
      'd.reward_type',
      'd.status',
      'd.card_count',
      'd.value_cents',
      'd.expires_at',
    ])
    .select(['d.first_name', 'd.last_name', 'd.email', 'd.city', 'd.state', 'i.name'])
    .select(({ ref }) => [
      localText(ref('d.sent_at'), timeZone).as('sent'),
      localText(ref('d.opened_at'), timeZone).as('opened'),
      localText(ref('d.claimed_at'), timeZone).as('claimed'),
      localText(ref('d.mailed_at'), timeZone).as('mailed'),
      localText(ref('d.delivered_at'), timeZone).as('delivered'),
      localText(ref('d.expires_at'), timeZone).as('expires'),
    ])
    .where('d.site_id', '=', siteId)
    .where('d.order_id', '=', anyOf(orderIds))
    .where('d.id', '>', after)
    .where('d.status', '<>', 'replaced')
    .$if(statuses !== undefined, (query) => query.where('d.status', 'in', literals(...statuses!)))
    .orderBy('d.id')
    .$if(size !== undefined, (query) => query.limit(size!))
    .$narrowType<{ status: DeliveryStatus; reward_type: RewardType }>()
    .execute()
}

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number]

/** The deliveries of a report, order by order, page by page: a large order takes several pages, small ones share one. */
async function* deliveryPages(
  read: Read,
  scope: Scope,
  sought: Sought,
  size: number,
): AsyncGenerator<[OrderRow, Delivery][]> {
  for await (const orders of orderPages(read, scope, ORDERS_AT_ONCE)) {
    const begin = (some: OrderRow[]) => {
      const orderIds = some.map(({ id }) => id)
      const limit = some.length === 1 && { size }
      return read((db) => readDeliveries(db, scope, { ...sought, orderIds, after: 0, ...limit }))
    }
    for await (const [some, page] of inFlight(inParts(orders, size), begin)) {
      const byOrder = Map.groupBy(page, ({ order_id }) => order_id)
      yield some.flatMap((order) =>
        (byOrder.get(order.id) ?? []).map((row): [OrderRow, Delivery] => [order, row]),
      )
      const [order] = some
      for (let rows = page; some.length === 1 && rows.length === size; ) {
        const sooner = { ...sought, orderIds: [order!.id], after: rows.at(-1)!.id, size }
        rows = await read((db) => readDeliveries(db, scope, sooner))
        yield rows.map((row) => [order!, row])
      }
    }
  }
}

/** Neighboring orders that have about this many cards together, and each larger one alone. */
function* inParts(orders: readonly OrderRow[], size: number): Generator<OrderRow[]> {
  let part: OrderRow[] = []
  let cards = 0
  for (const order of orders) {
    if (!['approved', 'fulfilled'].includes(order.status)) continue
    if (part.length > 0 && cards + order.cards > size) {
      yield part
      part = []
      cards = 0
    }
    part.push(order)
    cards += order.cards
  }
  if (part.length > 0) yield part
}

function sumCards(db: Db, scope: Scope, { statuses }: Sought) {
  return ordersOf(db, scope)
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 'o.site_id').onRef('d.order_id', '=', 'o.id'),
    )
    .select(({ ref }) => [sumOf(ref('d.card_count')).as('cards'), sumOf(ref('d.value_cents')).as('value')])
    .where('o.status', 'in', ['approved', 'fulfilled'])
    .where(({ eb }) =>
      statuses === undefined
        ? eb('d.status', 'not in', literals(...VOID))
        : eb('d.status', 'in', literals(...statuses)),
    )
    .executeTakeFirstOrThrow()
}

async function totalsOf(db: Db, scope: Scope, sought: Sought, title: string): Promise<Total[]> {
  const { cards, value } = await sumCards(db, scope, sought)
  return [
    { title: /*i18n*/ 'Cards', type: 'count', value: cards },
    { title, type: 'cents', value },
  ]
}

export const cardsReport: Report = {
  columns: (scope) => [
    ...[text(/*i18n*/ 'Order'), ...companyColumn(scope), text(/*i18n*/ 'Card'), words(/*i18n*/ 'Delivery')],
    ...[
      text(/*i18n*/ 'First name'),
      text(/*i18n*/ 'Last name'),
      text(/*i18n*/ 'Email'),
      text(/*i18n*/ 'City'),
      text(/*i18n*/ 'State'),
    ],
    ...[
      count(/*i18n*/ 'Cards'),
      cents(/*i18n*/ 'Value (USD)'),
      words(/*i18n*/ 'Status'),
      moment(/*i18n*/ 'Sent'),
    ],
    ...[
      moment(/*i18n*/ 'Opened'),
      moment(/*i18n*/ 'Claimed'),
      moment(/*i18n*/ 'Mailed'),
      moment(/*i18n*/ 'Delivered'),
      moment(/*i18n*/ 'Expires'),
    ],
    ...[text(/*i18n*/ 'Placed by'), ...fieldColumns(scope), text(/*i18n*/ 'External ID')],
  ],
  async *pages(read, scope, size) {
    for await (const rows of deliveryPages(read, scope, soughtOf(scope), size)) {
      yield rows.map(([order, row]): Cell[] => [
        order.number ?? '',
        ...companyCell(scope, order.company),
        row.name ?? '',
        DELIVERY_WORDS[row.reward_type],
        row.first_name,
        row.last_name,
        row.email,
        row.city,
        row.state,
        row.card_count,
        row.value_cents,
        statusOf(row, scope),
        row.sent,
        row.opened,
        row.claimed,
        row.mailed,
        row.delivered,
        row.expires,
        fullName(order),
        ...fieldCells(scope, order.fields),
        order.external_id ?? '',
      ])
    }
  },
  totals: (db, scope) => totalsOf(db, scope, soughtOf(scope), /*i18n*/ 'Value'),
}

export const unclaimedReport: Report = {
  columns: (scope) => [
    ...[
      text(/*i18n*/ 'Order'),
      ...companyColumn(scope),
      text(/*i18n*/ 'Card'),
      text(/*i18n*/ 'First name'),
      text(/*i18n*/ 'Last name'),
      text(/*i18n*/ 'Email'),
      cents(/*i18n*/ 'Value (USD)'),
    ],
    ...[
      words(/*i18n*/ 'Status'),
      moment(/*i18n*/ 'Sent'),
      moment(/*i18n*/ 'Opened'),
      moment(/*i18n*/ 'Expires'),
      text(/*i18n*/ 'Placed by'),
    ],
    ...fieldColumns(scope),
    text(/*i18n*/ 'External ID'),
  ],
  async *pages(read, scope, size) {
    for await (const rows of deliveryPages(read, scope, { statuses: UNCLAIMED }, size)) {
      yield rows.map(([order, row]): Cell[] => [
        ...[order.number ?? '', ...companyCell(scope, order.company), row.name ?? ''],
        ...[row.first_name, row.last_name, row.email, row.value_cents],
        ...[statusOf(row, scope), row.sent, row.opened, row.expires, fullName(order)],
        ...fieldCells(scope, order.fields),
        order.external_id ?? '',
      ])
    }
  },
  totals: (db, scope) => totalsOf(db, scope, { statuses: UNCLAIMED }, /*i18n*/ 'Unclaimed value'),
}

/** A link that expired says so: the recipient can't claim the card with it. */
export function statusOf(
  { status, expires_at }: Pick<Delivery, 'status' | 'expires_at'>,
  { at }: Pick<Scope, 'at'>,
): string {
  const isExpired = UNCLAIMED.includes(status) && expires_at !== null && expires_at < at
  return isExpired ? /*i18n*/ 'Expired' : DELIVERY_STATUS_WORDS[status]
}
