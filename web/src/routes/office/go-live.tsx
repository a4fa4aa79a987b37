import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/go-live')({
  codeSplitGroupings: [],
  staticData: { title: 'Go live' },
  component: lazyRouteComponent(loadAdminScreens, 'GoLiveScreen'),
})
