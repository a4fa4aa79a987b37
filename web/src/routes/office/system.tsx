import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'
import { readSystemSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/system')({
  codeSplitGroupings: [],
  staticData: { title: 'System' },
  validateSearch: readSystemSearch,
  component: lazyRouteComponent(loadAdminScreens, 'SystemRoute'),
})
