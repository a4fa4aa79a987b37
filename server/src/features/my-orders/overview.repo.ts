import { type DeliveryStatus, statusesOf } from '@laurel/domain/delivery-status'
import { BY_HAND_METHODS, type ByHandMethod } from '@laurel/domain/payment-method'
import { type Expression, expressionBuilder, type NotNull, type SqlBool } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { Deliveries, Orders } from '../../database/generated/tables.ts'
import { jsonPart, jsonText, literal, literals, yearBegins, yearOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isOfCompany, isOutsideCompanies, viewerOf } from '../companies/own-companies.ts'
import { isFullyRefunded, netCents } from '../ledger/refunded.ts'

type Moment = { now: Date; timeZone: string }

const order = expressionBuilder<Database & { o: Orders; d: Deliveries }, 'o' | 'd'>()
const { and, eb, fn, not, or } = order

const priced = order.ref('o.priced')
/** How many cards an order was priced for. */
export const CARD_COUNT = fn.coalesce(
  order.cast<number>(jsonText(jsonPart(priced, 'price'), 'cardCount'), 'integer'),
  order.lit(0),
)
const FIRST_ITEM = fn.coalesce(jsonText(jsonPart(jsonPart(priced, 'items'), 0), 'name'), literal(''))
const NAME = [
  'o.id as order_id',
  fn.coalesce('o.number', literal('')).as('order_number'),
  FIRST_ITEM.as('name'),
] as const

/** The company's orders, and the customer's own without one. */
function ordersOf(db: Db, actor: Customer) {
  const viewer = viewerOf(actor)
  return db
    .selectFrom('orders as o')
    .where('o.site_id', '=', actor.siteId)
    .where(or([isOfCompany(viewer.companyId), isOutsideCompanies(viewer)]))
}

/** Those of them that the customer placed. */
function ownOrders(db: Db, actor: Customer) {
  return ordersOf(db, actor).where('o.customer_id', '=', actor.customerId)
}

/** A sum of cards or cents; 0 without rows. */
function sumWhere(value: Expression<number> | 'd.card_count', condition: Expression<SqlBool>) {
  return fn.coalesce(order.cast<number>(fn.sum(value).filterWhere(condition), 'bigint'), order.lit(0))
}

export type OrderSums = {
  year: number
  order_count: number
  card_count: number
  total_cents: number
  /** Cards of orders whose delivery hasn't begun. */
  unbegun_cards: number
}

/** This year's orders, and the cards of orders that aren't being delivered yet. */
export function sumOrders(db: Db, actor: Customer, moment: Moment): Promise<OrderSums> {
  const isOfYear = and([
    eb('o.placed_at', '>=', yearBegins(moment.now, moment.timeZone)),
    eb('o.status', '<>', 'declined'),
    not(isFullyRefunded),
  ])
  const isUnbegun = and([
    or([
      eb('o.status', 'in', ['pending_payment', 'in_review']),
      and([eb('o.status', '=', 'approved'), eb('o.planned_at', 'is', null)]),
    ]),
    not(isFullyRefunded),
  ])
  return ordersOf(db, actor)
    .select([
      yearOf(moment.now, moment.timeZone).as('year'),
      fn.countAll<number>().filterWhere(isOfYear).as('order_count'),
      sumWhere(CARD_COUNT, isOfYear).as('card_count'),
      sumWhere(netCents, isOfYear).as('total_cents'),
      sumWhere(CARD_COUNT, isUnbegun).as('unbegun_cards'),
    ])
    .where('o.placed_at', 'is not', null)
    .executeTakeFirstOrThrow()
}

export type CardCounts = {
  queued: number
  printing: number
  under_way: number
  needs_a_hand: number
  /** These three of orders placed this year; the others are still open, whatever their age. */
  arrived: number
  emails_sent: number
  emails_opened: number
}

/** Cards by the status of their deliveries, without grouping, which would sort them first. */
export function countCards(db: Db, actor: Customer, moment: Moment): Promise<CardCounts> {
  const isOfYear = eb('o.placed_at', '>=', yearBegins(moment.now, moment.timeZone))
  const cardsIn = (statuses: readonly DeliveryStatus[], ...more: Expression<SqlBool>[]) =>
    sumWhere('d.card_count', and([eb('d.status', 'in', literals(...statuses)), ...more]))
  return ordersOf(db, actor)
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 'o.site_id').onRef('d.order_id', '=', 'o.id'),
    )
    .select([
      cardsIn(['queued']).as('queued'),
      cardsIn(['printing']).as('printing'),
      cardsIn(statusesOf('under_way')).as('under_way'),
      cardsIn(statusesOf('needs_a_hand')).as('needs_a_hand'),
      cardsIn(statusesOf('arrived'), isOfYear).as('arrived'),
      cardsIn(['sent', 'opened', 'claimed'], isOfYear).as('emails_sent'),
      cardsIn(['opened', 'claimed'], isOfYear).as('emails_opened'),
    ])
    .where('o.status', 'in', ['approved', 'fulfilled'])
    .executeTakeFirstOrThrow()
}

export type TroubledRow = {
  order_id: number
  order_number: string
  name: string
  bounced: number
  returned: number
}

/** The customer's own orders with cards that didn't arrive, newest first: they can help them. */
export function listTroubled(db: Db, actor: Customer, limit: number): Promise<TroubledRow[]> {
  const returned = ownOrders(db, actor)
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.site_id', '=', 'o.site_id').onRef('d.order_id', '=', 'o.id'),
    )
    .select([
      'd.order_id',
      fn.countAll<number>().filterWhere('d.status', '=', 'bounced').as('bounced'),
      sumWhere('d.card_count', eb('d.status', '=', 'returned')).as('returned'),
    ])
    .where('o.status', 'in', ['approved', 'fulfilled'])
    .where('d.status', 'in', ['bounced', 'returned'])
    .groupBy('d.order_id')
  return ownOrders(db, actor)
    .innerJoin(returned.as('cards'), 'cards.order_id', 'o.id')
    .select([...NAME, 'cards.bounced', 'cards.returned'])
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
}

export type UnpaidRow = {
  order_id: number
  order_number: string
  name: string
  cents: number
  /** The promised method of the outstanding payment; null if there's none. */
  promised_by: ByHandMethod | null
  is_clearing: boolean
}

/** Every order that the customer placed with an amount due, newest first. */
export function listUnpaid(db: Db, actor: Customer): Promise<UnpaidRow[]> {
  return ownOrders(db, actor)
    .select(NAME)
    .select(({ exists, selectFrom }) => [
      selectFrom('ledger_entries as entry')
        .select((entry) =>
          entry
            .fn<number>('greatest', [
              entry.lit(0),
              entry.fn.coalesce(entry.cast<number>(entry.fn.sum('entry.cents'), 'bigint'), entry.lit(0)),
            ])
            .as('cents'),
        )
        .whereRef('entry.site_id', '=', 'o.site_id')
        .whereRef('entry.order_id', '=', 'o.id')
        .where('entry.account', '=', 'receivable')
        .as('cents'),
      // A bank debit on its way: the customer has nothing left to do.
      exists(
        selectFrom('payments as debit')
          .whereRef('debit.site_id', '=', 'o.site_id')
          .whereRef('debit.order_id', '=', 'o.id')
          .where('debit.method_code', '=', 'elavon_ach')
          .where('debit.state', 'in', ['submitted', 'paid', 'settled']),
      )
        .$castTo<boolean>()
        .as('is_clearing'),
      selectFrom('payments as promised')
        .select('promised.method_code')
        .whereRef('promised.site_id', '=', 'o.site_id')
        .whereRef('promised.order_id', '=', 'o.id')
        .where('promised.state', '=', 'submitted')
        .where('promised.method_code', 'in', BY_HAND_METHODS)
        .orderBy('promised.id', 'desc')
        .limit(1)
        .as('promised_by'),
    ])
    .where('o.status', '=', literal('pending_payment'))
    .where('o.placed_at', 'is not', null)
    .orderBy('o.id', 'desc')
    .$narrowType<{ cents: NotNull; promised_by: UnpaidRow['promised_by'] }>()
    .execute()
}
