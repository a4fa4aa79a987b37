import { createFileRoute } from '@tanstack/react-router'
import { savedQueries } from '../../../app/customer.queries.ts'
import { readRecipientsSearch } from '../../../app/search-params.ts'
import { RecipientsBookScreen } from '../../../features/recipient-lists/RecipientsBookScreen.tsx'

/** The recipients of all orders. */
export const Route = createFileRoute('/_signed-in/recipients/')({
  staticData: { title: /*i18n*/ 'Saved recipients', texts: ['parts', 'recipients'] },
  validateSearch: readRecipientsSearch,
  loader: ({ context }) => context.queryClient.fetchQuery(savedQueries.lists()),
  component: Recipients,
})

function Recipients() {
  return <RecipientsBookScreen search={Route.useSearch()} />
}
