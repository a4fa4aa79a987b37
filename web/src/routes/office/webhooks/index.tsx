import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/webhooks/')({
  codeSplitGroupings: [],
  staticData: { title: 'Webhooks' },
  component: lazyRouteComponent(loadAdminScreens, 'WebhooksRoute'),
})
