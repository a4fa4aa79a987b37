import { createFileRoute } from '@tanstack/react-router'
import { catalogQueries } from '../../../features/create-reward/create-reward.queries.ts'
import { beginDesign } from '../../../features/create-reward/design/begin-design.ts'
import { CardDesignScreen } from '../../../features/create-reward/design/CardDesignScreen.tsx'
import { enterStep, readItemSearch } from '../../../features/create-reward/enter-step.ts'

/** docs/spec.md §2, "Product-setup flows". */
export const Route = createFileRoute('/_signed-in/create-reward/card-design')({
  staticData: { title: /*i18n*/ 'Card design', texts: ['parts', 'create-reward', 'starter'], frame: 'flow' },
  validateSearch: readItemSearch,
  beforeLoad: ({ context, search, location, preload }) =>
    enterStep(context.queryClient, 'card-design', {
      itemId: search.item,
      href: location.href,
      isPreload: preload,
    }),
  loader: async ({ context, preload }) => {
    const templates = await context.queryClient.ensureQueryData(catalogQueries.templates())
    if (!preload) beginDesign(templates)
  },
  component: CardDesignScreen,
})
