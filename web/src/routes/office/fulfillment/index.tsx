import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadFulfillmentScreens } from '../../../features/office/load-screens.ts'
import { readFulfillmentSearch } from '../../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/fulfillment/')({
  codeSplitGroupings: [],
  staticData: { title: 'Fulfillment' },
  validateSearch: readFulfillmentSearch,
  component: lazyRouteComponent(loadFulfillmentScreens, 'FulfillmentRoute'),
})
