import { type DeliveryStatus, statusesOf } from '@laurel/domain/delivery-status'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import { isFullyRefunded, netCents } from '../ledger/refunded.ts'

/** When this year began where the site is. */
export const startOfYear = (now: Date, timeZone: string): RawBuilder<Date> =>
  sql`date_trunc('year', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`

const ofCustomer = ({ siteId, customerId }: Customer) =>
  sql`o.site_id = ${siteId} and o.customer_id = ${customerId}`
const CARDS = sql`coalesce((o.priced -> 'price' ->> 'cardCount')::int, 0)`
/** A bank debit is under way: its customer has done everything. */
const IS_CLEARING = sql`exists (select from payments p where p.site_id = o.site_id and p.order_id = o.id
  and p.method_code = 'elavon_ach' and p.state in ('submitted', 'paid', 'settled'))`
const OWED = sql`greatest(0, coalesce((select sum(l.cents) from ledger_entries l where l.site_id = o.site_id
  and l.order_id = o.id and l.account = 'receivable'), 0))::bigint`
const NAME = sql`o.id as order_id, coalesce(o.number, '') as order_number,
  coalesce(o.priced -> 'items' -> 0 ->> 'name', '') as name`

export type OrderSums = {
  year: number
  order_count: number
  card_count: number
  total_cents: number
  /** Cards of orders whose delivery hasn't begun. */
  unbegun_cards: number
}

/** This year's orders, and the cards of orders that aren't being delivered yet. */
export async function sumOrders(
  db: Db,
  actor: Customer,
  year: RawBuilder<Date>,
  timeZone: string,
): Promise<OrderSums> {
  const isOfYear = sql`o.placed_at >= ${year} and o.status <> 'declined' and not ${isFullyRefunded}`
  const { rows } = await sql<OrderSums>`
    select extract(year from ${year} at time zone ${timeZone})::int as year,
      (count(*) filter (where ${isOfYear}))::int as order_count,
      coalesce(sum(${CARDS}) filter (where ${isOfYear}), 0)::int as card_count,
      coalesce(sum(${netCents}) filter (where ${isOfYear}), 0)::bigint as total_cents,
      coalesce(sum(${CARDS}) filter (where (o.status in ('pending_payment', 'in_review')
        or (o.status = 'approved' and o.planned_at is null)) and not ${isFullyRefunded}), 0)::int as unbegun_cards
    from orders o where ${ofCustomer(actor)} and o.placed_at is not null`.execute(db)
  const sums = rows[0]!
  return { ...sums, total_cents: Number(sums.total_cents) }
}

export type CardCounts = {
  queued: number
  printing: number
  under_way: number
  needs_a_hand: number
  /** These three of orders placed this year: everything else is still to be followed, however old it is. */
  arrived: number
  emails_sent: number
  emails_opened: number
}

/** Cards by the state of what carries them. Summed side by side: grouped by state, they would be sorted first. */
export async function countCards(db: Db, actor: Customer, year: RawBuilder<Date>): Promise<CardCounts> {
  const cardsIn = (statuses: readonly DeliveryStatus[], and = sql`true`) => sql`coalesce(sum(d.card_count)
    filter (where d.status in (${sql.join(statuses.map(sql.lit))}) and ${and}), 0)::int`
  const isOfYear = sql`o.placed_at >= ${year}`
  const { rows } = await sql<CardCounts>`
    select ${cardsIn(['queued'])} as queued, ${cardsIn(['printing'])} as printing,
      ${cardsIn(statusesOf('under_way'))} as under_way, ${cardsIn(statusesOf('needs_a_hand'))} as needs_a_hand,
      ${cardsIn(statusesOf('arrived'), isOfYear)} as arrived,
      ${cardsIn(['sent', 'opened', 'claimed'], isOfYear)} as emails_sent,
      ${cardsIn(['opened', 'claimed'], isOfYear)} as emails_opened
    from orders o join deliveries d on d.site_id = o.site_id and d.order_id = o.id
    where ${ofCustomer(actor)} and o.status in ('approved', 'fulfilled')`.execute(db)
  return rows[0]!
}

export type TroubledRow = {
  order_id: number
  order_number: string
  name: string
  bounced: number
  returned: number
}

/** Orders with cards that did not arrive, newest first. */
export async function listTroubled(db: Db, actor: Customer, limit: number): Promise<TroubledRow[]> {
  const { rows } = await sql<TroubledRow>`
    select ${NAME}, c.bounced, c.returned from orders o join (
      select d.order_id, (count(*) filter (where d.status = 'bounced'))::int as bounced,
        coalesce(sum(d.card_count) filter (where d.status = 'returned'), 0)::int as returned
      from deliveries d join orders o on o.site_id = d.site_id and o.id = d.order_id
      where ${ofCustomer(actor)} and o.status in ('approved', 'fulfilled') and d.status in ('bounced', 'returned')
      group by d.order_id) c on c.order_id = o.id
    where ${ofCustomer(actor)} order by o.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, order_id: Number(row.order_id) }))
}

export type UnpaidRow = {
  order_id: number
  order_number: string
  name: string
  cents: number
  /** The promised method of the outstanding payment; null if there's none. */
  promised_by: 'self_hosted_check' | 'self_hosted_bank' | null
  is_clearing: boolean
}

/** Every placed order whose money is not all here, newest first. */
export async function listUnpaid(db: Db, actor: Customer): Promise<UnpaidRow[]> {
  const { rows } = await sql<UnpaidRow>`
    select ${NAME}, ${OWED} as cents, ${IS_CLEARING} as is_clearing,
      (select p.method_code from payments p where p.site_id = o.site_id and p.order_id = o.id
        and p.state = 'submitted' and p.method_code in ('self_hosted_check', 'self_hosted_bank')
        order by p.id desc limit 1) as promised_by
    from orders o where ${ofCustomer(actor)} and o.status = 'pending_payment' and o.placed_at is not null
    order by o.id desc`.execute(db)
  return rows.map((row) => ({ ...row, order_id: Number(row.order_id), cents: Number(row.cents) }))
}
