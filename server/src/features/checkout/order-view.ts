import type { Order, ShippingOrder } from '@laurel/contract/orders'
import { displayStatus, isUnplaced, type OrderStatus } from '@laurel/domain/order-status'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { isTestSite } from '../../test-site.ts'
import { brandOf } from '../card-items/card-brand.ts'
import type { OrderRow, ShippingOrderRow } from '../orders/orders.repo.ts'
import { type AddressWire, addressSnapshot, priceParts } from '../orders/priced-order.ts'
import { type PaymentViewKit, paymentWire } from '../payments/payment-view.ts'
import { openPayment } from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findPlacedOrder, readWhole, readWholeOrder, type WholeOrder } from './whole-order.repo.ts'

export type OrderKit = Pick<Kit, 'pool' | 'keys' | 'gateway' | 'now' | 'jobs'>
export type OrderWire = z.infer<typeof Order>
export type ShippingOrderWire = z.infer<typeof ShippingOrder>

/** Orders on the wire: only the customer who placed them gets the link to an open payment page. */
export async function orderWires(
  db: Db,
  kit: PaymentViewKit,
  site: SiteRow,
  rows: OrderRow[],
  viewer?: Customer,
): Promise<OrderWire[]> {
  const orders = await readWhole(db, site.id, rows)
  return orders.map((order) => orderWire(kit, site, order, viewer))
}

/**
 * One of the customer's own orders, as they see it.
 *
 * @throws {Refusal} `not_found` if it's missing or another customer's
 */
export async function readOrderWire(
  db: Db,
  kit: PaymentViewKit,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<OrderWire> {
  return orderWire(kit, site, await readWholeOrder(db, actor, id), actor)
}

/**
 * The same in a transaction of its own. Most orders that are looked at were placed and not refunded, which takes
 * a smaller query.
 */
export async function showOrder(
  kit: PaymentViewKit & Pick<Kit, 'pool'>,
  site: SiteRow,
  actor: Customer,
  id: number,
): Promise<OrderWire> {
  const placed = await inSite(kit.pool, site.id, (db) => endWith(() => findPlacedOrder(db, actor, id)))
  const order =
    placed ?? (await inSite(kit.pool, site.id, (db) => endWith(() => readWholeOrder(db, actor, id))))
  return orderWire(kit, site, order, actor)
}

export function orderWire(
  kit: PaymentViewKit,
  site: SiteRow,
  order: WholeOrder,
  viewer: Customer | undefined,
): OrderWire {
  const { row, items } = order
  // A draft that a company shares is in a list of its own.
  const shown = items.filter((item) => !item.is_shared)
  const brand = order.priced?.brand
  const isOwn = viewer?.siteId === row.site_id && viewer.customerId === row.customer_id
  const price =
    order.priced?.price ?? priceParts({ items, cardFees: site.card_fee_cents, shipping: order.shipping })
  return {
    id: row.id,
    number: isUnplaced(row.status) ? '' : (row.number ?? ''),
    status: row.status,
    display_status: displayStatus({ status: row.status, isShipped: row.is_shipped }),
    ...order.refund,
    is_shipped: row.is_shipped,
    po_number: row.po_number,
    fields: row.fields ?? [],
    decline_reason: row.decline_reason,
    card_items: brand ? shown.map((item) => ({ ...item, brand: brandOf(item, brand) })) : shown,
    bulk_address: order.bulkAddress,
    shipping_orders: order.shipping.map((one) => shippingOrderWire(one, order.bulkAddress)),
    payments: order.payments.map((payment) => {
      const wire = paymentWire(kit, payment, row.number, order.remitTo, order.owedCents)
      // The page's token pays in the customer's name, so it's only for them.
      return isOwn ? wire : { ...wire, hosted_page: null }
    }),
    card_count: price.cardCount,
    total_cents: price.totalCents,
    frozen_until: frozenUntil(order),
    history: order.moves.map(({ status, at, note }) => ({
      status: status as OrderStatus,
      at: at.toISOString(),
      note,
    })),
    created_at: row.created_at.toISOString(),
    placed_at: row.placed_at?.toISOString() ?? null,
    placed_by: row.bill_to ? `${row.bill_to.first_name} ${row.bill_to.last_name}`.trim() : '',
    due_on: row.due_on,
    external_id: row.external_id,
    is_own: isOwn,
    mode: isTestSite(row.site_id) ? 'test' : 'live',
  }
}

export function shippingOrderWire(row: ShippingOrderRow, bulkAddress: AddressWire | null): ShippingOrderWire {
  return {
    id: row.id,
    order_id: row.order_id,
    reward_type: row.reward_type as ShippingOrderWire['reward_type'],
    shipping_option_id: row.shipping_option_id,
    carrier: row.carrier,
    service: row.service,
    price_cents: row.price_cents,
    per: row.per === 'recipient' ? 'recipient' : 'shipment',
    address: row.reward_type === 'bulk' && bulkAddress !== null ? addressSnapshot(bulkAddress) : null,
    send_at: row.send_at?.toISOString() ?? null,
    state: row.state,
    tracking_number: row.tracking_number,
  }
}

/** An expired payment still locks the cart until the provider reports its outcome. */
function frozenUntil({ row, payments }: WholeOrder): string | null {
  const open = openPayment(payments)
  if (!isUnplaced(row.status) || open === undefined) return null
  return (open.expires_at ?? open.created_at).toISOString()
}
