import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadFulfillmentScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/fulfillment/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Batch' },
  component: lazyRouteComponent(loadFulfillmentScreens, 'BatchRoute'),
})
