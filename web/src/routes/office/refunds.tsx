import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'
import { readOpenSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/refunds')({
  codeSplitGroupings: [],
  staticData: { title: 'Refunds' },
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(loadScreens, 'RefundsRoute'),
})
