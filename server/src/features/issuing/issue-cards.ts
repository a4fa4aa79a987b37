import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Kit } from '../../kit.ts'
import { seal } from '../../secrets/sealed.ts'
import { record } from '../audit/audit.service.ts'
import { isCovered } from '../ledger/coverage.ts'
import { numberDigest } from './embedded-issuer.ts'

export type IssuingKit = Pick<Kit, 'pool' | 'keys' | 'issuing' | 'now'>

/** One card that is due, named for its issuer by its delivery and its place there. */
type Due = { key: string; deliveryId: number; position: number; cardItemId: number; valueCents: number }

/**
 * Issues the cards of deliveries about to leave, each exactly once for any number of requests. Orders that
 * aren't approved, are on hold, or have no verified payment get no cards.
 *
 * @returns the requested deliveries that now have all their cards
 */
export async function issueCards(
  kit: IssuingKit,
  siteId: number,
  deliveryIds: readonly number[],
): Promise<Set<number>> {
  if (deliveryIds.length === 0) return new Set()
  const { allowed, due } = await inSite(kit.pool, siteId, async (db) => {
    const ids = await listIssuable(db, siteId, deliveryIds)
    return { allowed: ids, due: await listDue(db, siteId, ids) }
  })
  if (due.length === 0) return new Set(allowed)

  const issued = await kit.issuing.issue(
    siteId,
    due.map(({ key, valueCents }) => ({ key, valueCents })),
  )
  const rows = due.map(({ key, deliveryId, position, cardItemId, valueCents }, index) => {
    const card = issued[index]!
    if (card.key !== key || card.valueCents !== valueCents) throw new Error(`another card came for ${key}`)
    return {
      delivery_id: deliveryId,
      position,
      card_item_id: cardItemId,
      value_cents: valueCents,
      number_sealed: seal(kit.keys.dataSeal, placeOfCard(siteId, key, 'number'), card.number),
      number_digest: numberDigest(kit.keys.cardDigest, card.number),
      last4: card.number.slice(-4),
      pin_sealed: seal(kit.keys.dataSeal, placeOfCard(siteId, key, 'pin'), card.pin),
    }
  })
  const kept = await inSite(kit.pool, siteId, async (db) => {
    // The order may have been declined between the two transactions: then its cards are worth nothing.
    const still = new Set(await listIssuable(db, siteId, allowed))
    await insertCards(
      db,
      siteId,
      rows.filter((row) => still.has(row.delivery_id)),
      kit.now(),
    )
    return still
  })
  const orphans = due.filter(({ deliveryId }) => !kept.has(deliveryId)).map(({ key }) => key)
  if (orphans.length > 0) await kit.issuing.cancel(siteId, orphans)
  return kept
}

/** How our issuer knows a card: by its delivery and its place there. */
export function cardKey(deliveryId: number, position: number): string {
  return `${deliveryId}:${position}`
}

/** Binds an encrypted number or PIN to its card: copied elsewhere, it can't be decrypted. */
export function placeOfCard(siteId: number, key: string, what: 'number' | 'pin'): string {
  return `card:${siteId}:${key}:${what}`
}

/**
 * Locks the orders until the transaction ends, so that none is declined or refunded in between, and then checks
 * their payments.
 */
async function listIssuable(db: Db, siteId: number, deliveryIds: readonly number[]): Promise<number[]> {
  await sql`select from orders o where o.site_id = ${siteId} and o.id in (
      select order_id from deliveries where site_id = ${siteId} and id = any(${[...deliveryIds]}::bigint[]))
    order by o.id for share of o`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with meant as (
      select distinct order_id from deliveries
      where site_id = ${siteId} and id = any(${[...deliveryIds]}::bigint[])
    ), paid as (
      select o.id from orders o join meant on meant.order_id = o.id
      where o.site_id = ${siteId} and o.status in ('approved', 'fulfilled') and o.held_at is null
        and ${isCovered} and (o.released_at is not null or (
          select sum(cents) from ledger_entries l
          where l.site_id = o.site_id and l.order_id = o.id and l.account = 'receivable') <= 0)
    )
    select d.id::int as id from deliveries d join paid on paid.id = d.order_id
    where d.site_id = ${siteId} and d.id = any(${[...deliveryIds]}::bigint[])
      and d.status not in ('replaced', 'cancelled')
    order by d.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The cards that are not issued yet: one for a recipient, for a parcel every bulk card of its order. */
async function listDue(db: Db, siteId: number, deliveryIds: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<{
    delivery_id: number
    position: number
    card_item_id: number
    value_cents: number
  }>`
    with meant as (
      select id, order_id, card_item_id, value_cents, reward_type from deliveries
      where site_id = ${siteId} and id = any(${[...deliveryIds]}::bigint[])
    ), wanted as (
      select id as delivery_id, 1 as position, card_item_id, value_cents from meant where reward_type <> 'bulk'
      union all
      select m.id, row_number() over (partition by m.id order by i.id, n.n)::int, i.id, i.denomination_cents
      from meant m join card_items i on i.site_id = ${siteId} and i.order_id = m.order_id
        and i.reward_type = 'bulk' and i.state = 'in_cart'
      cross join lateral generate_series(1, i.quantity) as n(n)
      where m.reward_type = 'bulk'
    )
    select w.delivery_id::int as delivery_id, w.position, w.card_item_id::int as card_item_id,
      w.value_cents::float8 as value_cents
    from wanted w left join issued_cards c
      on c.site_id = ${siteId} and c.delivery_id = w.delivery_id and c.position = w.position
    where c.id is null order by w.delivery_id, w.position`.execute(db)
  return rows.map((row) => ({
    key: cardKey(row.delivery_id, row.position),
    deliveryId: row.delivery_id,
    position: row.position,
    cardItemId: row.card_item_id,
    valueCents: row.value_cents,
  }))
}

async function insertCards(
  db: Db,
  siteId: number,
  rows: ReadonlyArray<Record<string, unknown> & { delivery_id: number }>,
  at: Date,
) {
  if (rows.length === 0) return
  const written = await sql<{ order_id: number; cards: number }>`
    with made as (
      insert into issued_cards (site_id, delivery_id, position, card_item_id, order_id, value_cents,
        balance_cents, number_sealed, number_digest, last4, pin_sealed, created_at, updated_at)
      select ${siteId}::bigint, r.delivery_id, r.position, r.card_item_id, d.order_id, r.value_cents,
        r.value_cents, r.number_sealed, r.number_digest, r.last4, r.pin_sealed,
        ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${json(rows)}) as r (delivery_id bigint, position int, card_item_id bigint,
        value_cents bigint, number_sealed text, number_digest text, last4 text, pin_sealed text)
      join deliveries d on d.site_id = ${siteId} and d.id = r.delivery_id
      on conflict (site_id, delivery_id, position) do nothing
      returning order_id
    )
    select order_id::int as order_id, count(*)::int as cards from made group by 1 order by 1`.execute(db)
  for (const { order_id, cards } of written.rows) {
    const about = { actor: 'system', event: 'cards.issued' as const, subject: `order:${order_id}`, at }
    record(db, siteId, { ...about, facts: { cards } })
  }
}
