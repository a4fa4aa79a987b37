import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-screens.ts'
import { readMessagesSearch } from '../../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/webhooks/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Webhook' },
  validateSearch: readMessagesSearch,
  component: lazyRouteComponent(loadAdminScreens, 'WebhookRoute'),
})
