import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-admin-screens.ts'
import { readSiteSearch } from '../../features/office/site/site-search.ts'

export const Route = createFileRoute('/office/site')({
  codeSplitGroupings: [],
  staticData: { title: 'Site' },
  validateSearch: readSiteSearch,
  component: lazyRouteComponent(loadAdminScreens, 'Site'),
})
