import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'

export type StaffMember = Camelized<OutputOf<'listStaff'>>[number]
export type ApiCredential = Camelized<OutputOf<'listApiCredentials'>>[number]

const FRESH = { staleTime: 0, refetchOnMount: true } as const

export const staffQueries = {
  people: () => queryOptions({ queryKey: ['office', 'staff'], queryFn: () => call(api.listStaff), ...FRESH }),
  programs: () =>
    queryOptions({
      queryKey: ['office', 'api-credentials'],
      queryFn: () => call(api.listApiCredentials),
      ...FRESH,
    }),
}
