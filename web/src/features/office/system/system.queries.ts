import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'

export type FailedJob = Camelized<OutputOf<'listFailedJobs'>>['results'][number]
export type Health = Camelized<OutputOf<'getHealth'>>

/** Work goes on by itself, so it is looked at again while it is on screen. */
const LOOK_AGAIN_MS = 10_000
const FRESH = { staleTime: 0, refetchOnMount: true } as const

export const systemQueries = {
  queues: () =>
    queryOptions({
      queryKey: ['office', 'system', 'queues'],
      queryFn: () => call(api.listQueues),
      refetchInterval: LOOK_AGAIN_MS,
      ...FRESH,
    }),
  failed: (queue: string | undefined) =>
    queryOptions({
      queryKey: ['office', 'system', 'failed', queue],
      queryFn: () => call(api.listFailedJobs, { query: { queue } }),
      placeholderData: keepPreviousData,
      refetchInterval: LOOK_AGAIN_MS,
      ...FRESH,
    }),
  health: () =>
    queryOptions({ queryKey: ['office', 'system', 'health'], queryFn: () => call(api.getHealth), ...FRESH }),
}
