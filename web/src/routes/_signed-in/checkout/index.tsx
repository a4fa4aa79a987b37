import { createFileRoute } from '@tanstack/react-router'
import { assertStep } from '../../../features/checkout/enter-checkout.ts'

/** The path without a step redirects to the first one. */
export const Route = createFileRoute('/_signed-in/checkout/')({
  beforeLoad: ({ context }) => assertStep(context.order, null),
})
