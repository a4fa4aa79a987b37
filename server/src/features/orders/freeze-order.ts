import { isDeepStrictEqual } from 'node:util'
import type { CompanyLimits } from '@laurel/domain/limits'
import { type FieldValue, namedValues, type OrderField } from '@laurel/domain/order-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { sendAhead } from '../../database/site-transaction.ts'
import { anyOf, literal } from '../../database/sql.ts'
import { cardBrandOfOrder } from '../card-items/card-brand.ts'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { assertPayable } from './checkout-needs.ts'
import { lockLimited } from './limited-company.ts'
import { saveFields } from './order-fields.repo.ts'
import type { OrderRow, ShippingOrderRow } from './orders.repo.ts'
import { type AddressWire, addressSnapshot, heldTypes, priceOrderOf } from './priced-order.ts'

/** An order with what it is priced from, as read in one transaction. */
export type OrderContents = {
  row: OrderRow
  items: CardItemWire[]
  bulkAddress: AddressWire | null
  shipping: ShippingOrderRow[]
  /** What the customer's company asks about a cart; null if it isn't known who asks. */
  companyFields: readonly OrderField[] | null
  /** What staff limit that company to. */
  companyLimits: CompanyLimits | null
}

/**
 * Prices a cart for its payment. Lines, total, addresses, custom fields, and the brand on its cards are stored as they
 * are now, for the company that the customer acts for, and payment, display, and production use them. Deliveries of
 * cards that aren't held are dropped. The cart has to be locked, read completely, and without an open payment.
 *
 * @throws {Refusal} the first thing checkout still needs, with all of them
 */
export async function freezeOrder(
  db: Db,
  site: SiteRow,
  order: OrderContents,
  { poNumber, companyId, isBudgeted, at }: Pick<Frozen, 'poNumber' | 'companyId' | 'isBudgeted' | 'at'>,
): Promise<OrderRow> {
  const cart = order.row
  const priced = { ...priceOrderOf(order, site.card_fee_cents), brand: cardBrandOfOrder(site, order.items) }
  assertPayable({
    items: order.items,
    chosenTypes: new Set(order.shipping.map((one) => one.reward_type)),
    bulkAddress: order.bulkAddress,
    totalCents: priced.price.totalCents,
    limits: site.limits,
    company: await lockLimited(db, site.id, companyId, order.companyLimits),
    companyFields: order.companyFields ?? [],
    fields: cart.fields ?? [],
  })
  // A zero payment keeps a provider's whole batch from settling.
  if (priced.price.totalCents < 1) throw new Refusal('order_is_empty')

  const parcelTo = priced.bulkAddress && addressSnapshot(priced.bulkAddress)
  const totalCents = priced.price.totalCents
  const fields = await frozenFields(db, order)
  const frozen = {
    po_number: poNumber,
    company_id: companyId,
    fields,
    is_budgeted: isBudgeted,
    total_cents: totalCents,
    updated_at: at,
  }
  const saving = frozenOrder(db, {
    siteId: site.id,
    orderId: cart.id,
    held: [...heldTypes(order.items)],
    poNumber,
    companyId,
    isBudgeted,
    totalCents,
    at,
    parcelTo: JSON.stringify(parcelTo),
    priced: JSON.stringify(priced),
  })
  sendAhead(saving)
  return { ...cart, ...frozen, priced }
}

type Frozen = {
  siteId: number
  orderId: number
  held: readonly string[]
  poNumber: string
  companyId: number | null
  /** Whether the company has budgets. */
  isBudgeted: boolean
  totalCents: number
  at: Date
  /** Both as JSON. */
  parcelTo: string
  priced: string
}

const frozenOrder = prepared((db: Db, given: Frozen) =>
  db
    .with('dropped', (deliveries) =>
      deliveries
        .deleteFrom('shipping_orders')
        .where('site_id', '=', given.siteId)
        .where('order_id', '=', given.orderId)
        .where(({ eb, not }) => not(eb('reward_type', '=', anyOf(given.held))))
        .returning('id'),
    )
    .with('addressed', (deliveries) =>
      deliveries
        .updateTable('shipping_orders')
        .set(({ cast, val }) => ({ address: cast(val(given.parcelTo), 'jsonb') }))
        .where('site_id', '=', given.siteId)
        .where('order_id', '=', given.orderId)
        .where('reward_type', '=', literal('bulk'))
        .where('reward_type', '=', anyOf(given.held))
        .returning('id'),
    )
    .updateTable('orders')
    .set(({ cast, val }) => ({
      po_number: given.poNumber,
      company_id: given.companyId,
      is_budgeted: given.isBudgeted,
      total_cents: given.totalCents,
      updated_at: given.at,
      priced: cast(val(given.priced), 'jsonb'),
    }))
    .where('site_id', '=', given.siteId)
    .where('id', '=', given.orderId),
)

/** Few carts have other values than they were saved with: a field was renamed or removed since. */
async function frozenFields(db: Db, { row, companyFields }: OrderContents): Promise<FieldValue[] | null> {
  const saved = row.fields ?? []
  if (companyFields === null) return row.fields
  const fields = namedValues(companyFields, saved)
  if (isDeepStrictEqual(fields, saved)) return row.fields
  await saveFields(db, row, fields)
  return fields
}
