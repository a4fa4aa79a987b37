import { api } from '@laurel/contract/routes'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'

export type Operator = AnswerOf<'getOperator'>
export type Organizations = AnswerOf<'listOrganizations'>
export type Organization = Organizations['organizations'][number]
export type LogEntry = AnswerOf<'listPlatformLog'>['entries'][number]
export type PlatformOperator = AnswerOf<'listOperators'>[number]
export type Backups = AnswerOf<'listBackups'>
export type PlatformSite = Organization['sites'][number]

export const OPERATOR_KEY = ['platform', 'me'] as const
const RUNNING_READ_MS = 3_000
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
  site: (id: number) =>
    queryOptions({
      queryKey: ['platform', 'organizations', 'site', id],
      queryFn: () => call(api.getPlatformSite, { params: { id } }),
      ...FRESH,
    }),
  operators: () =>
    queryOptions({ queryKey: ['platform', 'operators'], queryFn: () => call(api.listOperators), ...FRESH }),
  backups: () =>
    queryOptions({
      queryKey: ['platform', 'backups'],
      queryFn: () => call(api.listBackups),
      refetchInterval: ({ state }) => state.data?.isRunning && RUNNING_READ_MS,
      ...FRESH,
    }),
  versions: () =>
    queryOptions({ queryKey: ['platform', 'versions'], queryFn: () => call(api.getVersions), ...FRESH }),
  log: () =>
    infiniteQueryOptions({
      queryKey: ['platform', 'log'],
      queryFn: ({ pageParam: before }) => call(api.listPlatformLog, { query: { before } }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ older }) => older ?? undefined,
      ...FRESH,
    }),
}

async function readMe(): Promise<Operator | null> {
  try {
    return await call(api.getOperator)
  } catch (cause) {
    if (cause instanceof ApiProblem && cause.code === 'sign_in_required') return null
    throw cause
  }
}
