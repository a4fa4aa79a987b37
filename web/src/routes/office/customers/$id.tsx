import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/customers/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Customer' },
  component: lazyRouteComponent(loadAdminScreens, 'CustomerRoute'),
})
