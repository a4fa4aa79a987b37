import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../features/office/load-screens.ts'

/** For staff. The frame asks them to sign in. */
export const Route = createFileRoute('/office')({
  codeSplitGroupings: [],
  staticData: { title: 'Office', frame: 'office' },
  component: lazyRouteComponent(loadScreens, 'Office'),
})
