import { createFileRoute } from '@tanstack/react-router'
import { savedQueries } from '../../app/customer.queries.ts'
import { RecipientsBookScreen } from '../../features/recipient-lists/RecipientsBookScreen.tsx'
import { readRecipientsSearch } from '../../features/recipient-lists/recipients-search.ts'

/** The recipients of all orders. */
export const Route = createFileRoute('/_signed-in/recipients')({
  staticData: { title: 'Saved recipients' },
  validateSearch: readRecipientsSearch,
  loader: ({ context }) => context.queryClient.fetchQuery(savedQueries.lists()),
  component: Recipients,
})

function Recipients() {
  return <RecipientsBookScreen search={Route.useSearch()} />
}
