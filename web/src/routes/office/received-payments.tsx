import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'
import { readReceivedPaymentsSearch } from '../../features/office/screen-searches.ts'

export const Route = createFileRoute('/office/received-payments')({
  codeSplitGroupings: [],
  staticData: { title: 'Payments received' },
  validateSearch: readReceivedPaymentsSearch,
  component: lazyRouteComponent(loadScreens, 'ReceivedPaymentsRoute'),
})
