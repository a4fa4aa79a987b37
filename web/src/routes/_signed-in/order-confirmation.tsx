import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isTooMany } from '../../app/api-problem.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { PayPlacedOrder } from '../../features/checkout/PayPlacedOrder.tsx'
import { Confirmation } from '../../features/confirmation/Confirmation.tsx'
import { receiptQueries } from '../../features/confirmation/confirmation.queries.ts'
import {
  hasReturnedValues,
  readConfirmationSearch,
  returnedValues,
} from '../../features/confirmation/confirmation-search.ts'

/** The hosted payment page sends the buyer back here. docs/spec.md §2, "Order confirmation". */
export const Route = createFileRoute('/_signed-in/order-confirmation')({
  staticData: { title: /*i18n*/ 'Your order', texts: ['parts', 'checkout'] },
  validateSearch: readConfirmationSearch,
  loaderDeps: ({ search }) => ({ id: search.cpi_order_id ?? null }),
  loader: async ({ context: { queryClient }, deps: { id }, preload }) => {
    try {
      if (id === null) throw new Error('The address names no order')
      const me = queryClient.fetchQuery(customerQueries.me())
      // Loaded first to show arrival dates at once; the page also works without them.
      const deliveries = queryClient.fetchQuery(receiptQueries.deliveries()).catch(() => undefined)
      await queryClient.fetchQuery({ ...orderQueries.one(id), staleTime: 0 })
      await Promise.all([me, deliveries])
      return { id }
    } catch (cause) {
      if (isTooMany(cause)) throw cause
      if (!preload) console.error('Failed to get order data', cause)
      throw notFound()
    }
  },
  component: OrderConfirmation,
})

function OrderConfirmation() {
  const { id } = Route.useLoaderData()
  const { data: order } = useSuspenseQuery(orderQueries.one(id))
  const returned = useReturnedValues()
  return <Confirmation order={order} returned={returned} payAgain={<PayPlacedOrder order={order} />} />
}

/** Reads the payment page's values once and removes them from the URL. */
function useReturnedValues() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [values] = useState(() => returnedValues(search))
  const isDirty = hasReturnedValues(search)
  useEffect(() => {
    if (!isDirty) return
    void navigate({ search: ({ cpi_order_id }) => ({ cpi_order_id }), replace: true, resetScroll: false })
  }, [isDirty, navigate])
  return values
}
