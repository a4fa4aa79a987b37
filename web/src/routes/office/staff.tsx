import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-admin-screens.ts'
import { readStaffSearch } from '../../features/office/staff/staff-search.ts'

export const Route = createFileRoute('/office/staff')({
  codeSplitGroupings: [],
  staticData: { title: 'Staff' },
  validateSearch: readStaffSearch,
  component: lazyRouteComponent(loadAdminScreens, 'Staff'),
})
