import { createFileRoute } from '@tanstack/react-router'
import { checkoutQueries } from '../../../features/checkout/checkout.queries.ts'
import { assertStep } from '../../../features/checkout/enter-checkout.ts'
import { Payment } from '../../../features/checkout/Payment.tsx'

export const Route = createFileRoute('/_signed-in/checkout/payment-confirmation')({
  staticData: { title: /*i18n*/ 'Payment & confirmation' },
  beforeLoad: ({ context }) => assertStep(context.order, 'payment-confirmation'),
  loader: ({ context: { queryClient, order } }) =>
    Promise.all([
      queryClient.fetchQuery(checkoutQueries.providers()),
      queryClient.fetchQuery(checkoutQueries.summary(order.id)),
    ]),
  component: Payment,
})
