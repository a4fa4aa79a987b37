import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCustomersSearch } from '../../../features/office/customers/customers-search.ts'
import { loadAdminScreens } from '../../../features/office/load-admin-screens.ts'

export const Route = createFileRoute('/office/customers/')({
  codeSplitGroupings: [],
  staticData: { title: 'Customers' },
  validateSearch: readCustomersSearch,
  component: lazyRouteComponent(loadAdminScreens, 'Customers'),
})
