import { type CheckoutStep, neighbours, stepPath, stepTitle } from '@laurel/domain/checkout-steps'
import { ArrowRight } from 'lucide-react'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import type { Order } from './checkout.queries.ts'
import { orderSteps } from './reachable-step.ts'

type NextStepProps = {
  order: Order
  step: CheckoutStep
  place: 'panel' | 'bar'
  isPending: boolean
  onNext: () => void
}

/** The way on from a shipping step. It says where it leads where there is room for it. */
export function NextStep({ order, step, place, isPending, onNext }: NextStepProps) {
  const next = nextOf(order, step)
  const name = stepTitle(next).toLowerCase()
  return (
    <Button
      look="primary"
      size="big"
      isPending={isPending}
      onClick={onNext}
      className="whitespace-normal!"
      aria-label={place === 'bar' ? `Next: ${name}` : undefined}
    >
      {place === 'bar' ? 'Next' : `Next: ${name}`}
      <Icon of={ArrowRight} />
    </Button>
  )
}

export function nextPath(order: Order, step: CheckoutStep) {
  return stepPath(nextOf(order, step))
}

function nextOf(order: Order, step: CheckoutStep): CheckoutStep {
  return neighbours(orderSteps(order), step).next ?? 'payment-confirmation'
}
