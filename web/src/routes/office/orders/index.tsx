import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../../features/office/load-screens.ts'
import { readOrdersSearch } from '../../../features/office/orders/orders-search.ts'

export const Route = createFileRoute('/office/orders/')({
  codeSplitGroupings: [],
  staticData: { title: 'Orders' },
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(loadScreens, 'OrdersRoute'),
})
