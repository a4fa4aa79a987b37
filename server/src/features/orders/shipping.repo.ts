import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ShippingOptions } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import type { ShippingOrderRow } from './orders.repo.ts'

export type ShippingOptionRow = Selectable<ShippingOptions>

export function listShippingOptionsById(db: Db, siteId: number, ids: number[]): Promise<ShippingOptionRow[]> {
  return db
    .selectFrom('shipping_options')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('active', '=', true)
    .where('id', 'in', ids)
    .execute()
}

/** @throws {Refusal} `not_found` when the site does not offer it */
export async function readShippingOption(db: Db, siteId: number, id: number): Promise<ShippingOptionRow> {
  const [option] = await listShippingOptionsById(db, siteId, [id])
  if (option === undefined) throw new Refusal('not_found')
  return option
}

/** One per order and reward type. */
export function saveShippingOrder(
  db: Db,
  siteId: number,
  orderId: number,
  option: ShippingOptionRow,
  sendAt: Date | null,
  at: Date,
): Promise<ShippingOrderRow> {
  const chosen = {
    shipping_option_id: option.id,
    carrier: option.carrier,
    service: option.service,
    price_cents: option.price_cents,
    per: option.per,
    send_at: sendAt,
    updated_at: at,
  }
  return db
    .insertInto('shipping_orders')
    .values({ site_id: siteId, order_id: orderId, reward_type: option.reward_type, ...chosen })
    .onConflict((conflict) => conflict.columns(['site_id', 'order_id', 'reward_type']).doUpdateSet(chosen))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What a chosen delivery costs now. */
export async function setShippingPrice(
  db: Db,
  siteId: number,
  id: number,
  price: { price_cents: number; per: string; updated_at: Date },
) {
  await db
    .updateTable('shipping_orders')
    .set(price)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** A delivery that is not offered any more is no choice. */
export async function dropShippingOrder(db: Db, siteId: number, id: number) {
  await db.deleteFrom('shipping_orders').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** Drops choices for kinds of cards that are no longer in the order, and copies the parcel's address. */
export async function freezeShippingOrders(
  db: Db,
  siteId: number,
  orderId: number,
  held: ReadonlySet<string>,
  bulkAddress: object | null,
) {
  const dropping = db
    .deleteFrom('shipping_orders')
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .where('reward_type', 'not in', [...held])
    .execute()
  const copying =
    bulkAddress &&
    db
      .updateTable('shipping_orders')
      .set({ address: json(bulkAddress) })
      .where('site_id', '=', siteId)
      .where('order_id', '=', orderId)
      .where('reward_type', '=', 'bulk')
      .execute()
  await Promise.all([dropping, copying])
}
