import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../../features/office/load-screens.ts'
import { readOrderSearch } from '../../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/orders/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Order' },
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(loadScreens, 'OrderRoute'),
})
