import type { OrderSummary } from '@laurel/contract/orders'
import type { LimitedCompany } from '@laurel/domain/limits'
import type { PriceSection } from '@laurel/domain/pricing'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { personWire, rulesWire } from '../approvals/approval-view.ts'
import { hasOrdered, judgedBy, readPeopleToAsk } from '../approvals/needed-approvals.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import {
  findCartToJudge,
  readWholeCart,
  readWholeOrder,
  type WholeOrder,
} from '../checkout/whole-order.repo.ts'
import { checkoutNeeds } from '../orders/checkout-needs.ts'
import { readLimited } from '../orders/limited-company.ts'
import { type ChosenShipping, checkoutTypeOf, priceParts } from '../orders/priced-order.ts'
import { listShippingOptionsById } from '../orders/shipping.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { fieldsToFill } from './fill-in-fields.ts'

export type OrderSummaryWire = z.infer<typeof OrderSummary>

/** The price of an order line by line, the cart's when none is named, and what checkout still needs. */
export async function getOrderSummary(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  orderId: number | undefined,
): Promise<OrderSummaryWire> {
  const found = await inSite(kit.pool, site.id, (db) =>
    endWith(() => (orderId === undefined ? findCartToJudge(db, actor) : readWholeOrder(db, actor, orderId))),
  )
  const order = found ?? (await inSite(kit.pool, site.id, (db) => readWholeCart(db, actor)))
  const limited = await limitedBy(kit, actor, order)
  return withCompany(kit, site, actor, order, summary(site, order, order.shipping, limited))
}

/**
 * Previews the cart's price with these shipping options, without saving them.
 *
 * @throws {Refusal} `validation_failed` for an option the site doesn't offer, or two for one reward type
 */
export async function previewOrderSummary(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  optionIds: number[],
): Promise<OrderSummaryWire> {
  const { order, shipping } = await inSite(kit.pool, site.id, async (db) => {
    const order = (await findCartToJudge(db, actor)) ?? (await readWholeCart(db, actor))
    const wanted = new Set(optionIds)
    const options = wanted.size === 0 ? [] : await listShippingOptionsById(db, site.id, [...wanted])
    const types = new Set(options.map((option) => option.reward_type))
    if (options.length !== wanted.size || types.size !== options.length) throw wrongOptions()
    const kept = order.shipping.filter((one) => !types.has(one.reward_type))
    return { order, shipping: [...kept, ...options] }
  })
  const limited = await limitedBy(kit, actor, order)
  return withCompany(kit, site, actor, order, summary(site, order, shipping, limited))
}

/** Only a company with a limit of orders a day asks a query. */
async function limitedBy({ pool }: OrderKit, { siteId, company }: Customer, order: WholeOrder) {
  const { companyLimits: limits, priced } = order
  if (company === undefined || priced !== null || limits === null) return null
  if (limits.maxOrdersPerDay === null) return { ...limits, ordersToday: 0 }
  return inSite(pool, siteId, (db) => readLimited(db, siteId, company.id, limits))
}

type Summary = Omit<OrderSummaryWire, 'fields' | 'approval'>

/** Adds what the company asks about it, and whose approval it needs. */
async function withCompany(
  kit: OrderKit,
  site: SiteRow,
  actor: Customer,
  order: WholeOrder,
  priced: Summary,
): Promise<OrderSummaryWire> {
  const fields = await fieldsToFill(kit, actor, order)
  const { company, customerId: personId } = actor
  if (order.policy === null || company === undefined || priced.card_count === 0) {
    return { ...priced, fields, approval: null }
  }
  const judged = {
    items: order.items,
    totalCents: priced.total_cents,
    cardCount: priced.card_count,
    fields: order.row.fields ?? [],
  }
  const at = kit.now()
  const person = { companyId: company.id, personId, keyRole: actor.key && company.role }
  const needed = await judgedBy(order.policy, site, person, judged, {
    at,
    hasOrdered: () => inSite(kit.pool, site.id, (db) => hasOrdered(db, site.id, person)),
  })
  if (needed.buyer === undefined || needed.steps.length === 0) return { ...priced, fields, approval: null }
  const { steps } = await inSite(kit.pool, site.id, (db) =>
    readPeopleToAsk(db, site, person, needed.steps, at),
  )
  return {
    ...priced,
    fields,
    approval: {
      steps: steps.map(({ rules, people }) => ({
        rules: rulesWire(rules),
        people: people.map((person) => personWire(person, personId)),
      })),
      is_blocked: steps.some(({ people }) => people.length === 0),
    },
  }
}

function summary(
  site: SiteRow,
  order: WholeOrder,
  shipping: readonly ChosenShipping[],
  company: LimitedCompany | null,
): Summary {
  const { items, priced } = order
  const price = priced?.price ?? priceParts({ items, cardFees: site.card_fee_cents, shipping })
  const needs = priced
    ? []
    : checkoutNeeds({
        items,
        chosenTypes: new Set(shipping.map((one) => one.reward_type)),
        bulkAddress: order.bulkAddress,
        totalCents: price.totalCents,
        limits: site.limits,
        company,
        companyFields: order.companyFields ?? [],
        fields: order.row.fields ?? [],
      })
  return {
    order_id: order.row.id,
    card_count: price.cardCount,
    value: section(price.value),
    fees: section(price.fees),
    delivery: section(price.delivery),
    total_cents: price.totalCents,
    checkout_type: priced?.checkoutType ?? checkoutTypeOf(items),
    missing: needs,
  }
}

function section({ cents, lines }: PriceSection): OrderSummaryWire['value'] {
  return {
    cents,
    lines: lines.map((line) => ({
      label: line.label,
      reward_type: line.rewardType,
      card_item_id: line.itemId,
      cents: line.cents,
      parts: line.parts.map(({ count, eachCents }) => ({ count, each_cents: eachCents })),
    })),
  }
}

function wrongOptions(): Refusal {
  const message = 'Choose one delivery method per card type.'
  return new Refusal('validation_failed', {}, [{ field: 'shipping_option_ids', code: 'invalid', message }])
}
