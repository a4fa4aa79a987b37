import { createFileRoute } from '@tanstack/react-router'
import { addressQueries } from '../../../app/customer.queries.ts'
import { BulkShipping } from '../../../features/checkout/BulkShipping.tsx'
import { checkoutQueries } from '../../../features/checkout/checkout.queries.ts'
import { assertStep } from '../../../features/checkout/enter-checkout.ts'

export const Route = createFileRoute('/_signed-in/checkout/bulk-shipping-method')({
  staticData: { title: /*i18n*/ 'Bulk shipping' },
  beforeLoad: ({ context }) => assertStep(context.order, 'bulk-shipping-method'),
  loader: ({ context: { queryClient, order } }) =>
    Promise.all([
      queryClient.fetchQuery(addressQueries.list()),
      queryClient.fetchQuery(checkoutQueries.options('bulk')),
      queryClient.fetchQuery(checkoutQueries.summary(order.id)),
    ]),
  component: BulkShipping,
})
