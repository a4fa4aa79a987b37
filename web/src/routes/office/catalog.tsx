import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'
import { readCatalogSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/catalog')({
  codeSplitGroupings: [],
  staticData: { title: 'Catalog' },
  validateSearch: readCatalogSearch,
  component: lazyRouteComponent(loadAdminScreens, 'CatalogRoute'),
})
