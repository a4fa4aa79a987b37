import {
  type CheckoutStep,
  checkoutSteps,
  NOT_IN_FLOW,
  stepIndex,
  stepRewardType,
} from '@laurel/domain/checkout-steps'
import type { Order } from './checkout.queries.ts'

type Walked = Pick<Order, 'frozenUntil' | 'bulkAddress'> & {
  shippingOrders: readonly Pick<Order['shippingOrders'][number], 'rewardType'>[]
  cardItems: readonly Pick<Order['cardItems'][number], 'state' | 'rewardTypeData'>[]
}

/** The steps of an order, by the kinds of card in its cart; none while the cart is empty. */
export function orderSteps({ cardItems }: Pick<Walked, 'cardItems'>): CheckoutStep[] {
  const types = cardItems.filter(({ state }) => state === 'in_cart').map((item) => item.rewardTypeData.name)
  return types.length === 0 ? [] : checkoutSteps(types)
}

/**
 * The step a customer may stand on who wants this one: a step that is not in the flow leads to the
 * first, payment before every delivery is decided to the first that is not, and an order with an open
 * payment only shows that payment.
 *
 * @returns undefined when there is nothing to check out
 * @see docs/spec.md §2, "Checkout"; §9, "Step index -1"
 */
export function reachableStep(order: Walked | null, wanted: CheckoutStep | null): CheckoutStep | undefined {
  const steps = order ? orderSteps(order) : []
  if (steps.length === 0) return undefined
  if (order?.frozenUntil) return 'payment-confirmation'
  if (wanted === null || stepIndex(steps, wanted) === NOT_IN_FLOW) return steps[0]
  // Paying comes last: a delivery that was only shown as preselected is not decided yet.
  if (wanted === 'payment-confirmation') return steps.find((step) => !isDecided(order, step)) ?? wanted
  return wanted
}

function isDecided(order: Walked | null, step: CheckoutStep): boolean {
  const type = stepRewardType(step)
  if (type === undefined) return false
  const isChosen = order?.shippingOrders.some(({ rewardType }) => rewardType === type) ?? false
  return isChosen && (type !== 'bulk' || order?.bulkAddress != null)
}
