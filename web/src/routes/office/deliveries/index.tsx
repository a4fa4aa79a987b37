import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readDeliveriesSearch } from '../../../features/office/deliveries/deliveries-search.ts'
import { loadFulfillmentScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/deliveries/')({
  codeSplitGroupings: [],
  staticData: { title: 'Deliveries' },
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(loadFulfillmentScreens, 'Deliveries'),
})
