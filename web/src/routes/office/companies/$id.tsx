import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/companies/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Company' },
  component: lazyRouteComponent(loadAdminScreens, 'CompanyRoute'),
})
