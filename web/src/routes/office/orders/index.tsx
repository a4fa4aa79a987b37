import { createFileRoute } from '@tanstack/react-router'
import { OrdersScreen } from '../../../features/office/orders/OrdersScreen.tsx'
import { readOrdersSearch } from '../../../features/office/orders/orders-search.ts'

export const Route = createFileRoute('/office/orders/')({
  staticData: { title: 'Orders' },
  validateSearch: readOrdersSearch,
  component: OfficeOrders,
})

function OfficeOrders() {
  return <OrdersScreen search={Route.useSearch()} />
}
