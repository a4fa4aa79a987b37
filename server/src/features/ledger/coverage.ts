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
/** What refunds under way will take of it. */
export const promised: RawBuilder<number> = sql<number>`(select coalesce(sum(r.amount_cents), 0)::float8 from refunds r
  where ${isPromisedBack})`
/** What its cards were sold for: fees and delivery may be given back without a card being worth less. */
const sold = sql<number>`(select -coalesce(sum(l.cents), 0)::float8 from ledger_entries l
  where l.site_id = o.site_id and l.order_id = o.id and l.account = 'card_value')`
const voided = sql<number>`(select coalesce(sum(d.value_cents), 0)::float8 from deliveries d
  where d.site_id = o.site_id and d.order_id = o.id and d.status = 'cancelled')`
const OUT = sql`('claimed', 'mailed', 'delivered', 'returned')`
/** In somebody's hands; of a card that was replaced, what was spent of it. */
const out = sql<number>`(select coalesce(sum(case when d.status in ${OUT} or d.status = 'replaced'
    then d.value_cents else 0 end), 0)::float8 from deliveries d
  where d.site_id = o.site_id and d.order_id = o.id)
  - (select coalesce(sum(d.value_cents), 0)::float8 from deliveries d
    where d.site_id = o.site_id and d.order_id = o.id and d.replaces_id is not null)`

/** Whoever let it go on without its money has said so knowing what was to go back by then. */
const isReleased = sql<boolean>`(o.released_at is not null and not exists (select from refunds r
  where ${isPromisedBack} and r.created_at >= o.released_at))`

/**
 * As SQL over an order `o`: is enough of its money here, beside what is promised back, for every card that
 * is worth something or is still to be made? Somebody may have let it go on without.
 */
export const isCovered: RawBuilder<boolean> = sql<boolean>`(${isReleased} or ${kept} - ${promised} >= ${sold} - ${voided})`

/**
 * The orders whose cards may not be made: a refund is open that leaves them without money. Read once for a
 * query, however many deliveries it is about; row-level security narrows it to the site.
 */
const shortOfMoney = sql`select o.id from orders o where o.id in (select r.order_id from refunds r
    where r.doubt_id is null and r.state in ('asked', 'approved', 'sent', 'unknown')) and not ${isCovered}`

/** As SQL over an order `o`: on hold, or about to be refunded. Nothing of it is printed or labelled. */
export const isStopped: RawBuilder<boolean> = sql<boolean>`(o.held_at is not null or o.id in (${shortOfMoney}))`

export type Coverage = {
  /** What is here after all that went back and is promised back; below nothing when that is more. */
  keptCents: number
  /** The value of the cards that are not void. */
  aliveCents: number
  /** The value of those that are in somebody's hands: claimed, or mailed. */
  outCents: number
  outCards: number
  cards: number
  isReleased: boolean
}

/** How an order's money stands against its cards. The order should be held, or the answer is old at once. */
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
 * Nothing of an order is sent again whose money went back, or is promised back. The order must be held.
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
