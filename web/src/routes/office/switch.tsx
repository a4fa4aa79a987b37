import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'
import { readSwitchSearch } from '../../features/office/screen-searches.ts'

/** Another site's office sends staff here for a ticket. */
export const Route = createFileRoute('/office/switch')({
  codeSplitGroupings: [],
  staticData: { title: 'Switch site' },
  validateSearch: readSwitchSearch,
  component: lazyRouteComponent(loadScreens, 'SwitchRoute'),
})
