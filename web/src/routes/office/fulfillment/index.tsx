import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readFulfillmentSearch } from '../../../features/office/fulfillment/fulfillment-search.ts'
import { loadFulfillmentScreens } from '../../../features/office/load-fulfillment-screens.ts'

export const Route = createFileRoute('/office/fulfillment/')({
  codeSplitGroupings: [],
  staticData: { title: 'Fulfillment' },
  validateSearch: readFulfillmentSearch,
  component: lazyRouteComponent(loadFulfillmentScreens, 'Fulfillment'),
})
