import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH } from '../office.queries.ts'

export type StaffMember = AnswerOf<'listStaff'>[number]
export type ApiCredential = AnswerOf<'listApiCredentials'>[number]

export const staffQueries = {
  people: () => queryOptions({ queryKey: ['office', 'staff'], queryFn: () => call(api.listStaff), ...FRESH }),
  programs: () =>
    queryOptions({
      queryKey: ['office', 'api-credentials'],
      queryFn: () => call(api.listApiCredentials),
      ...FRESH,
    }),
}
