import { createHash } from 'node:crypto'
import type { DeliveriesQuery } from '@laurel/contract/deliveries'
import type {
  getOrderByExternalId,
  placeOrder as placeEndpoint,
  quoteOrder as quoteEndpoint,
} from '@laurel/contract/place-order'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { crashPoint } from '../../crash-points.ts'
import { isUniqueViolation } from '../../database/database.ts'
import { asOne, inSite } from '../../database/in-site.ts'
import type { Customer, KeyCustomer } from '../../http/actor.ts'
import { addAddress, removeAddress } from '../addresses/addresses.service.ts'
import { findRequestFor } from '../approval-requests/requests.repo.ts'
import { submitOrder } from '../approval-requests/submit.service.ts'
import { readBalance } from '../balance/balance.repo.ts'
import { startPayment } from '../checkout/create-payment.ts'
import { showOrder } from '../checkout/order-view.ts'
import { lockKey } from '../companies/api-key-access.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { listOwnDeliveries } from '../deliveries/deliveries.service.ts'
import { fillInFields } from '../my-orders/fill-in-fields.ts'
import { getOrderSummary, type OrderSummaryWire } from '../my-orders/order-summary.service.ts'
import { attachBulkAddress, chooseDelivery } from '../my-orders/shipping.service.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { simulateLater } from '../test-mode/simulate.ts'
import { findNamedOrder, nameOrder } from './external-ids.repo.ts'
import { atField, type FillKit, fillItems } from './fill-items.ts'
import { assertBalanceSimulated, type Contents, prepare } from './in-test-mode.ts'

export type PlaceKit = FillKit & PaymentKit
type Asked = z.output<typeof quoteEndpoint.body>
export type Placing = z.output<typeof placeEndpoint.body>
type OrderWire = z.input<typeof getOrderByExternalId.response>

/**
 * Prices an order as placing it would, and undoes that.
 *
 * @throws {Refusal} what {@link placeOrder} would refuse about the order itself
 */
export async function quoteOrder(
  kit: PlaceKit,
  site: SiteRow,
  actor: KeyCustomer,
  asked: Asked,
): Promise<z.input<typeof quoteEndpoint.response>> {
  const { company } = inCompany(actor)
  const { nameApprovers, ...contents } = await prepare(kit, site, actor, asked)
  const quote = async () => {
    await inSite(kit.pool, site.id, (db) => lockKey(db, actor, kit.now()))
    const { summary, quote } = await fillCart(kit, site, actor, asked, contents)
    const balance = await inSite(kit.pool, site.id, (db) => readBalance(db, site.id, company.id))
    const { card_count, value, fees, delivery, total_cents, approval } = nameApprovers(summary)
    return { card_count, value, fees, delivery, total_cents, approval, balance_cents: balance, quote }
  }
  return asOne(kit.pool, site.id, quote, { isKept: false })
}

/**
 * Places an order from its contents, by the steps of a person: cards, people, deliveries, fields, and payment or
 * approval. They are one transaction. Repeating the request returns the same order.
 *
 * @throws {Refusal} what checkout refuses, at the fields of the request; `external_id_used`; `quote_changed`
 */
export async function placeOrder(
  kit: PlaceKit,
  site: SiteRow,
  actor: KeyCustomer,
  asked: Placing,
): Promise<OrderWire> {
  const { quote: _, ...rest } = asked
  const hash = hashOf(rest)
  const contents = await prepare(kit, site, actor, asked)
  const place = () =>
    asOne(kit.pool, site.id, () => placed(kit, site, actor, { asked, contents, hash }), { isKept: true })
  const id = await place().catch((cause) => {
    // Another key of the company was first: its order is there now.
    if (isUniqueViolation(cause)) return place()
    throw cause
  })
  crashPoint('order.placed')
  return orderOf(kit, site, actor, id)
}

/** @throws {Refusal} `not_found` */
export async function readByExternalId(
  kit: PlaceKit,
  site: SiteRow,
  actor: KeyCustomer,
  externalId: string,
): Promise<OrderWire> {
  return orderOf(kit, site, actor, await idOf(kit, actor, externalId))
}

/** @throws {Refusal} `not_found` */
export async function listDeliveriesByExternalId(
  kit: PlaceKit,
  actor: KeyCustomer,
  externalId: string,
  asked: z.output<typeof DeliveriesQuery>,
) {
  return listOwnDeliveries(kit, actor, await idOf(kit, actor, externalId), asked)
}

async function idOf({ pool }: PlaceKit, actor: KeyCustomer, externalId: string): Promise<number> {
  const order = await inSite(pool, actor.siteId, (db) => findNamedOrder(db, actor, externalId))
  if (order === undefined) throw new Refusal('not_found')
  return order.id
}

async function orderOf(kit: PlaceKit, site: SiteRow, actor: KeyCustomer, id: number): Promise<OrderWire> {
  const request = await inSite(kit.pool, site.id, (db) => findRequestFor(db, site.id, id))
  const approval = request ? { state: request.state, comment: request.comment } : null
  return { ...(await showOrder(kit, site, actor, id)), approval }
}

async function placed(
  kit: PlaceKit,
  site: SiteRow,
  actor: KeyCustomer,
  { asked, contents, hash }: { asked: Placing; contents: Contents; hash: string },
): Promise<number> {
  const { external_id: externalId } = asked
  const known = await inSite(kit.pool, site.id, async (db) => {
    await lockKey(db, actor, kit.now())
    return findNamedOrder(db, actor, externalId)
  })
  if (known !== undefined) {
    if (known.external_hash !== hash) throw new Refusal('external_id_used')
    return known.id
  }
  return fillAndPlace(kit, site, actor, asked, { of: actor.key.homeId, hash, contents })
}

/**
 * What names an order: the company of which its external ID is, and the digest of what was asked for under it; and what
 * it's filled with, unless that's in the request.
 */
export type OrderName = { of: number; hash: string; contents?: Contents }

/**
 * The steps of {@link placeOrder} for an order that isn't there yet. They must run {@link asOne}, with the company kept.
 *
 * @returns the order's ID
 * @throws {Refusal} what {@link placeOrder} does
 */
export async function fillAndPlace(
  kit: PlaceKit,
  site: SiteRow,
  actor: Customer,
  asked: Placing,
  { of, hash, contents }: OrderName,
): Promise<number> {
  const { external_id: externalId, payment_method: method } = asked
  const { orderId, addressId, summary, quote } = await fillCart(kit, site, actor, asked, contents)
  crashPoint('order.filled')
  if (asked.quote !== undefined && asked.quote !== quote) throw new Refusal('quote_changed')
  await inSite(kit.pool, site.id, (db) => nameOrder(db, site.id, orderId, { of, externalId, hash }))
  const { po_number: poNumber, invoice_emails: invoiceEmails, note } = asked
  const seen = summary.total_cents
  assertBalanceSimulated(site, poNumber, seen)
  if (summary.approval === null) {
    const paying = { orderId, method, poNumber, invoiceEmails, seenTotalCents: seen, origin: '', ip: '' }
    const started = await inSite(kit.pool, site.id, (db) => startPayment(db, kit, site, actor, paying))
    if (!('wire' in started)) throw new Refusal('order_changed')
  } else {
    const asking = { method_code: method, po_number: poNumber, invoice_emails: invoiceEmails, note }
    await submitOrder(kit, site, actor, { ...asking, orderId, seen_total_cents: seen })
    await inSite(kit.pool, site.id, async (db) => simulateLater(db, kit, site.id))
  }
  // The order keeps its own copy.
  if (addressId !== undefined) await removeAddress(kit.pool, actor, addressId)
  return orderId
}

type Filled = {
  orderId: number
  /** The address that was entered for this order alone. */
  addressId: number | undefined
  summary: OrderSummaryWire
  quote: string
}

async function fillCart(
  kit: PlaceKit,
  site: SiteRow,
  actor: Customer,
  asked: Asked,
  { items, ship_to }: Contents = { items: asked.items, ship_to: asked.ship_to },
): Promise<Filled> {
  const ids = await fillItems(kit, site, actor, items)
  const { order_id: orderId } = await getOrderSummary(kit, site, actor, undefined)
  const addressId = await shipTo(kit, site, actor, orderId, ship_to)
  for (const [index, one] of asked.deliveries.entries()) {
    const { reward_type: rewardType, shipping_option_id: shippingOptionId, send_at: sendAt } = one
    const choice = { orderId, rewardType, shippingOptionId, sendAt }
    await atField(`deliveries.${index}`, () => chooseDelivery(kit, site, actor, choice))
  }
  if (asked.fields.length > 0) await fillInFields(kit, actor, orderId, asked.fields)
  const summary = await getOrderSummary(kit, site, actor, undefined)
  assertNothingMissing(summary, ids)
  return { orderId, addressId, summary, quote: quoteOf(asked, summary) }
}

async function shipTo(
  kit: PlaceKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
  to: Contents['ship_to'],
): Promise<number | undefined> {
  if (to === undefined) return undefined
  const isSaved = 'address_id' in to
  return atField('ship_to', async () => {
    const id = isSaved ? to.address_id : (await addAddress(kit.pool, actor, { ...to, is_default: false })).id
    await attachBulkAddress(kit, site, actor, orderId, id)
    return isSaved ? undefined : id
  })
}

/** Where the request has what checkout names by its steps. */
const FIELDS: Readonly<Record<string, string>> = {
  shipping_missing: 'deliveries',
  address_missing: 'ship_to',
  limit_exceeded: 'items',
}

/** @throws {Refusal} what checkout still needs, at the fields of the request */
function assertNothingMissing({ missing }: OrderSummaryWire, ids: readonly number[]): void {
  const [first] = missing
  if (first === undefined) return
  const errors = missing.map((one) => {
    const index = ids.findIndex((id) => one.field === `card_items.${id}`)
    const field = index < 0 ? (FIELDS[one.code] ?? one.field) : `items.${index}`
    return { ...one, field }
  })
  // A limit is in the sentences.
  const code = first.code === 'limit_exceeded' ? 'validation_failed' : (first.code as Refusal['code'])
  throw new Refusal(code, {}, errors)
}

/** What a quote promises: this order at this price, by these rules. */
function quoteOf(asked: Asked, { value, fees, delivery, total_cents, approval }: OrderSummaryWire): string {
  const { items, deliveries, ship_to, fields, po_number, payment_method } = asked
  const price = [value, fees, delivery].map(({ cents, lines }) => [
    cents,
    lines.map(({ label, cents: of, parts }) => [label, of, parts]),
  ])
  const rules = approval?.steps.map((step) => step.rules) ?? null
  return hashOf([items, deliveries, ship_to, fields, po_number, payment_method, price, total_cents, rules])
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
