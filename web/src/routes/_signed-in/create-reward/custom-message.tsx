import { createFileRoute } from '@tanstack/react-router'
import { catalogQueries } from '../../../features/create-reward/create-reward.queries.ts'
import { enterStep, readItemSearch } from '../../../features/create-reward/enter-step.ts'
import { MessageScreen } from '../../../features/create-reward/message/MessageScreen.tsx'

/** docs/spec.md §2, "Product-setup flows". */
export const Route = createFileRoute('/_signed-in/create-reward/custom-message')({
  staticData: { title: /*i18n*/ 'Message', texts: ['parts', 'create-reward', 'starter'], frame: 'flow' },
  validateSearch: readItemSearch,
  beforeLoad: ({ context, search, location, preload }) =>
    enterStep(context.queryClient, 'custom-message', {
      itemId: search.item,
      href: location.href,
      isPreload: preload,
    }),
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(catalogQueries.templates()),
      context.queryClient.ensureQueryData(catalogQueries.messages()),
    ]),
  component: MessageScreen,
})
