import {
  type CheckoutStep,
  checkoutSteps,
  NOT_IN_FLOW,
  stepIndex,
  stepPath,
  stepRewardType,
} from '@laurel/domain/checkout-steps'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isTooMany } from '../../app/api-problem.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { pageTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import type { Order } from '../../parts/delivery-text.ts'

const FAILED = /*i18n*/ 'Failed to load order data'

/**
 * Loads the current order before checkout opens.
 *
 * @throws a redirect to /my-rewards if it can't be loaded (with a toast) or has no card items;
 *   the refusal itself after too many requests
 * @see docs/spec.md §2, "Checkout"; §8, "Checkout entry"
 */
export async function enterCheckout(queryClient: QueryClient, isPreload: boolean): Promise<Order> {
  const i18n = pageTexts()

  const order = await queryClient.fetchQuery(orderQueries.current()).catch((cause: unknown) => {
    // The request succeeds a moment later, so the customer stays here.
    if (isTooMany(cause)) throw cause
    // Hovering over a link preloads silently; only real navigation shows the error.
    if (!isPreload) {
      console.error(FAILED, cause)
      showToast({
        tone: 'bad',
        title: i18n.t(FAILED),
        text: i18n.t('Nothing was changed. Try again in a moment.'),
      })
    }
    throw redirect({ to: paths.myRewards, replace: true })
  })
  if (!order || orderSteps(order).length === 0) throw redirect({ to: paths.myRewards, replace: true })
  return order
}

/** @throws a redirect if the customer can't open this step yet */
export function assertStep(order: Order, wanted: CheckoutStep | null): void {
  const step = reachableStep(order, wanted)
  if (step !== undefined && step !== wanted) throw redirect({ to: stepPath(step), replace: true })
}

type OrderInCheckout = Pick<Order, 'frozenUntil' | 'bulkAddress'> & {
  shippingOrders: readonly Pick<Order['shippingOrders'][number], 'rewardType'>[]
  cardItems: readonly Pick<Order['cardItems'][number], 'state' | 'rewardTypeData'>[]
}

/** The checkout steps for the reward types in the cart; none if the cart is empty. */
export function orderSteps({ cardItems }: Pick<OrderInCheckout, 'cardItems'>): CheckoutStep[] {
  const types = cardItems.filter(({ state }) => state === 'in_cart').map((item) => item.rewardTypeData.name)
  return types.length === 0 ? [] : checkoutSteps(types)
}

/**
 * The step to show to a customer who asks for another. An unknown step leads to the first one, payment
 * leads to the first undecided delivery, and an order with an open payment shows only that payment.
 *
 * @returns undefined if there is nothing to check out
 * @see docs/spec.md §2, "Checkout"; §9, "Step index -1"
 */
export function reachableStep(
  order: OrderInCheckout | null,
  wanted: CheckoutStep | null,
): CheckoutStep | undefined {
  const steps = order ? orderSteps(order) : []
  if (steps.length === 0) return undefined
  if (order?.frozenUntil) return 'payment-confirmation'
  if (wanted === null || stepIndex(steps, wanted) === NOT_IN_FLOW) return steps[0]
  // A delivery method that was only preselected isn't decided yet.
  if (wanted === 'payment-confirmation') return steps.find((step) => !isDecided(order, step)) ?? wanted
  return wanted
}

function isDecided(order: OrderInCheckout | null, step: CheckoutStep): boolean {
  const type = stepRewardType(step)
  if (type === undefined) return false
  const isChosen = order?.shippingOrders.some(({ rewardType }) => rewardType === type) ?? false
  return isChosen && (type !== 'bulk' || order?.bulkAddress != null)
}
