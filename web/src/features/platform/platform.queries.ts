import { api } from '@laurel/contract/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'

export type Operator = AnswerOf<'getOperator'>
type Organizations = AnswerOf<'listOrganizations'>
export type Organization = Organizations['organizations'][number]
export type PlatformSite = Organization['sites'][number]

export const OPERATOR_KEY = ['platform', 'me'] as const
const FRESH = { staleTime: 0, refetchOnMount: true } as const

export const platformQueries = {
  /** Null if signed out. */
  me: () => queryOptions({ queryKey: OPERATOR_KEY, queryFn: readMe, staleTime: Number.POSITIVE_INFINITY }),
  organizations: (search: string) =>
    queryOptions({
      queryKey: ['platform', 'organizations', search],
      queryFn: () => call(api.listOrganizations, { query: { search } }),
      placeholderData: keepPreviousData,
      ...FRESH,
    }),
  queues: () =>
    queryOptions({ queryKey: ['platform', 'queues'], queryFn: () => call(api.listPlatformQueues), ...FRESH }),
  log: () =>
    queryOptions({ queryKey: ['platform', 'log'], queryFn: () => call(api.listPlatformLog), ...FRESH }),
}

async function readMe(): Promise<Operator | null> {
  try {
    return await call(api.getOperator)
  } catch (cause) {
    if (cause instanceof ApiProblem && cause.code === 'sign_in_required') return null
    throw cause
  }
}
