import { type CheckoutStep, checkoutSteps, NOT_IN_FLOW, stepIndex } from '@laurel/domain/checkout-steps'
import type { Order } from './checkout.queries.ts'

type Walked = Pick<Order, 'frozenUntil'> & {
  cardItems: readonly Pick<Order['cardItems'][number], 'state' | 'rewardTypeData'>[]
}

/** The steps of an order, by the kinds of card in its cart; none while the cart is empty. */
export function orderSteps({ cardItems }: Pick<Walked, 'cardItems'>): CheckoutStep[] {
  const types = cardItems.filter(({ state }) => state === 'in_cart').map((item) => item.rewardTypeData.name)
  return types.length === 0 ? [] : checkoutSteps(types)
}

/**
 * The step a customer may stand on who wants this one: a step that is not in the flow leads to the
 * first, and an order with an open payment only shows that payment.
 *
 * @returns undefined when there is nothing to check out
 * @see docs/spec.md §2, "Checkout"; §9, "Step index -1"
 */
export function reachableStep(order: Walked | null, wanted: CheckoutStep | null): CheckoutStep | undefined {
  const steps = order ? orderSteps(order) : []
  if (steps.length === 0) return undefined
  if (order?.frozenUntil) return 'payment-confirmation'
  if (wanted === null || stepIndex(steps, wanted) === NOT_IN_FLOW) return steps[0]
  return wanted
}
