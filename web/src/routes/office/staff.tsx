import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'
import { readStaffSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/staff')({
  codeSplitGroupings: [],
  staticData: { title: 'Staff' },
  validateSearch: readStaffSearch,
  component: lazyRouteComponent(loadAdminScreens, 'StaffRoute'),
})
