import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import type { CustomersSearch } from '../screen-searches.ts'

export type OfficeCustomer = Camelized<OutputOf<'getOfficeCustomer'>>
export type CustomerLine = Camelized<OutputOf<'listOfficeCustomers'>>['results'][number]

const FRESH = { staleTime: 0, refetchOnMount: true } as const

export const customersQueries = {
  list: (search: CustomersSearch) =>
    queryOptions({
      queryKey: ['office', 'customers', 'list', search],
      queryFn: () => call(api.listOfficeCustomers, { query: search }),
      placeholderData: keepPreviousData,
      ...FRESH,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['office', 'customers', id],
      queryFn: () => call(api.getOfficeCustomer, { params: { id } }),
      ...FRESH,
    }),
}
