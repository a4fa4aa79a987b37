import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadFulfillmentScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/deliveries/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Delivery' },
  component: lazyRouteComponent(loadFulfillmentScreens, 'DeliveryRoute'),
})
