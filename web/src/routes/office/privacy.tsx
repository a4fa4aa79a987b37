import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/privacy')({
  codeSplitGroupings: [],
  staticData: { title: 'Privacy' },
  component: lazyRouteComponent(loadAdminScreens, 'PrivacyScreen'),
})
