import { createFileRoute } from '@tanstack/react-router'
import { addressQueries, customerQueries } from '../../app/customer.queries.ts'
import { AccountScreen } from '../../features/account/AccountScreen.tsx'

/** docs/spec.md §2, "/account/". */
export const Route = createFileRoute('/_signed-in/account')({
  staticData: { title: /*i18n*/ 'Account', texts: ['parts', 'account', 'starter'] },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.fetchQuery(customerQueries.me()),
      queryClient.fetchQuery(addressQueries.list()),
    ]),
  component: AccountScreen,
})
