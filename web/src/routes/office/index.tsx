import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'
import { afterSignIn } from '../../features/office/signed-out.ts'

export const Route = createFileRoute('/office/')({
  codeSplitGroupings: [],
  staticData: { title: 'Today' },
  component: afterSignIn(lazyRouteComponent(loadScreens, 'TodayScreen')),
})
