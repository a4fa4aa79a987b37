import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-admin-screens.ts'
import { readSystemSearch } from '../../features/office/system/system-search.ts'

export const Route = createFileRoute('/office/system')({
  codeSplitGroupings: [],
  staticData: { title: 'System' },
  validateSearch: readSystemSearch,
  component: lazyRouteComponent(loadAdminScreens, 'System'),
})
