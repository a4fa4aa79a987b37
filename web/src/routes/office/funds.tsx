import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'
import { readFundsSearch } from '../../features/office/money/money-search.ts'

export const Route = createFileRoute('/office/funds')({
  codeSplitGroupings: [],
  staticData: { title: 'Funds' },
  validateSearch: readFundsSearch,
  component: lazyRouteComponent(loadScreens, 'Funds'),
})
