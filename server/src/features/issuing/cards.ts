import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, tableOf } from '../../database/sql.ts'
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

/** Decrypts the cards of deliveries, to print or show them. The result is never logged or stored. */
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
    .where('delivery_id', '=', anyOf(deliveryIds))
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

/** Asks the issuer for the current balances of deliveries' cards. */
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
      .where('delivery_id', '=', anyOf(deliveryIds))
      .where('status', 'in', [...standing])
      .orderBy('id')
      .execute(),
  )
  const keys = cards.map(({ delivery_id, position }) => cardKey(delivery_id, position))
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const told = await ask(keys.slice(from, from + AT_ONCE))
    await inSite(kit.pool, siteId, (db) => saveBalances(db, siteId, told, kit.now()))
  }
}

async function saveBalances(db: Db, siteId: number, told: readonly CardBalance[], at: Date) {
  const balances = told.map(({ key, balanceCents, status }) => {
    const [delivery_id, position] = key.split(':').map(Number) as [number, number]
    return { delivery_id, position, balance_cents: balanceCents, status }
  })
  const columns = {
    delivery_id: 'bigint',
    position: 'integer',
    balance_cents: 'bigint',
    status: 'text',
  } as const
  const changed = await db
    .with('changed', (ctes) =>
      ctes
        .updateTable('issued_cards as c')
        .from(tableOf('t', balances, columns))
        .set(({ ref }) => ({
          balance_cents: ref('t.balance_cents'),
          status: ref('t.status'),
          updated_at: at,
        }))
        .where('c.site_id', '=', siteId)
        .whereRef('c.delivery_id', '=', 't.delivery_id')
        .whereRef('c.position', '=', 't.position')
        .where('c.status', '<>', 'cancelled')
        .where(({ eb, or, ref }) =>
          or([eb('c.status', '<>', ref('t.status')), eb('c.balance_cents', '<>', ref('t.balance_cents'))]),
        )
        .returning(['c.order_id', 'c.status']),
    )
    .selectFrom('changed')
    .select(({ fn }) => ['order_id', 'status', fn.countAll<number>().as('cards')])
    .groupBy(['order_id', 'status'])
    .execute()
  for (const { order_id, status, cards } of changed) {
    if (status === 'issued') continue
    const event = status === 'active' ? 'cards.activated' : 'cards.cancelled'
    record(db, siteId, { actor: 'system', event, subject: `order:${order_id}`, facts: { cards }, at })
  }
}
