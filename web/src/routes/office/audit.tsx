import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readAuditSearch } from '../../features/office/audit/audit-search.ts'
import { loadAdminScreens } from '../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/audit')({
  codeSplitGroupings: [],
  staticData: { title: 'Audit log' },
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(loadAdminScreens, 'Audit'),
})
