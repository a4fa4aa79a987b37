import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadFulfillmentScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/deliveries/report')({
  codeSplitGroupings: [],
  staticData: { title: 'Bounced email' },
  component: lazyRouteComponent(loadFulfillmentScreens, 'DeliveryReport'),
})
