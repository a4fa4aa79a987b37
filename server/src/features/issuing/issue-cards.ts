import type { NotNull, Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { IssuedCards } from '../../database/generated/tables.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, literal, literals, tableOf } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { seal } from '../../secrets/sealed.ts'
import { assertLiveSite } from '../../test-site.ts'
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
  assertLiveSite(siteId, 'a card')
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
  const meant = db.selectFrom('deliveries').where('site_id', '=', siteId).where('id', '=', anyOf(deliveryIds))
  await db
    .selectFrom('orders')
    .where('site_id', '=', siteId)
    .where('id', 'in', meant.select('order_id'))
    .orderBy('id')
    .forShare()
    .execute()
  const rows = await db
    .with('meant', () => meant.select('order_id').distinct())
    .with('paid', (ctes) =>
      ctes
        .selectFrom('orders as o')
        .innerJoin('meant', 'meant.order_id', 'o.id')
        .select('o.id')
        .where('o.site_id', '=', siteId)
        .where('o.status', 'in', literals('approved', 'fulfilled'))
        .where('o.held_at', 'is', null)
        .where(isCovered)
        .where(({ eb, or, selectFrom }) => {
          const owed = selectFrom('ledger_entries as l')
            .select(({ fn }) => fn.sum<number>('l.cents').as('cents'))
            .whereRef('l.site_id', '=', 'o.site_id')
            .whereRef('l.order_id', '=', 'o.id')
            .where('l.account', '=', literal('receivable'))
          return or([eb('o.released_at', 'is not', null), eb(owed, '<=', 0)])
        }),
    )
    .selectFrom('deliveries as d')
    .innerJoin('paid', 'paid.id', 'd.order_id')
    .select('d.id')
    .where('d.site_id', '=', siteId)
    .where('d.id', '=', anyOf(deliveryIds))
    .where('d.status', 'not in', literals('replaced', 'cancelled'))
    .orderBy('d.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The cards that aren't issued yet: one for a recipient, or every bulk card of the order for a parcel. */
async function listDue(db: Db, siteId: number, deliveryIds: readonly number[]): Promise<Due[]> {
  const rows = await db
    .with('meant', (ctes) =>
      ctes
        .selectFrom('deliveries')
        .select(['id', 'order_id', 'card_item_id', 'value_cents', 'reward_type'])
        .where('site_id', '=', siteId)
        .where('id', '=', anyOf(deliveryIds)),
    )
    .with('wanted', (ctes) =>
      ctes
        .selectFrom('meant')
        .select(({ lit }) => [
          'id as delivery_id',
          lit<number>(1).as('position'),
          'card_item_id',
          'value_cents',
        ])
        .where('reward_type', '<>', literal('bulk'))
        .unionAll(({ selectFrom }) =>
          selectFrom('meant as m')
            .innerJoin('card_items as i', (join) =>
              join
                .onRef('i.order_id', '=', 'm.order_id')
                .on('i.site_id', '=', siteId)
                .on('i.reward_type', '=', literal('bulk'))
                .on('i.state', '=', literal('in_cart')),
            )
            .crossJoinLateral(({ fn, lit, ref }) =>
              fn<{ n: number }>('generate_series', [lit(1), ref('i.quantity')]).as('n'),
            )
            .select(({ fn, cast }) => {
              const nth = fn
                .agg('row_number')
                .over((over) => over.partitionBy('m.id').orderBy('i.id').orderBy('n.n'))
              return ['m.id as delivery_id', cast<number>(nth, 'integer').as('position')]
            })
            // An item in the cart has a denomination.
            .select(({ ref }) => [
              'i.id as card_item_id',
              ref('i.denomination_cents').$notNull().as('value_cents'),
            ])
            .where('m.reward_type', '=', literal('bulk')),
        ),
    )
    .selectFrom('wanted as w')
    .leftJoin('issued_cards as c', (join) =>
      join
        .onRef('c.delivery_id', '=', 'w.delivery_id')
        .onRef('c.position', '=', 'w.position')
        .on('c.site_id', '=', siteId),
    )
    .select(['w.delivery_id', 'w.position', 'w.card_item_id', 'w.value_cents'])
    .where('c.id', 'is', null)
    .orderBy('w.delivery_id')
    .orderBy('w.position')
    // Only a parcel has no card item.
    .$narrowType<{ card_item_id: NotNull }>()
    .execute()
  return rows.map(
    ({ delivery_id: deliveryId, position, card_item_id: cardItemId, value_cents: valueCents }) => {
      return { key: cardKey(deliveryId, position), deliveryId, position, cardItemId, valueCents }
    },
  )
}

type SealedCard = Pick<
  Selectable<IssuedCards>,
  | 'delivery_id'
  | 'position'
  | 'card_item_id'
  | 'value_cents'
  | 'number_sealed'
  | 'number_digest'
  | 'last4'
  | 'pin_sealed'
>

async function insertCards(db: Db, siteId: number, cards: readonly SealedCard[], at: Date) {
  if (cards.length === 0) return
  const columns = {
    ...({
      delivery_id: 'bigint',
      position: 'integer',
      card_item_id: 'bigint',
      value_cents: 'bigint',
    } as const),
    ...({ number_sealed: 'text', number_digest: 'text', last4: 'text', pin_sealed: 'text' } as const),
  }
  const issued = await db
    .with('made', (ctes) =>
      ctes
        .insertInto('issued_cards')
        .columns([
          ...(['site_id', 'delivery_id', 'position', 'card_item_id', 'order_id', 'value_cents'] as const),
          ...(['balance_cents', 'number_sealed', 'number_digest', 'last4', 'pin_sealed'] as const),
          ...(['created_at', 'updated_at'] as const),
        ])
        .expression(({ selectFrom, val }) =>
          selectFrom(tableOf('r', cards, columns))
            .innerJoin('deliveries as d', (join) =>
              join.onRef('d.id', '=', 'r.delivery_id').on('d.site_id', '=', siteId),
            )
            .select([
              'd.site_id',
              'r.delivery_id',
              'r.position',
              'r.card_item_id',
              'd.order_id',
              'r.value_cents',
            ])
            .select(['r.value_cents as balance_cents', 'r.number_sealed', 'r.number_digest', 'r.last4'])
            .select(['r.pin_sealed', val(at).as('created_at'), val(at).as('updated_at')]),
        )
        // Without columns: another worker's same card has the same number too, and either key may be met first.
        .onConflict((conflict) => conflict.doNothing())
        .returning('order_id'),
    )
    .selectFrom('made')
    .select(({ fn }) => ['order_id', fn.countAll<number>().as('cards')])
    .groupBy('order_id')
    .orderBy('order_id')
    .execute()
  await assertAllThere(db, siteId, cards, issued)
  for (const { order_id, cards: count } of issued) {
    const about = { actor: 'system', event: 'cards.issued' as const, subject: `order:${order_id}`, at }
    record(db, siteId, { ...about, facts: { cards: count } })
  }
}

/** A card that was left out must be there from another worker; else its number belongs to another card. */
async function assertAllThere(
  db: Db,
  siteId: number,
  cards: readonly SealedCard[],
  issued: ReadonlyArray<{ cards: number }>,
) {
  if (issued.reduce((sum, { cards: count }) => sum + count, 0) === cards.length) return
  const there = await db
    .selectFrom('issued_cards')
    .select(['delivery_id', 'position'])
    .where('site_id', '=', siteId)
    .where('delivery_id', '=', anyOf([...new Set(cards.map((card) => card.delivery_id))]))
    .execute()
  const keys = new Set(there.map((card) => cardKey(card.delivery_id, card.position)))
  const missing = cards.find((card) => !keys.has(cardKey(card.delivery_id, card.position)))
  if (missing) {
    const key = cardKey(missing.delivery_id, missing.position)
    throw new Error(`the number issued for ${key} belongs to another card`)
  }
}
