import { id, oneOf, searchParams, words } from '../../../app/search-params.ts'
export type CustomersSearch = { search?: string; only?: 'disabled' | 'closed'; before?: number }

/** What the address says of the list. */
export const readCustomersSearch = searchParams<CustomersSearch>({
  search: words(),
  only: oneOf('disabled', 'closed'),
  before: id,
})
