import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'
import { readSiteSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/site')({
  codeSplitGroupings: [],
  staticData: { title: 'Site' },
  validateSearch: readSiteSearch,
  component: lazyRouteComponent(loadAdminScreens, 'SiteRoute'),
})
