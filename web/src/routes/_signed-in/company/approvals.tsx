import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { approvalQueries } from '../../../app/approval.queries.ts'
import { id, searchParams } from '../../../app/search-params.ts'
import { withTexts } from '../../../app/texts.ts'
import { ApprovalsScreen } from '../../../features/company/approvals/ApprovalsScreen.tsx'
import type { Order } from '../../../parts/delivery-text.ts'
import { Spinner } from '../../../parts/Progress.tsx'

const PayPlacedOrder = lazy(async () => {
  const { PayPlacedOrder } = await withTexts(
    ['checkout'],
    import('../../../features/checkout/PayPlacedOrder.tsx'),
  )
  return { default: PayPlacedOrder }
})

/** Requests for approval, one of them open. Opening one decides nothing. */
export const Route = createFileRoute('/_signed-in/company/approvals')({
  staticData: { title: /*i18n*/ 'Approvals', texts: ['parts', 'company'] },
  validateSearch: searchParams<{ request?: number }>({ request: id }),
  loader: ({ context: { queryClient } }) =>
    Promise.all(
      (['waiting', 'own', 'done'] as const).map((show) => queryClient.fetchQuery(approvalQueries.list(show))),
    ),
  component: ApprovalsRoute,
})

function ApprovalsRoute() {
  const { request } = Route.useSearch()
  return <ApprovalsScreen requestId={request} waysToPay={waysToPay} />
}

/** Loaded only for an order that can be paid. */
function waysToPay(order: Order) {
  return (
    <Suspense fallback={<Spinner label="Loading payment methods" />}>
      <PayPlacedOrder order={order} />
    </Suspense>
  )
}
