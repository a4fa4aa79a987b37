import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'
import { readReportSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/reports')({
  codeSplitGroupings: [],
  staticData: { title: 'Reports' },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(loadAdminScreens, 'ReportsRoute'),
})
