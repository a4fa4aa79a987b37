import { createFileRoute } from '@tanstack/react-router'
import { checkoutQueries } from '../../../features/checkout/checkout.queries.ts'
import { DigitalDistribution } from '../../../features/checkout/DigitalDistribution.tsx'
import { assertStep } from '../../../features/checkout/enter-checkout.ts'

export const Route = createFileRoute('/_signed-in/checkout/digital-shipping-method')({
  staticData: { title: /*i18n*/ 'Digital distribution' },
  beforeLoad: ({ context }) => assertStep(context.order, 'digital-shipping-method'),
  loader: ({ context: { queryClient, order } }) =>
    Promise.all([
      queryClient.fetchQuery(checkoutQueries.options('digital')),
      queryClient.fetchQuery(checkoutQueries.summary(order.id)),
    ]),
  component: DigitalDistribution,
})
