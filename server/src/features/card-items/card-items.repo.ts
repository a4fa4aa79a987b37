import { Refusal } from '@laurel/domain/refusal'
import { type Insertable, type QueryCreator, sql, type Updateable } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import type { CardItems } from '../../database/generated/tables.ts'
import type { Customer } from '../../http/actor.ts'
import type { CardItemRow } from './card-item-row.ts'
import { type AmountTally, type CardItemWire, cardItemWire, type DuplicateTally } from './card-item-wire.ts'

export type NewCardItem = Omit<Insertable<CardItems>, 'site_id'>

/** Card items with what their reward and template say of them; of the table, or of the rows just written. */
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
    .selectAll('card_items')
    .select([
      'rewards.name as reward_name',
      'rewards.network as reward_network',
      'rewards.min_value_cents as reward_min_cents',
      'rewards.max_value_cents as reward_max_cents',
      sql<string>`coalesce(template.background ->> 'art', 'plain')`.as('art'),
      sql<boolean>`exists (select from shipping_options o where o.site_id = card_items.site_id
        and o.reward_type = card_items.reward_type and o.carrier = 'UPS' and o.active)`.as('is_ups_offered'),
      sql<boolean>`exists (select from csv_card_item_imports i where i.site_id = card_items.site_id
        and i.card_item_id = card_items.id and i.state in ('queued', 'reading'))`.as('is_importing'),
      sql<number>`(select o.customer_id from orders o where o.site_id = card_items.site_id
        and o.id = card_items.order_id)`.as('customer_id'),
      sql<string>`coalesce((select o.bill_to ->> 'legal_business_name' from orders o
        where o.site_id = card_items.site_id and o.id = card_items.order_id), '')`.as('business_name'),
      sql<CardItemRow['brand']>`(select (o.priced -> 'brand') || jsonb_strip_nulls(jsonb_build_object(
        'network_name', o.priced -> 'brand' -> 'networks' ->> card_items.id::text)) from orders o where o.site_id = card_items.site_id
        and o.id = card_items.order_id and o.status <> 'cart')`.as('brand'),
    ])
    .where('card_items.site_id', '=', siteId)
}

/** The ids of a customer's card items, in carts and placed orders: what hangs on others is not theirs. */
export function itemIdsOf(db: Db, { siteId, customerId }: Customer) {
  return db
    .selectFrom('card_items')
    .innerJoin('orders', (join) =>
      join.onRef('orders.site_id', '=', 'card_items.site_id').onRef('orders.id', '=', 'card_items.order_id'),
    )
    .select('card_items.id')
    .where('card_items.site_id', '=', siteId)
    .where('orders.customer_id', '=', customerId)
}

/**
 * A card item of any of the customer's orders.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export async function readCardItemRow(db: Db, actor: Customer, id: number): Promise<CardItemRow> {
  const row = await itemRows(db, actor.siteId)
    .where('card_items.id', '=', id)
    .where('card_items.id', 'in', itemIdsOf(db, actor))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as CardItemRow
}

/** Card items of a site, of any customer, for background work. */
export async function listCardItemsOfSite(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<CardItemRow[]> {
  if (ids.length === 0) return []
  return (await itemRows(db, siteId)
    .where('card_items.id', 'in', [...ids])
    .execute()) as CardItemRow[]
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
  const items = await withTallies(db, siteId, rows as CardItemRow[])
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

/** Only lists whose tallies count duplicates are looked into. */
async function listDuplicates(
  db: Db,
  siteId: number,
  itemIds: readonly number[],
): Promise<Array<DuplicateTally & { card_item_id: number }>> {
  const { rows } = await sql<DuplicateTally & { card_item_id: number }>`
    select r.card_item_id, count(*)::int as people, coalesce(sum(r.amount_cents), 0)::bigint as own_cents,
      count(*) filter (where r.amount_cents is null)::int as without_amount
    from (
      select card_item_id from recipient_code_tallies
      where site_id = ${siteId} and card_item_id = any (${itemIds}::bigint[]) and code = 'duplicate'
      group by 1 having sum(people) > 0
    ) listed
    join card_recipient_details r on r.site_id = ${siteId} and r.card_item_id = listed.card_item_id
      and r.codes <> '{}' and r.codes @> '{duplicate}'
    group by 1`.execute(db)
  return rows
}

function listTallies(
  db: Db,
  siteId: number,
  itemIds: readonly number[],
): Promise<Array<AmountTally & { card_item_id: number }>> {
  return db
    .selectFrom('recipient_tallies')
    .select(['card_item_id', 'amount_cents'])
    .select([
      sql<number>`sum(people)::bigint`.as('people'),
      sql<number>`sum(needing_attention)::bigint`.as('needing_attention'),
    ])
    .where('site_id', '=', siteId)
    .where('card_item_id', 'in', itemIds)
    .groupBy(['card_item_id', 'amount_cents'])
    .having(sql<boolean>`sum(people) > 0`)
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
  const inserting = db.with('card_items', (wall) =>
    wall
      .insertInto('card_items')
      .values({ ...values, site_id: siteId })
      .returningAll(),
  )
  return (await itemRows(inserting, siteId).executeTakeFirstOrThrow()) as CardItemRow
}

/** The item's order must be held. */
export async function updateCardItem(
  db: Db,
  siteId: number,
  id: number,
  values: Updateable<CardItems>,
): Promise<CardItemRow> {
  const updating = db.with('card_items', (wall) =>
    wall
      .updateTable('card_items')
      .set({ ...values, updated_at: sql<Date>`now()` })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .returningAll(),
  )
  return (await itemRows(updating, siteId).executeTakeFirstOrThrow()) as CardItemRow
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
