import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadAdminScreens } from '../../../features/office/load-admin-screens.ts'
import { readMessagesSearch } from '../../../features/office/webhooks/webhooks-search.ts'

export const Route = createFileRoute('/office/webhooks/$id')({
  codeSplitGroupings: [],
  staticData: { title: 'Webhook' },
  validateSearch: readMessagesSearch,
  component: lazyRouteComponent(loadAdminScreens, 'Webhook'),
})
