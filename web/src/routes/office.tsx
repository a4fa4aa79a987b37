import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../features/office/load-screens.ts'

/** The organization's people work here; the frame itself asks who they are. */
export const Route = createFileRoute('/office')({
  codeSplitGroupings: [],
  staticData: { title: 'Office', frame: 'office' },
  component: lazyRouteComponent(loadScreens, 'Office'),
})
