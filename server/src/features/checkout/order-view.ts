import type { Order, ShippingOrder } from '@laurel/contract/orders'
import { displayStatus, type OrderStatus } from '@laurel/domain/order-status'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { brandOf } from '../card-items/card-brand.ts'
import { cardItemsOfOrders } from '../card-items/card-items.repo.ts'
import { owedByOrder } from '../ledger/ledger.repo.ts'
import { NOT_REFUNDED, type OrderRefundFacts, refundsByOrder } from '../ledger/refunded.ts'
import { listAddressesById } from '../orders/bulk-address.repo.ts'
import type { OrderContents } from '../orders/freeze-order.ts'
import {
  listMoves,
  listShippingOrders,
  type OrderMoveRow,
  type OrderRow,
  type ShippingOrderRow,
} from '../orders/orders.repo.ts'
import { type AddressWire, addressSnapshot, type PricedOrder, priceParts } from '../orders/priced-order.ts'
import { type PaymentViewKit, paymentWire } from '../payments/payment-view.ts'
import {
  listPayments,
  listProviders,
  openPayment,
  type PaymentRow,
  type ProviderRow,
} from '../payments/payments.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

export type OrderKit = Pick<Kit, 'pool' | 'keys' | 'gateway' | 'now' | 'jobs'>
export type OrderWire = z.infer<typeof Order>
export type ShippingOrderWire = z.infer<typeof ShippingOrder>

/** An order with everything that hangs on it, as read in one transaction. */
export type WholeOrder = OrderContents & {
  payments: PaymentRow[]
  moves: OrderMoveRow[]
  /** The outstanding amount of a check or transfer, in cents; part of it may have been received. */
  owedCents: number | undefined
  refund: OrderRefundFacts
  /** Set once a payment starts: from then on, shows the stored prices and copies, not the catalog. */
  priced: PricedOrder | null
}

/** Reads what hangs on orders, each kind at once and all in one trip to the database. */
export async function readWhole(db: Db, siteId: number, rows: OrderRow[]): Promise<WholeOrder[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  // A placed order shows what was priced; a cart does so while it is being paid.
  const changing = rows.filter((row) => row.status === 'cart' || row.priced === null)
  const awaiting = rows.filter((row) => row.status === 'pending_payment')
  const [allPayments, allShipping, allMoves, owed, refunds, items, addresses] = await Promise.all([
    listPayments(db, siteId, ids),
    listShippingOrders(db, siteId, ids),
    listMoves(db, siteId, ids),
    owedByOrder(
      db,
      siteId,
      awaiting.map((row) => row.id),
    ),
    // Nothing was ever received for a cart.
    refundsByOrder(
      db,
      siteId,
      rows.filter((row) => row.status !== 'cart').map((row) => row.id),
    ),
    cardItemsOfOrders(
      db,
      siteId,
      changing.map((row) => row.id),
    ),
    listAddressesById(
      db,
      siteId,
      changing.flatMap((row) => row.bulk_address_id ?? []),
    ),
  ])
  const payments = Map.groupBy(allPayments, (one) => one.order_id)
  const shipping = Map.groupBy(allShipping, (one) => one.order_id)
  const moves = Map.groupBy(allMoves, (one) => one.order_id)
  return rows.map((row) => {
    const isOpenCart = row.status === 'cart' && openPayment(payments.get(row.id) ?? []) === undefined
    const priced = isOpenCart ? null : row.priced
    return {
      row,
      priced,
      items: priced?.items ?? items.get(row.id) ?? [],
      bulkAddress: priced
        ? priced.bulkAddress
        : (addresses.find((address) => address.id === row.bulk_address_id) ?? null),
      shipping: shipping.get(row.id) ?? [],
      payments: payments.get(row.id) ?? [],
      moves: moves.get(row.id) ?? [],
      owedCents: owed.get(row.id),
      refund: refunds.get(row.id) ?? NOT_REFUNDED,
    }
  })
}

/** Orders on the wire: only their own customer gets the link to an open payment page. */
export async function orderWires(
  db: Db,
  kit: PaymentViewKit,
  site: SiteRow,
  rows: OrderRow[],
  viewer?: Customer,
): Promise<OrderWire[]> {
  const [orders, providers] = await Promise.all([readWhole(db, site.id, rows), listProviders(db, site.id)])
  return orders.map((order) => orderWire(kit, site, order, providers, viewer))
}

export function orderWire(
  kit: PaymentViewKit,
  site: SiteRow,
  order: WholeOrder,
  providers: readonly ProviderRow[],
  viewer: Customer | undefined,
): OrderWire {
  const { row, items } = order
  const brand = order.priced?.brand
  const isOwn = viewer?.siteId === row.site_id && viewer.customerId === row.customer_id
  const price =
    order.priced?.price ?? priceParts({ items, cardFees: site.card_fee_cents, shipping: order.shipping })
  return {
    id: row.id,
    number: row.status === 'cart' ? '' : (row.number ?? ''),
    status: row.status,
    display_status: displayStatus({ status: row.status, isShipped: row.is_shipped }),
    ...order.refund,
    is_shipped: row.is_shipped,
    po_number: row.po_number,
    decline_reason: row.decline_reason,
    card_items: brand ? items.map((item) => ({ ...item, brand: brandOf(item, brand) })) : items,
    bulk_address: order.bulkAddress,
    shipping_orders: order.shipping.map((one) => shippingOrderWire(one, order.bulkAddress)),
    payments: order.payments.map((payment) => {
      const wire = paymentWire(kit, payment, row.number, providers, order.owedCents)
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
  if (row.status !== 'cart' || open === undefined) return null
  return (open.expires_at ?? open.created_at).toISOString()
}
