import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The current user profile, one of the named queries of docs/spec.md §7. */
export const customerQueries = {
  me: () => queryOptions({ queryKey: ['customer'], queryFn: () => call(api.getCustomer) }),
}
