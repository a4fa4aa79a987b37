import { LIVE_PAYMENT_STATES } from '@laurel/domain/payment-state'
import { Refusal } from '@laurel/domain/refusal'
import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { literal } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'
import { refusalOf } from './shared-drafts.repo.ts'

/** Written out, not a parameter: the index of carts holds for this word alone, also in a kept plan. */
const CART = literal('cart')

const isPriced = expressionBuilder<Database, 'orders'>()('priced', 'is not', null).$castTo<boolean>()

type Owner = Pick<Customer, 'siteId' | 'customerId'>

function ordersOf(db: Db, { siteId, customerId }: Owner) {
  return db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
}

/** The customer's current order, if they have begun one. */
export async function findCartId(db: Db, actor: Customer): Promise<number | undefined> {
  return (await ordersOf(db, actor).where('status', '=', CART).executeTakeFirst())?.id
}

/** The same as part of a query, for a cart that is held. */
export function cartIdOf(db: Db, { siteId, customerId }: Owner) {
  return db
    .selectFrom('orders as cart')
    .select('cart.id')
    .where('cart.site_id', '=', siteId)
    .where('cart.customer_id', '=', customerId)
    .where('cart.status', '=', CART)
    .$asScalar()
    .$notNull()
}

/** Finds or begins the customer's one current order: two requests at once get the same. */
export async function readCart(db: Db, actor: Customer): Promise<number> {
  return (await findCartId(db, actor)) ?? (await beginCart(db, actor))
}

/** An order that is held. A payment begins by pricing it. */
export type HeldOrder = { id: number; isPriced: boolean }

/**
 * As {@link readCart}, and holds it as {@link lockOrderOfItem} does. It may be about to be paid:
 * {@link assertNotBeingPaid}.
 */
export async function lockCart(db: Db, actor: Customer): Promise<HeldOrder> {
  // Another request that begins a cart at the same time has committed it by the second try.
  const held = (await holdCart(db, actor)) ?? (await holdCart(db, actor))
  if (held === undefined) throw new Refusal('order_changed')
  return held
}

async function holdCart(db: Db, { siteId, customerId }: Customer): Promise<HeldOrder | undefined> {
  const [held] = await heldOrBegun(db, { siteId, customerId })
  return held
}

const heldOrBegun = prepared((db: Db, { siteId, customerId }: Owner) =>
  db
    .with('held', (orders) =>
      orders
        .selectFrom('orders')
        .select('id')
        .select(isPriced.as('isPriced'))
        .where('site_id', '=', siteId)
        .where('customer_id', '=', customerId)
        .where('status', '=', CART)
        .forUpdate(),
    )
    .with('begun', (orders) =>
      orders
        .insertInto('orders')
        .columns(['site_id', 'customer_id'])
        .expression(
          orders
            .selectNoFrom(({ cast, val }) => [
              cast<number>(val(siteId), 'bigint').as('site_id'),
              cast<number>(val(customerId), 'bigint').as('customer_id'),
            ])
            .where(({ exists, not, selectFrom }) => not(exists(selectFrom('held').select('held.id')))),
        )
        .onConflict((conflict) =>
          conflict.columns(['site_id', 'customer_id']).where('status', '=', CART).doNothing(),
        )
        .returning(({ lit }) => ['id', lit(false).as('isPriced')]),
    )
    .selectFrom('held')
    .selectAll()
    .unionAll(({ selectFrom }) => selectFrom('begun').selectAll()),
)

async function beginCart(db: Db, actor: Customer): Promise<number> {
  const made = await db
    .insertInto('orders')
    .values({ site_id: actor.siteId, customer_id: actor.customerId })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'customer_id']).where('status', '=', CART).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  // On a conflict, another request has just created it, and the insert returns nothing.
  const id = made?.id ?? (await findCartId(db, actor))
  if (id === undefined) throw new Refusal('order_changed')
  return id
}

/**
 * Locks the order of a card item until the transaction ends, so that its cards and recipients change one
 * request at a time. Every change begins here; anything read before isn't locked.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's, `draft_taken_over` if a colleague has it,
 * `card_item_not_editable` once the order was placed
 */
export async function lockOrderOfItem(db: Db, actor: Customer, itemId: number): Promise<HeldOrder> {
  const { siteId, customerId } = actor
  const [order] = await lockedOfItem(db, { siteId, customerId, itemId })
  if (order === undefined) throw await refusalOf(db, actor, itemId)
  if (order.status !== 'cart') throw new Refusal('card_item_not_editable')
  return order
}

const lockedOfItem = prepared((db: Db, { siteId, customerId, itemId }: Owner & { itemId: number }) =>
  ordersOf(db, { siteId, customerId })
    .select(isPriced.as('isPriced'))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('card_items')
        .select('order_id')
        .where('card_items.site_id', '=', siteId)
        .where('card_items.id', '=', itemId),
    )
    .forUpdate(),
)

/** The IDs of a customer's card items, in carts and placed orders. */
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
 * The order must be held: only then does no payment begin after this was asked.
 *
 * @throws {Refusal} `order_is_frozen` while a payment for it is open
 */
export async function assertNotBeingPaid(db: Db, actor: Customer, order: HeldOrder): Promise<void> {
  if (!order.isPriced) return
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', actor.siteId)
    .where('order_id', '=', order.id)
    .where('state', 'in', LIVE_PAYMENT_STATES)
    .executeTakeFirst()
  if (payment !== undefined) throw new Refusal('order_is_frozen')
}
