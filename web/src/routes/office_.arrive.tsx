import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../features/office/load-screens.ts'
import { readArriveSearch } from '../features/office/screen-searches.ts'

/** Where staff arrive from another site, signed in or not. */
export const Route = createFileRoute('/office_/arrive')({
  codeSplitGroupings: [],
  staticData: { title: 'Switch site', frame: 'office' },
  validateSearch: readArriveSearch,
  component: lazyRouteComponent(loadScreens, 'ArriveRoute'),
})
