import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { unseal } from '../../secrets/sealed.ts'
import { record } from '../audit/audit.service.ts'
import { cardKey, type IssuingKit, placeOfCard } from './issue-cards.ts'
import type { CardBalance } from './issuing-gateway.ts'

const AT_ONCE = 500

export type OpenCard = {
  deliveryId: number
  position: number
  cardItemId: number
  valueCents: number
  balanceCents: number
  status: 'issued' | 'active' | 'cancelled'
  last4: string
  number: string
  pin: string
}

/** Opens the cards of deliveries, to be printed or shown. What is read here is never logged or kept. */
export async function openCards(
  db: Db,
  keys: IssuingKit['keys'],
  siteId: number,
  deliveryIds: readonly number[],
): Promise<OpenCard[]> {
  const rows = await db
    .selectFrom('issued_cards')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(sql<boolean>`delivery_id = any(${[...deliveryIds]}::bigint[])`)
    .orderBy('delivery_id')
    .orderBy('position')
    .execute()
  return rows.map((row) => {
    const key = cardKey(row.delivery_id, row.position)
    return {
      deliveryId: row.delivery_id,
      position: row.position,
      cardItemId: row.card_item_id,
      valueCents: row.value_cents,
      balanceCents: row.balance_cents,
      status: row.status as OpenCard['status'],
      last4: row.last4,
      number: unseal(keys.dataSeal, placeOfCard(siteId, key, 'number'), row.number_sealed),
      pin: unseal(keys.dataSeal, placeOfCard(siteId, key, 'pin'), row.pin_sealed),
    }
  })
}

/** Activates the cards of deliveries that reached their recipients. Repeating it changes nothing. */
export function activateCards(kit: IssuingKit, siteId: number, deliveryIds: readonly number[]) {
  return changeCards(kit, siteId, deliveryIds, ['issued'], (keys) => kit.issuing.activate(siteId, keys))
}

/** Makes the cards of deliveries worthless: they are replaced, or their order is declined. */
export function cancelCards(kit: IssuingKit, siteId: number, deliveryIds: readonly number[]) {
  return changeCards(kit, siteId, deliveryIds, ['issued', 'active'], (keys) =>
    kit.issuing.cancel(siteId, keys),
  )
}

/** What is left on a delivery's cards, asked of their issuer now. */
export function refreshBalances(kit: IssuingKit, siteId: number, deliveryIds: readonly number[]) {
  return changeCards(kit, siteId, deliveryIds, ['issued', 'active', 'cancelled'], (keys) =>
    kit.issuing.balance(siteId, keys),
  )
}

async function changeCards(
  kit: IssuingKit,
  siteId: number,
  deliveryIds: readonly number[],
  standing: ReadonlyArray<OpenCard['status']>,
  ask: (keys: readonly string[]) => Promise<CardBalance[]>,
): Promise<void> {
  if (deliveryIds.length === 0) return
  const cards = await inSite(kit.pool, siteId, (db) =>
    db
      .selectFrom('issued_cards')
      .select(['delivery_id', 'position'])
      .where('site_id', '=', siteId)
      .where(sql<boolean>`delivery_id = any(${[...deliveryIds]}::bigint[])`)
      .where('status', 'in', [...standing])
      .orderBy('id')
      .execute(),
  )
  const keys = cards.map(({ delivery_id, position }) => cardKey(delivery_id, position))
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const told = await ask(keys.slice(from, from + AT_ONCE))
    await inSite(kit.pool, siteId, (db) => keepBalances(db, siteId, told, kit.now()))
  }
}

async function keepBalances(db: Db, siteId: number, told: readonly CardBalance[], at: Date) {
  const rows = told.map(({ key, balanceCents, status }) => {
    const [delivery_id, position] = key.split(':').map(Number)
    return { delivery_id, position, balance_cents: balanceCents, status }
  })
  const { rows: changed } = await sql<{ order_id: number; status: string; cards: number }>`
    with changed as (
      update issued_cards c set balance_cents = t.balance_cents, status = t.status,
        updated_at = ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${json(rows)}) as t (delivery_id bigint, position int, balance_cents bigint, status text)
      where c.site_id = ${siteId} and c.delivery_id = t.delivery_id and c.position = t.position
        and c.status <> 'cancelled' and (c.status <> t.status or c.balance_cents <> t.balance_cents)
      returning c.order_id, c.status
    )
    select order_id::int as order_id, status, count(*)::int as cards from changed group by 1, 2`.execute(db)
  for (const { order_id, status, cards } of changed) {
    if (status === 'issued') continue
    const event = status === 'active' ? 'cards.activated' : 'cards.cancelled'
    record(db, siteId, { actor: 'system', event, subject: `order:${order_id}`, facts: { cards }, at })
  }
}
