import { checkoutSteps, stepRewardType } from '@laurel/domain/checkout-steps'
import {
  companyLimitProblems,
  type LimitedCompany,
  limitProblems,
  type SiteLimits,
} from '@laurel/domain/limits'
import { formatDollars } from '@laurel/domain/money'
import { type FieldValue, fieldProblem, type OrderField } from '@laurel/domain/order-fields'
import { type FieldProblem, Refusal, type RefusalCode, type RefusalFacts } from '@laurel/domain/refusal'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import { upsProblem } from '@laurel/domain/ups-address'
import type { CardItemWire } from '../card-items/card-item-wire.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import { heldTypes, inCart } from './priced-order.ts'

/** One thing checkout still needs; its field is the place where it is decided: a card item or a step. */
export type CheckoutNeed = FieldProblem & { code: RefusalCode }

export type CheckoutState = {
  items: readonly CardItemWire[]
  chosenTypes: ReadonlySet<string>
  bulkAddress: { address1: string; address2: string; state: string } | null
  totalCents: number
  limits: LimitsRecord
  /** What staff limit the company to; null without a company. */
  company: LimitedCompany | null
  /** What the company asks about its orders, and what the cart says of it. */
  companyFields: readonly OrderField[]
  fields: readonly FieldValue[]
}

/**
 * What an order needs before it can be paid, in step order: the cards, then a delivery method for each reward
 * type, then the order as a whole.
 *
 * @see docs/spec.md §2, "Checkout"
 */
export function checkoutNeeds(state: CheckoutState): CheckoutNeed[] {
  const items = inCart(state.items)
  if (items.length === 0) {
    return [{ field: 'cart', code: 'order_is_empty', message: 'Add a card to the cart first.' }]
  }
  const limits = siteLimits(state.limits)
  const steps = checkoutSteps(heldTypes(items))
  const ofCompany = state.company ? companyLimitProblems(state.totalCents, state.company) : []
  const overLimits = [...limitProblems({ orderCents: state.totalCents }, limits).slice(0, 1), ...ofCompany]
  return [
    ...items.flatMap((item) => itemNeeds(item, limits)),
    ...steps.flatMap((step) => shippingNeeds(state, step, stepRewardType(step))),
    ...fieldNeeds(state),
    ...overLimits.map(({ message }) => need('payment-confirmation', 'limit_exceeded', message)),
  ]
}

/** @throws {Refusal} the first need's code, with all of them as its errors */
export function assertPayable(state: CheckoutState): void {
  const needs = checkoutNeeds(state)
  const [first] = needs
  if (first === undefined) return
  throw new Refusal(first.code, limitOf(state), needs)
}

type Limited = Pick<CheckoutState, 'limits' | 'company' | 'totalCents'>

/** Only what staff limit the company to. @throws {Refusal} `limit_exceeded` */
export function assertCompanyLimits(order: Limited): void {
  if (order.company === null || companyLimitProblems(order.totalCents, order.company).length === 0) return
  throw new Refusal('limit_exceeded', limitOf(order))
}

function limitOf({ limits, company, totalCents }: Limited): RefusalFacts {
  const highest = Math.min(limits.max_order_cents, company?.maxOrderCents ?? Infinity)
  if (totalCents > highest || !company?.maxOrdersPerDay) return { limit: formatDollars(highest) }
  const of = /*i18n*/ '{limit, plural, one {# order in 24 hours} other {# orders in 24 hours}}'
  return { limit: company.maxOrdersPerDay, of }
}

function itemNeeds(item: CardItemWire, limits: SiteLimits): CheckoutNeed[] {
  const field = `card_items.${item.id}`
  if (item.attention_count > 0) {
    const people = item.attention_count === 1 ? '1 person needs' : `${item.attention_count} people need`
    return [need(field, 'card_items_need_attention', `${item.name}: ${people} attention.`)]
  }
  const { quantity, recipient_count: recipientCount } = item
  const problems = [
    ...item.missing,
    ...limitProblems({ quantity, recipientCount }, limits),
    // One sentence is enough, however many amounts a list has.
    ...item.amounts
      .flatMap(({ each_cents }) => limitProblems({ denominationCents: each_cents }, limits))
      .slice(0, 1),
  ]
  return problems.map(({ message }) => need(field, 'card_item_incomplete', `${item.name}: ${message}`))
}

function shippingNeeds(state: CheckoutState, step: string, type: RewardType | undefined): CheckoutNeed[] {
  if (type === undefined) return []
  const title = REWARD_TYPE_TITLES[type].toLowerCase()
  return [
    ...(type === 'bulk' ? bulkAddressNeeds(step, state.bulkAddress) : []),
    ...(state.chosenTypes.has(type)
      ? []
      : [need(step, 'shipping_missing', `Choose a delivery method for ${title} cards.`)]),
  ]
}

function fieldNeeds({ companyFields, fields }: CheckoutState): CheckoutNeed[] {
  return companyFields.flatMap((field) => {
    const value = fields.find(({ id }) => id === field.id)?.value ?? ''
    const problem = fieldProblem(field, value)
    return problem === undefined ? [] : [need(`fields.${field.id}`, 'order_field_missing', problem)]
  })
}

function bulkAddressNeeds(step: string, address: CheckoutState['bulkAddress']): CheckoutNeed[] {
  if (address === null) return [need(step, 'address_missing', 'Choose where to ship the parcel.')]
  // An address can be edited after it was chosen.
  const problem = upsProblem(address)
  return problem === undefined ? [] : [need(step, 'address_missing', problem)]
}

function need(field: string, code: RefusalCode, message: string): CheckoutNeed {
  return { field, code, message }
}

function siteLimits(limits: LimitsRecord): SiteLimits {
  return {
    minValueCents: limits.min_value_cents,
    maxValueCents: limits.max_value_cents,
    maxQuantity: limits.max_quantity,
    maxRecipients: limits.max_recipients,
    maxOrderCents: limits.max_order_cents,
  }
}
