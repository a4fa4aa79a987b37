import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE } from '../office.queries.ts'
import type { CompaniesSearch } from '../screen-searches.ts'

export type OfficeCompany = AnswerOf<'getOfficeCompany'>
export type CompanyLine = AnswerOf<'listOfficeCompanies'>['results'][number]

export const companiesQueries = {
  list: (search: CompaniesSearch) =>
    queryOptions({
      queryKey: ['office', 'companies', 'list', search],
      queryFn: () => call(api.listOfficeCompanies, { query: search }),
      ...FRESH_PAGE,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['office', 'companies', id],
      queryFn: () => call(api.getOfficeCompany, { params: { id } }),
      ...FRESH,
    }),
}
