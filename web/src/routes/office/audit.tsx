import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'
import { readAuditSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/audit')({
  codeSplitGroupings: [],
  staticData: { title: 'Audit log' },
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(loadAdminScreens, 'AuditRoute'),
})
