import { createFileRoute } from '@tanstack/react-router'
import { assertStep } from '../../../features/checkout/enter-checkout.ts'

/** A bare path leads to the first step. */
export const Route = createFileRoute('/_signed-in/checkout/')({
  beforeLoad: ({ context }) => assertStep(context.order, null),
})
