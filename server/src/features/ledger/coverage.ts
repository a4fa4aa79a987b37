import { formatCents } from '@laurel/domain/money'
import { Refusal } from '@laurel/domain/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** What is here of the order's own money. All as SQL over an order `o`, in cents. */
export const kept = sql<number>`(select coalesce(sum(l.cents), 0)::float8 from ledger_entries l
  where l.site_id = o.site_id and l.order_id = o.id and l.account like 'cash%' and l.source not like 'doubt:%'
    and not exists (select from refunds r where r.site_id = l.site_id and r.order_id = l.order_id
      and r.doubt_id is not null and l.source = 'refund:' || r.id))`
const isPromisedBack = sql<boolean>`(r.site_id = o.site_id and r.order_id = o.id and r.doubt_id is null
  and r.state in ('asked', 'approved', 'sent', 'unknown'))`
/** What open refunds will take. */
export const promised: RawBuilder<number> = sql<number>`(select coalesce(sum(r.amount_cents), 0)::float8 from refunds r
  where ${isPromisedBack})`
/** The cards' sales value: fees and delivery can be refunded without reducing any card's value. */
const sold = sql<number>`(select -coalesce(sum(l.cents), 0)::float8 from ledger_entries l
  where l.site_id = o.site_id and l.order_id = o.id and l.account = 'card_value')`
const voided = sql<number>`(select coalesce(sum(d.value_cents), 0)::float8 from deliveries d
  where d.site_id = o.site_id and d.order_id = o.id and d.status = 'cancelled')`
const OUT = sql`('claimed', 'mailed', 'delivered', 'returned')`
/** With recipients; for a replaced card, the amount spent. */
const out = sql<number>`(select coalesce(sum(case when d.status in ${OUT} or d.status = 'replaced'
    then d.value_cents else 0 end), 0)::float8 from deliveries d
  where d.site_id = o.site_id and d.order_id = o.id)
  - (select coalesce(sum(d.value_cents), 0)::float8 from deliveries d
    where d.site_id = o.site_id and d.order_id = o.id and d.replaces_id is not null)`

/** A release without the money was decided knowing the refunds at that time, and none that followed, open or done. */
const isReleased = sql<boolean>`(o.released_at is not null and not exists (select from refunds r
  where r.site_id = o.site_id and r.order_id = o.id and r.doubt_id is null
    and r.state not in ('failed', 'refused') and r.created_at >= o.released_at))`

/**
 * As SQL over an order `o`: does its money, minus open refunds, cover every card that has value or will be
 * issued? Or did staff release it without?
 */
export const isCovered: RawBuilder<boolean> = sql<boolean>`(${isReleased} or ${kept} - ${promised} >= ${sold} - ${voided})`

/**
 * The orders whose cards may not be made: a refund is open that leaves them without money. Read once for a
 * query, however many deliveries it is about; row-level security narrows it to the site.
 */
const shortOfMoney = sql`select o.id from orders o where o.id in (select r.order_id from refunds r
    where r.doubt_id is null and r.state in ('asked', 'approved', 'sent', 'unknown')) and not ${isCovered}`

/** As SQL over an order `o`: on hold, or about to be refunded. None of its cards are printed or labeled. */
export const isStopped: RawBuilder<boolean> = sql<boolean>`(o.held_at is not null or o.id in (${shortOfMoney}))`

export type Coverage = {
  /** What is left after paid and open refunds; negative if those exceed it. */
  keptCents: number
  /** The value of the cards that are not void. */
  aliveCents: number
  /** The value of cards with recipients: claimed, or mailed. */
  outCents: number
  outCards: number
  cards: number
  isReleased: boolean
}

/** An order's money against its cards. Without the order's lock, the answer may be outdated at once. */
export async function coverageOf(db: Db, siteId: number, orderId: number): Promise<Coverage> {
  const { rows } = await sql<{
    kept: number
    alive: number
    out: number
    out_cards: number
    cards: number
    released: boolean
  }>`select ${kept} - ${promised} as kept, ${sold} - ${voided} as alive, ${out} as out,
      (select coalesce(sum(d.card_count), 0)::int from deliveries d where d.site_id = o.site_id
        and d.order_id = o.id and d.status in ${OUT}) as out_cards,
      (select coalesce(sum(d.card_count), 0)::int from deliveries d where d.site_id = o.site_id
        and d.order_id = o.id and d.status <> 'replaced') as cards,
      ${isReleased} as released
    from orders o where o.site_id = ${siteId} and o.id = ${orderId}`.execute(db)
  const [row] = rows
  return {
    keptCents: row!.kept,
    aliveCents: row!.alive,
    outCents: row!.out,
    outCards: row!.out_cards,
    cards: row!.cards,
    isReleased: row!.released,
  }
}

/**
 * Refuses to resend cards of an order whose money was or is being refunded. The order must be locked.
 *
 * @throws {Refusal} `order_not_covered`
 */
export async function assertCardsCovered(db: Db, siteId: number, orderId: number): Promise<void> {
  const { rows } = await sql`select from orders o
    where o.site_id = ${siteId} and o.id = ${orderId} and not ${isCovered}`.execute(db)
  if (rows.length === 0) return
  const { keptCents, aliveCents } = await coverageOf(db, siteId, orderId)
  throw new Refusal('order_not_covered', { left: formatCents(aliveCents - Math.max(0, keptCents)) })
}
