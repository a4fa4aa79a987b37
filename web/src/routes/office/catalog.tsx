import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCatalogSearch } from '../../features/office/catalog/catalog-search.ts'
import { loadAdminScreens } from '../../features/office/load-admin-screens.ts'

export const Route = createFileRoute('/office/catalog')({
  codeSplitGroupings: [],
  staticData: { title: 'Catalog' },
  validateSearch: readCatalogSearch,
  component: lazyRouteComponent(loadAdminScreens, 'Catalog'),
})
