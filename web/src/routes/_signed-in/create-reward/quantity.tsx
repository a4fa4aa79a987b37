import { createFileRoute } from '@tanstack/react-router'
import { catalogQueries } from '../../../features/create-reward/create-reward.queries.ts'
import { enterStep, readItemSearch } from '../../../features/create-reward/enter-step.ts'
import { QuantityScreen } from '../../../features/create-reward/QuantityScreen.tsx'

/** docs/spec.md §2, "Product-setup flows". */
export const Route = createFileRoute('/_signed-in/create-reward/quantity')({
  staticData: { title: /*i18n*/ 'Quantity', texts: ['parts', 'create-reward', 'starter'], frame: 'flow' },
  validateSearch: readItemSearch,
  beforeLoad: ({ context, search, location, preload }) =>
    enterStep(context.queryClient, 'quantity', {
      itemId: search.item,
      href: location.href,
      isPreload: preload,
    }),
  loader: ({ context }) => Promise.all([context.queryClient.ensureQueryData(catalogQueries.templates())]),
  component: QuantityScreen,
})
