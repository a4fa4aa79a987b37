import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-screens.ts'
import { readCompaniesSearch } from '../../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/companies/')({
  codeSplitGroupings: [],
  staticData: { title: 'Companies' },
  validateSearch: readCompaniesSearch,
  component: lazyRouteComponent(loadAdminScreens, 'CompaniesRoute'),
})
