import { type CheckoutStep, stepPath } from '@laurel/domain/checkout-steps'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isTooMany } from '../../app/api-problem.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { showToast } from '../../app/toast-store.ts'
import type { Order } from './checkout.queries.ts'
import { orderSteps, reachableStep } from './reachable-step.ts'

const FAILED = 'Failed to load order data'

/**
 * Loads the current order on the way into checkout.
 *
 * @throws a redirect to /my-rewards when it cannot be loaded (logged and told) or holds no card items;
 *   the refusal itself after too many requests
 * @see docs/spec.md §2, "Checkout"; §8, "Checkout entry"
 */
export async function enterCheckout(queryClient: QueryClient, isPreload: boolean): Promise<Order> {
  const order = await queryClient.fetchQuery(orderQueries.current()).catch((cause: unknown) => {
    // A moment later the order is there: the customer waits where they are.
    if (isTooMany(cause)) throw cause
    // Pointing at a link only tries; whoever really goes there is told.
    if (!isPreload) {
      console.error(FAILED, cause)
      showToast({ tone: 'bad', title: FAILED, text: 'Nothing was changed. Try again in a moment.' })
    }
    throw redirect({ to: paths.myRewards, replace: true })
  })
  if (!order || orderSteps(order).length === 0) throw redirect({ to: paths.myRewards, replace: true })
  return order
}

/** @throws a redirect to the step the customer may stand on, when it is another one */
export function assertStep(order: Order, wanted: CheckoutStep | null): void {
  const step = reachableStep(order, wanted)
  if (step !== undefined && step !== wanted) throw redirect({ to: stepPath(step), replace: true })
}
