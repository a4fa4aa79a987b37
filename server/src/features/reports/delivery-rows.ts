import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { literals, localText, sumOf } from '../../database/sql.ts'
import { DELIVERY_WORDS, statusOf, VOID } from './card-rows.ts'
import {
  type Cell,
  cents,
  companyCell,
  companyColumn,
  count,
  isOnDays,
  moment,
  pagesAfter,
  type Report,
  type Scope,
  text,
} from './report.ts'

/** Deliveries `d` with their order `o`. */
function deliveriesOf(db: Db, scope: Scope) {
  const { siteId, companyId, status } = scope
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .where('d.site_id', '=', siteId)
    .where(({ ref }) => isOnDays(ref('d.created_at'), scope))
    .$if(companyId !== undefined, (query) => query.where('o.company_id', '=', companyId!))
    .$if(status !== undefined, (query) => query.where('d.status', '=', status!))
}

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number]

function readDeliveries(db: Db, scope: Scope, after: { id: number } | undefined, size: number) {
  const { timeZone } = scope
  return deliveriesOf(db, scope)
    .leftJoin('companies as k', (join) =>
      join.onRef('k.site_id', '=', 'o.site_id').onRef('k.id', '=', 'o.company_id'),
    )
    .select(['d.id', 'd.reward_type', 'd.status', 'd.card_count', 'd.value_cents', 'd.expires_at'])
    .select(['d.first_name', 'd.last_name', 'd.email', 'd.city', 'd.state', 'd.attempt', 'd.problem'])
    .select(['d.carrier', 'd.tracking_number', 'o.number', 'k.name as company'])
    .select(({ fn, ref }) => [
      localText(ref('d.created_at'), timeZone).as('planned'),
      localText(ref('d.due_at'), timeZone).as('due'),
      localText(fn.coalesce('d.sent_at', 'd.mailed_at'), timeZone).as('left'),
      localText(fn.coalesce('d.claimed_at', 'd.delivered_at'), timeZone).as('arrived'),
      localText(fn.coalesce('d.bounced_at', 'd.returned_at'), timeZone).as('returned'),
    ])
    .$if(after !== undefined, (query) => query.where('d.id', '<', after!.id))
    .orderBy('d.id', 'desc')
    .limit(size)
    .$narrowType<{ status: DeliveryStatus; reward_type: RewardType }>()
    .execute()
}

/** Calendar days between two local times; null until both are known. */
function daysBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null
  const [first, last] = [from, to].map((local) => Date.parse(local.slice(0, 10)))
  return Math.max(0, Math.round((last! - first!) / 86_400_000))
}

/** Every email, letter, and parcel, those planned last first. */
export const deliveriesReport: Report = {
  columns: (scope) => [
    ...[text('Order'), ...companyColumn(scope), text('Delivery'), text('Status'), count('Cards')],
    ...[cents('Value (USD)'), text('First name'), text('Last name'), text('Email'), text('City')],
    ...[text('State'), moment('Planned'), moment('Due'), moment('Sent or shipped')],
    ...[count('Days until sent'), moment('Claimed or delivered'), count('Days in transit')],
    ...[moment('Bounced or returned'), text('Problem'), count('Times sent'), text('Carrier')],
    text('Tracking number'),
  ],
  async *pages(read, scope, size) {
    const pages = pagesAfter<Delivery>(read, size, (db, after, rows) =>
      readDeliveries(db, scope, after, rows),
    )
    for await (const deliveries of pages) {
      yield deliveries.map((row): Cell[] => [
        ...[row.number ?? '', ...companyCell(scope, row.company), DELIVERY_WORDS[row.reward_type]],
        ...[statusOf(row, scope), row.card_count, row.value_cents, row.first_name, row.last_name],
        ...[row.email, row.city, row.state, row.planned, row.due, row.left],
        ...[daysBetween(row.due, row.left), row.arrived, daysBetween(row.left, row.arrived)],
        ...[row.returned, row.problem, row.left === null ? row.attempt - 1 : row.attempt, row.carrier],
        row.tracking_number,
      ])
    }
  },
  async totals(db, scope) {
    const { deliveries, cards, value } = await deliveriesOf(db, scope)
      .select(({ cast, eb, fn, ref }) => {
        const isValid = eb('d.status', 'not in', literals(...VOID))
        return [
          cast<number>(fn.countAll(), 'bigint').as('deliveries'),
          sumOf(eb.case().when(isValid).then(ref('d.card_count')).end()).as('cards'),
          sumOf(eb.case().when(isValid).then(ref('d.value_cents')).end()).as('value'),
        ]
      })
      .executeTakeFirstOrThrow()
    return [
      { title: 'Deliveries', type: 'count', value: deliveries },
      { title: 'Cards', type: 'count', value: cards },
      { title: 'Value', type: 'cents', value },
    ]
  },
}
