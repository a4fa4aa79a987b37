import { createFileRoute } from '@tanstack/react-router'
import { catalogQueries } from '../../../features/create-reward/create-reward.queries.ts'
import { enterStep, readItemSearch } from '../../../features/create-reward/enter-step.ts'
import { RecipientsScreen } from '../../../features/create-reward/recipients/RecipientsScreen.tsx'
import { readAhead } from '../../../features/create-reward/recipients/recipients.queries.ts'

/** docs/spec.md §2, "Product-setup flows". */
export const Route = createFileRoute('/_signed-in/create-reward/recipients')({
  staticData: { title: /*i18n*/ 'Recipients', texts: ['parts', 'create-reward', 'starter'], frame: 'flow' },
  validateSearch: readItemSearch,
  beforeLoad: ({ context, search, location, preload }) => {
    if (!preload) {
      readAhead(context.queryClient, { itemId: search.item, only: search.only })
      // The router loads it too, and shows it if that fails.
      import('../../../features/create-reward/recipients/RecipientsScreen.tsx').catch(() => undefined)
    }
    return enterStep(context.queryClient, 'recipients', {
      itemId: search.item,
      from: search.from,
      only: search.only,
      href: location.href,
      isPreload: preload,
    })
  },
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(catalogQueries.templates()),
      context.queryClient.ensureQueryData(catalogQueries.amounts()),
    ]),
  component: Recipients,
})

function Recipients() {
  const { from, only } = Route.useSearch()
  return <RecipientsScreen backTo={from} only={only} />
}
