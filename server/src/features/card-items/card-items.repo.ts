import { Refusal } from '@laurel/domain/refusal'
import type { ExpressionBuilder, Insertable, QueryCreator, Updateable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { CardItems } from '../../database/generated/tables.ts'
import { anyOf, jsonPart, jsonText, literal, literals, now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardBrand } from './card-brand.ts'
import type { CardItemRow } from './card-item-row.ts'
import { type AmountTally, type CardItemWire, cardItemWire, type DuplicateTally } from './card-item-wire.ts'
import { hasCode } from './recipient-fragments.ts'

/** Where the schema says less than the columns' checks do. */
type Narrowed = Pick<CardItemRow, 'reward_type' | 'state' | 'art' | 'is_ups_offered' | 'is_importing'>

export type NewCardItem = Omit<Insertable<CardItems>, 'site_id'>

const IMPORTING = literals('queued', 'reading')

/** The brand that an order was placed with, and the name of this card's network. */
function placedBrand({ cast, eb, fn, ref }: ExpressionBuilder<Database, 'card_items' | 'orders'>) {
  const brand = jsonPart(ref('orders.priced'), 'brand')
  const network = jsonText(jsonPart(brand, 'networks'), cast<string>(ref('card_items.id'), 'text'))
  const named = fn('jsonb_build_object', [literal('network_name'), network])
  return eb(brand, '||', fn('jsonb_strip_nulls', [named])).$castTo<CardBrand | null>()
}

/** Card items with data of their reward, template, and order; from the table, or from a query of that name. */
function itemRows(db: QueryCreator<Database>, siteId: number) {
  return db
    .selectFrom('card_items')
    .innerJoin('rewards', (join) =>
      join
        .onRef('rewards.site_id', '=', 'card_items.site_id')
        .onRef('rewards.id', '=', 'card_items.reward_id'),
    )
    .innerJoin('reward_card_templates as template', (join) =>
      join
        .onRef('template.site_id', '=', 'card_items.site_id')
        .onRef('template.id', '=', 'card_items.reward_card_template_id'),
    )
    .innerJoin('orders', (join) =>
      join.onRef('orders.site_id', '=', 'card_items.site_id').onRef('orders.id', '=', 'card_items.order_id'),
    )
    .selectAll('card_items')
    .select([
      'rewards.name as reward_name',
      'rewards.network as reward_network',
      'rewards.min_value_cents as reward_min_cents',
      'rewards.max_value_cents as reward_max_cents',
      'orders.customer_id',
    ])
    .select((eb) => [
      eb.fn.coalesce(jsonText(eb.ref('template.background'), 'art'), literal('plain')).as('art'),
      eb.fn
        .coalesce(jsonText(eb.ref('orders.bill_to'), 'legal_business_name'), literal(''))
        .as('business_name'),
      eb.case().when('orders.status', '<>', 'cart').then(placedBrand(eb)).end().as('brand'),
      eb
        .exists(
          eb
            .selectFrom('shipping_options as option')
            .whereRef('option.site_id', '=', 'card_items.site_id')
            .whereRef('option.reward_type', '=', 'card_items.reward_type')
            .where('option.carrier', '=', 'UPS')
            .where('option.active', '=', true),
        )
        .as('is_ups_offered'),
      eb
        .exists(
          eb
            .selectFrom('csv_card_item_imports as import')
            .whereRef('import.site_id', '=', 'card_items.site_id')
            .whereRef('import.card_item_id', '=', 'card_items.id')
            .where('import.state', 'in', IMPORTING),
        )
        .as('is_importing'),
    ])
    .where('card_items.site_id', '=', siteId)
    .$narrowType<Narrowed>()
}

/**
 * A card item of any of the customer's orders.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export async function readCardItemRow(db: Db, actor: Customer, id: number): Promise<CardItemRow> {
  const row = await itemRows(db, actor.siteId)
    .where('card_items.id', '=', id)
    .where('orders.customer_id', '=', actor.customerId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Card items of a site, of any customer, for background work. */
export async function listCardItemsOfSite(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<CardItemRow[]> {
  if (ids.length === 0) return []
  return itemRows(db, siteId).where('card_items.id', 'in', ids).execute()
}

/**
 * The card items of several orders as they travel, oldest first, each with what it comes to. An
 * order without items is absent. Two queries however many orders, and however long their lists are.
 */
export async function cardItemsOfOrders(
  db: Db,
  siteId: number,
  orderIds: readonly number[],
): Promise<Map<number, CardItemWire[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await itemRows(db, siteId)
    .where('card_items.order_id', 'in', orderIds)
    .orderBy('card_items.id')
    .execute()
  const items = await withTallies(db, siteId, rows)
  return Map.groupBy(items, (item) => item.order_id)
}

/** One card item as it travels. */
export async function wireOfItem(db: Db, siteId: number, row: CardItemRow): Promise<CardItemWire> {
  const [item] = await withTallies(db, siteId, [row])
  return item!
}

async function withTallies(db: Db, siteId: number, rows: readonly CardItemRow[]): Promise<CardItemWire[]> {
  const listed = rows.filter((row) => row.reward_type !== 'bulk').map((row) => row.id)
  if (listed.length === 0) return rows.map((row) => cardItemWire(row, []))
  const [tallies, duplicates] = await Promise.all([
    listTallies(db, siteId, listed),
    listDuplicates(db, siteId, listed),
  ])
  const byItem = Map.groupBy(tallies, (tally) => tally.card_item_id)
  const duplicatesOf = new Map(duplicates.map((tally) => [tally.card_item_id, tally]))
  return rows.map((row) => cardItemWire(row, byItem.get(row.id) ?? [], duplicatesOf.get(row.id)))
}

/** Reads only lists whose tallies count duplicates. */
function listDuplicates(
  db: Db,
  siteId: number,
  itemIds: readonly number[],
): Promise<Array<DuplicateTally & { card_item_id: number }>> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('recipient_code_tallies')
        .select('card_item_id')
        .where('site_id', '=', siteId)
        .where('card_item_id', '=', anyOf(itemIds))
        .where('code', '=', 'duplicate')
        .groupBy('card_item_id')
        .having((having) => having(having.fn.sum('people'), '>', 0))
        .as('listed'),
    )
    .innerJoin('card_recipient_details as person', 'person.card_item_id', 'listed.card_item_id')
    .select('person.card_item_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('people'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('person.amount_cents'), eb.lit(0)), 'bigint').as('own_cents'),
      eb.fn.countAll<number>().filterWhere('person.amount_cents', 'is', null).as('without_amount'),
    ])
    .where('person.site_id', '=', siteId)
    .where((eb) => hasCode(eb.ref('person.codes'), 'duplicate'))
    .groupBy('person.card_item_id')
    .execute()
}

function listTallies(
  db: Db,
  siteId: number,
  itemIds: readonly number[],
): Promise<Array<AmountTally & { card_item_id: number }>> {
  return db
    .selectFrom('recipient_tallies')
    .select(['card_item_id', 'amount_cents'])
    .select((eb) => [
      eb.fn.sum<number>('people').as('people'),
      eb.fn.sum<number>('needing_attention').as('needing_attention'),
    ])
    .where('site_id', '=', siteId)
    .where('card_item_id', 'in', itemIds)
    .groupBy(['card_item_id', 'amount_cents'])
    .having((eb) => eb(eb.fn.sum('people'), '>', 0))
    .execute()
}

export async function countCardItems(db: Db, siteId: number, orderId: number): Promise<number> {
  const { count } = await db
    .selectFrom('card_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertCardItem(db: Db, siteId: number, values: NewCardItem): Promise<CardItemRow> {
  const inserting = db.with('card_items', (site) =>
    site
      .insertInto('card_items')
      .values({ ...values, site_id: siteId })
      .returningAll(),
  )
  return itemRows(inserting, siteId).executeTakeFirstOrThrow()
}

/** The item's order must be held. */
export async function updateCardItem(
  db: Db,
  siteId: number,
  id: number,
  values: Updateable<CardItems>,
): Promise<CardItemRow> {
  const updating = db.with('card_items', (site) =>
    site
      .updateTable('card_items')
      .set({ ...values, updated_at: now })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .returningAll(),
  )
  return itemRows(updating, siteId).executeTakeFirstOrThrow()
}

/** Its recipients and imports go with it. */
export async function deleteCardItemRow(db: Db, siteId: number, id: number): Promise<void> {
  await db.deleteFrom('card_items').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** The stored files of an item's imports, while they're needed. */
export async function listImportFileKeys(db: Db, siteId: number, itemId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('csv_card_item_imports')
    .select('file_key')
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .where('file_key', '!=', '')
    .execute()
  return rows.map(({ file_key }) => file_key)
}
