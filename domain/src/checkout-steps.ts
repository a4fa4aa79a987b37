import { Refusal } from './refusal.ts'
import { REWARD_TYPES, type RewardType } from './reward-type.ts'

export type ShippingStep = `${RewardType}-shipping-method`
export type CheckoutStep = ShippingStep | 'payment-confirmation'

/** The combination of reward types an order holds. docs/spec.md §2, "Checkout". */
export type CheckoutType =
  | RewardType
  | 'bulk-direct'
  | 'bulk-digital'
  | 'direct-digital'
  | 'bulk-direct-digital'

const TITLES: Readonly<Record<CheckoutStep, string>> = {
  'bulk-shipping-method': /*i18n*/ 'Bulk shipping',
  'direct-shipping-method': /*i18n*/ 'Direct mail shipping',
  'digital-shipping-method': /*i18n*/ 'Digital distribution',
  'payment-confirmation': /*i18n*/ 'Payment & confirmation',
}

/** The index of a step that isn't in the flow. docs/spec.md §9. */
export const NOT_IN_FLOW = -1

/**
 * Names the combination of reward types an order holds, bulk before direct before digital.
 *
 * @throws {Refusal} `order_is_empty` when it holds no card items.
 * @see docs/spec.md §2, "Checkout"
 */
export function checkoutType(held: Iterable<RewardType>): CheckoutType {
  return typesInOrder(held).join('-') as CheckoutType
}

/**
 * The steps of an order's checkout, first to last: one shipping step for each reward type in it, then payment.
 *
 * @throws {Refusal} `order_is_empty` when it holds no card items.
 * @see docs/spec.md §2, "Checkout"
 */
export function checkoutSteps(held: Iterable<RewardType>): CheckoutStep[] {
  return [...typesInOrder(held).map((type) => `${type}-shipping-method` as const), 'payment-confirmation']
}

/** A step's path in the browser, without a trailing slash. docs/spec.md §2. */
export function stepPath<Step extends CheckoutStep>(step: Step): `/checkout/${Step}` {
  return `/checkout/${step}`
}

/** The step's title in the row of steps. */
export function stepTitle(step: CheckoutStep): string {
  return TITLES[step]
}

/** The reward type of a shipping step; undefined for payment. */
export function stepRewardType(step: CheckoutStep): RewardType | undefined {
  return REWARD_TYPES.find((type) => step === `${type}-shipping-method`)
}

/** A step's place in an order's steps, from 0; −1 if the order doesn't have it. */
export function stepIndex(steps: readonly CheckoutStep[], step: CheckoutStep): number {
  return steps.indexOf(step)
}

/** The steps before and after this one. Both are undefined if the order doesn't have it. */
export function neighbours(
  steps: readonly CheckoutStep[],
  step: CheckoutStep,
): { previous: CheckoutStep | undefined; next: CheckoutStep | undefined } {
  const index = stepIndex(steps, step)
  if (index === NOT_IN_FLOW) return { previous: undefined, next: undefined }
  return { previous: steps[index - 1], next: steps[index + 1] }
}

function typesInOrder(held: Iterable<RewardType>): RewardType[] {
  const types = new Set(held)
  const ordered = REWARD_TYPES.filter((type) => types.has(type))
  if (ordered.length === 0) throw new Refusal('order_is_empty')
  return ordered
}
