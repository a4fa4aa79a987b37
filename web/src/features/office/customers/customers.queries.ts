import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE } from '../office.queries.ts'
import type { CustomersSearch } from '../screen-searches.ts'

export type OfficeCustomer = AnswerOf<'getOfficeCustomer'>
export type CustomerLine = AnswerOf<'listOfficeCustomers'>['results'][number]

export const customersQueries = {
  list: (search: CustomersSearch) =>
    queryOptions({
      queryKey: ['office', 'customers', 'list', search],
      queryFn: () => call(api.listOfficeCustomers, { query: search }),
      ...FRESH_PAGE,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['office', 'customers', id],
      queryFn: () => call(api.getOfficeCustomer, { params: { id } }),
      ...FRESH,
    }),
}
