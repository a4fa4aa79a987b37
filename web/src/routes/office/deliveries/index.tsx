import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadFulfillmentScreens } from '../../../features/office/load-screens.ts'
import { readDeliveriesSearch } from '../../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/deliveries/')({
  codeSplitGroupings: [],
  staticData: { title: 'Deliveries' },
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(loadFulfillmentScreens, 'DeliveriesRoute'),
})
