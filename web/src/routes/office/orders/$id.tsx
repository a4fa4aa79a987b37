import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/orders/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Order' },
  component: lazyRouteComponent(loadScreens, 'Order'),
})
