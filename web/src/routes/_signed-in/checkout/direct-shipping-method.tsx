import { createFileRoute } from '@tanstack/react-router'
import { checkoutQueries } from '../../../features/checkout/checkout.queries.ts'
import { DirectShipping } from '../../../features/checkout/DirectShipping.tsx'
import { assertStep } from '../../../features/checkout/enter-checkout.ts'

export const Route = createFileRoute('/_signed-in/checkout/direct-shipping-method')({
  staticData: { title: /*i18n*/ 'Direct mail shipping' },
  beforeLoad: ({ context }) => assertStep(context.order, 'direct-shipping-method'),
  loader: ({ context: { queryClient, order } }) =>
    Promise.all([
      queryClient.fetchQuery(checkoutQueries.options('direct')),
      queryClient.fetchQuery(checkoutQueries.summary(order.id)),
    ]),
  component: DirectShipping,
})
