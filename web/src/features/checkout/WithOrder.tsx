import { type CheckoutStep, stepPath } from '@laurel/domain/checkout-steps'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import type { Order } from './checkout.queries.ts'
import { reachableStep } from './reachable-step.ts'
import { useCheckoutOrder } from './use-checkout-order.ts'

type WithOrderProps = { step: CheckoutStep; children: (order: Order) => ReactNode }

/** The order may change under an open step (another tab, a payment begun): then the step gives way. */
export function WithOrder({ step, children }: WithOrderProps) {
  const order = useCheckoutOrder()
  const reachable = reachableStep(order, step)
  if (!order || reachable === undefined) return <Navigate to={paths.myRewards} replace />
  if (reachable !== step) return <Navigate to={stepPath(reachable)} replace />
  return children(order)
}
