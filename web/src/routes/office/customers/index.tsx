import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-screens.ts'
import { readCustomersSearch } from '../../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/customers/')({
  codeSplitGroupings: [],
  staticData: { title: 'Customers' },
  validateSearch: readCustomersSearch,
  component: lazyRouteComponent(loadAdminScreens, 'CustomersRoute'),
})
