import { Refusal } from '@laurel/domain/refusal'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type QueryCreator,
  type Selectable,
  type Updateable,
} from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '../../database/database.ts'
import type { CardItems } from '../../database/generated/tables.ts'
import { prepared, preparedByColumns } from '../../database/prepared.ts'
import {
  type JsonRow,
  jsonPart,
  jsonText,
  literal,
  literals,
  now,
  sumOf,
  withTimes,
} from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { isOfCompany, viewerOf } from '../companies/own-companies.ts'
import type { CardBrand } from './card-brand.ts'
import { type CardItemRow, isOwnItem, isSharedWith } from './card-item-row.ts'
import { type AmountTally, type CardItemWire, cardItemWire, type DuplicateTally } from './card-item-wire.ts'
import { hasCode } from './recipient-fragments.ts'

/** Where the schema says less than the columns' checks do. */
type Narrowed = Pick<CardItemRow, 'reward_type' | 'state' | 'art' | 'is_ups_offered' | 'is_importing'>

type UpdatedItem = Selectable<CardItems> & Pick<Narrowed, 'reward_type' | 'state'>

export type NewCardItem = Omit<Insertable<CardItems>, 'site_id'>

const IMPORTING = literals('queued', 'reading')

const ofItem = expressionBuilder<Database, 'card_items'>()

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
  const row = await itemRows(db, actor.siteId).where('card_items.id', '=', id).executeTakeFirst()
  // Compared here: as a condition, a plan begins with all of a customer's orders, and a few have 100,000.
  if (row === undefined || !isOwnItem(row, actor)) throw new Refusal('not_found')
  return { ...row, acting_company_id: actor.company?.id ?? null }
}

/**
 * Like {@link readCardItemRow}, also for a card of an order that the customer's company placed, and for a draft that it
 * shares.
 *
 * @throws {Refusal} `not_found`
 */
export async function readSeenItemRow(db: Db, actor: Customer, id: number): Promise<CardItemRow> {
  const row = await itemRows(db, actor.siteId).where('card_items.id', '=', id).executeTakeFirst()
  if (row === undefined || isOwnItem(row, actor) || isSharedWith(row, actor)) return found(row)
  const order = db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.site_id', '=', actor.siteId)
    .where('o.id', '=', row.order_id)
    .where(isOfCompany(viewerOf(actor).companyId))
  return found((await order.executeTakeFirst()) && row)
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/**
 * Locks a card item and its order, the order first. Also undefined if the item no longer matches once the lock is
 * granted.
 */
export async function lockCardItemRow(db: Db, actor: Customer, id: number) {
  const { siteId, customerId } = actor
  const [row] = await lockedItem(db, { siteId, customerId, id })
  return row && isOwnItem(row, actor) ? row : undefined
}

type OwnItem = { siteId: number; customerId: number; id: number }

const lockedItem = prepared((db: Db, { siteId, customerId, id }: OwnItem) =>
  itemRows(db, siteId)
    .select(({ eb }) => [
      'orders.status',
      eb('orders.priced', 'is not', null).$castTo<boolean>().as('isPriced'),
    ])
    .where('card_items.id', '=', id)
    .where('orders.customer_id', '=', customerId)
    .forUpdate('orders')
    .forNoKeyUpdate('card_items'),
)

/** Card items of a site, of any customer, for background work. */
export async function listCardItemsOfSite(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<CardItemRow[]> {
  if (ids.length === 0) return []
  return itemRows(db, siteId).where('card_items.id', 'in', ids).execute()
}

/** How many people of a card item's list hold which amount. */
const amountsOf = jsonArrayFrom(
  ofItem
    .selectFrom('recipient_tallies as t')
    .select(({ fn }) => [
      't.amount_cents',
      fn.sum<number>('t.people').as('people'),
      fn.sum<number>('t.needing_attention').as('needing_attention'),
    ])
    .whereRef('t.site_id', '=', 'card_items.site_id')
    .whereRef('t.card_item_id', '=', 'card_items.id')
    .groupBy('t.amount_cents')
    .having(({ eb, fn, lit }) => eb(fn.sum('t.people'), '>', lit(0))),
)

const tallyOfDuplicates = ofItem
  .selectFrom('recipient_code_tallies as c')
  .select(({ ref }) => sumOf(ref('c.people')).as('people'))
  .whereRef('c.site_id', '=', 'card_items.site_id')
  .whereRef('c.card_item_id', '=', 'card_items.id')
  .where('c.code', '=', literal('duplicate'))

const duplicatesOf = jsonObjectFrom(
  ofItem
    .selectFrom('card_recipient_details as person')
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('people'),
      sumOf(ref('person.amount_cents')).as('own_cents'),
      fn.countAll<number>().filterWhere('person.amount_cents', 'is', null).as('without_amount'),
    ])
    .whereRef('person.site_id', '=', 'card_items.site_id')
    .whereRef('person.card_item_id', '=', 'card_items.id')
    .where(({ ref }) => hasCode(ref('person.codes'), 'duplicate')),
)

/** Items with what their lists come to: bulk cards have none, and people are read only if some are duplicates. */
export function listedRows(db: QueryCreator<Database>, siteId: number) {
  const isListed = ofItem('card_items.reward_type', '<>', literal('bulk'))
  const hasDuplicates = ofItem.and([isListed, ofItem(tallyOfDuplicates, '>', ofItem.lit(0))])
  return itemRows(db, siteId).select([
    ofItem.case().when(isListed).then(amountsOf).end().as('amounts'),
    ofItem.case().when(hasDuplicates).then(duplicatesOf).end().as('duplicates'),
  ])
}

type ListedRow = CardItemRow & { amounts: AmountTally[] | null; duplicates: DuplicateTally | null }

export function wireOfItem({ amounts, duplicates, ...row }: ListedRow): CardItemWire {
  return cardItemWire(row, amounts ?? [], duplicates ?? undefined)
}

/**
 * A card item of any of the customer's orders, or a draft that their company shares, as it travels.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export async function readItem(db: Db, actor: Customer, id: number): Promise<CardItemWire> {
  const row = await listedRows(db, actor.siteId).where('card_items.id', '=', id).executeTakeFirst()
  if (row === undefined || !(isOwnItem(row, actor) || isSharedWith(row, actor)))
    throw new Refusal('not_found')
  return wireOfItem(row)
}

/** The card items of the customer's cart, oldest first: one query, however long their lists are. */
export async function listItems(db: Db, actor: Customer, orderId: number): Promise<CardItemWire[]> {
  const rows = await rowsOfOrder(db, { siteId: actor.siteId, orderId })
  return rows.filter((row) => isOwnItem(row, actor)).map(wireOfItem)
}

/** The same of the order that an item belongs to; none if it's another customer's. */
export async function listItemsBeside(db: Db, actor: Customer, itemId: number): Promise<CardItemWire[]> {
  const rows = await rowsBeside(db, { siteId: actor.siteId, itemId })
  return rows.filter((row) => isOwnItem(row, actor)).map(wireOfItem)
}

function rowsOf(db: Db, siteId: number, orderId: number | Expression<number>) {
  return listedRows(db, siteId).where('card_items.order_id', '=', orderId).orderBy('card_items.id')
}

const rowsOfOrder = prepared((db: Db, { siteId, orderId }: { siteId: number; orderId: number }) =>
  rowsOf(db, siteId, orderId),
)

const rowsBeside = prepared((db: Db, { siteId, itemId }: { siteId: number; itemId: number }) => {
  const order = db
    .selectFrom('card_items as beside')
    .select('beside.order_id')
    .where('beside.site_id', '=', siteId)
    .where('beside.id', '=', itemId)
  return rowsOf(db, siteId, order.$asScalar().$notNull())
})

/** The same in a query of orders. */
export function itemsOf(db: Db, siteId: number, orderId: Expression<number>) {
  return jsonArrayFrom(rowsOf(db, siteId, orderId))
}

/** One of {@link itemsOf}. */
export function itemOf(row: JsonRow<ReturnType<typeof itemsOf>>): CardItemWire {
  return wireOfItem(withTimes(row, 'created_at', 'updated_at'))
}

export function cardItemCount(db: Db, siteId: number, orderId: number | Expression<number>) {
  return db
    .selectFrom('card_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
}

/** @param design in place of `values.design` */
export async function insertCardItem(
  db: Db,
  siteId: number,
  values: Omit<NewCardItem, 'design'>,
  design: object,
): Promise<CardItemWire> {
  const [row] = await insertedItem(db, { siteId, designJson: JSON.stringify(design) }, values)
  return cardItemWire(row!, [])
}

const insertedItem = preparedByColumns(
  (db, given: { siteId: number; designJson: string }, values: Omit<NewCardItem, 'design'>) => {
    const inserting = db.with('card_items', (site) =>
      site
        .insertInto('card_items')
        .values(({ cast, val }) => ({
          ...values,
          site_id: given.siteId,
          design: cast<object>(val(given.designJson), 'jsonb'),
        }))
        .returningAll(),
    )
    return itemRows(inserting, given.siteId)
  },
)

/** The item's order must be held. */
export async function updateCardItem(
  db: Db,
  siteId: number,
  id: number,
  { design, ...values }: Updateable<CardItems>,
): Promise<UpdatedItem> {
  const [row] =
    design === undefined
      ? await updatedItem(db, { siteId, itemId: id }, values)
      : await changingItem(db, siteId, id, { ...values, design }).execute()
  return row!
}

function changingItem(db: Db, siteId: number, id: number, values: Updateable<CardItems>) {
  return db
    .updateTable('card_items')
    .set({ ...values, updated_at: now })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Pick<Narrowed, 'reward_type' | 'state'>>()
}

const updatedItem = preparedByColumns(
  (
    db,
    { siteId, itemId }: { siteId: number; itemId: number },
    values: Omit<Updateable<CardItems>, 'design'>,
  ) => changingItem(db, siteId, itemId, values),
)

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
