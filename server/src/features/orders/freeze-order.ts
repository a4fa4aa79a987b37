import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { sendAhead } from '../../database/site-transaction.ts'
import { cardBrandOfOrder } from '../card-items/card-brand.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertPayable } from './checkout-needs.ts'
import type { OrderRow, ShippingOrderRow } from './orders.repo.ts'
import { type AddressWire, addressSnapshot, heldTypes, priceOrderOf } from './priced-order.ts'

/** An order with what it is priced from, as read in one transaction. */
export type OrderContents = {
  row: OrderRow
  items: CardItemWire[]
  bulkAddress: AddressWire | null
  shipping: ShippingOrderRow[]
}

/**
 * Prices a cart for its payment. Lines, total, addresses, and the brand on its cards are stored as they are
 * now, and payment, display, and production use them. Deliveries of cards that aren't held are dropped. The cart
 * has to be locked, read completely, and without an open payment.
 *
 * @throws {Refusal} the first thing checkout still needs, with all of them
 */
export async function freezeOrder(
  db: Db,
  site: SiteRow,
  order: OrderContents,
  poNumber: string,
  at: Date,
): Promise<OrderRow> {
  const cart = order.row
  const priced = { ...priceOrderOf(order, site.card_fee_cents), brand: cardBrandOfOrder(site, order.items) }
  assertPayable({
    items: order.items,
    chosenTypes: new Set(order.shipping.map((one) => one.reward_type)),
    bulkAddress: order.bulkAddress,
    totalCents: priced.price.totalCents,
    limits: site.limits,
  })
  // A zero payment keeps a provider's whole batch from settling.
  if (priced.price.totalCents < 1) throw new Refusal('order_is_empty')

  const parcelTo = priced.bulkAddress && addressSnapshot(priced.bulkAddress)
  const frozen = { po_number: poNumber, total_cents: priced.price.totalCents, updated_at: at }
  const held = [...heldTypes(order.items)]
  const saving = db
    .with('dropped', (deliveries) =>
      deliveries
        .deleteFrom('shipping_orders')
        .where('site_id', '=', site.id)
        .where('order_id', '=', cart.id)
        .where('reward_type', 'not in', held)
        .returning('id'),
    )
    .with('addressed', (deliveries) =>
      deliveries
        .updateTable('shipping_orders')
        .set({ address: json(parcelTo) })
        .where('site_id', '=', site.id)
        .where('order_id', '=', cart.id)
        .where('reward_type', '=', 'bulk')
        .where('reward_type', 'in', held)
        .returning('id'),
    )
    .updateTable('orders')
    .set({ ...frozen, priced: json(priced) as never })
    .where('site_id', '=', site.id)
    .where('id', '=', cart.id)
    .execute()
  sendAhead(saving)
  return { ...cart, ...frozen, priced }
}
