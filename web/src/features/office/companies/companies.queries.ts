import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH, FRESH_PAGE } from '../office.queries.ts'
import type { CompaniesSearch } from '../screen-searches.ts'

export type OfficeCompany = AnswerOf<'getOfficeCompany'>
export type MergePreview = AnswerOf<'previewCompanyMerge'>
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
  mergePreview: (id: number, into: number) =>
    queryOptions({
      queryKey: ['office', 'companies', id, 'merge', into],
      queryFn: () => call(api.previewCompanyMerge, { params: { id }, query: { into } }),
      ...FRESH,
    }),
  undoPreview: (id: number) =>
    queryOptions({
      queryKey: ['office', 'companies', id, 'undo-merge'],
      queryFn: () => call(api.previewMergeUndo, { params: { id } }),
      ...FRESH,
    }),
}
