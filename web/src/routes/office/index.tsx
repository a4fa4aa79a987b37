import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/')({
  codeSplitGroupings: [],
  staticData: { title: 'Today' },
  component: lazyRouteComponent(loadScreens, 'TodayScreen'),
})
