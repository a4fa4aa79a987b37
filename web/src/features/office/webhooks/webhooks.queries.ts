import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'
import { PAGE_SIZE } from '../office.queries.ts'

export type WebhookEndpoint = Camelized<OutputOf<'getWebhook'>>
export type WebhookMessage = Camelized<OutputOf<'listWebhookMessages'>>['results'][number]
export type MessageStatus = WebhookMessage['status']

const FRESH = { staleTime: 0, refetchOnMount: true } as const
const SOON_MS = 2_000
const WAITING_MS = 4_000

export const webhookQueries = {
  list: () =>
    queryOptions({ queryKey: ['office', 'webhooks'], queryFn: () => call(api.listWebhooks), ...FRESH }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['office', 'webhooks', id],
      queryFn: () => call(api.getWebhook, { params: { id } }),
      // The endpoint's state changes as waiting messages arrive or fail.
      refetchInterval: ({ state }) => (state.data?.waitingCount ? WAITING_MS : false),
      ...FRESH,
    }),
  messages: (id: number, query: { status?: MessageStatus | undefined; page?: number | undefined }) =>
    queryOptions({
      queryKey: ['office', 'webhooks', id, 'messages', query],
      queryFn: () =>
        call(api.listWebhookMessages, { params: { id }, query: { pageSize: PAGE_SIZE, ...query } }),
      placeholderData: keepPreviousData,
      // Messages that are due change soon.
      refetchInterval: ({ state }) => (state.data?.results.some(isDue) ? SOON_MS : false),
      ...FRESH,
    }),
}

function isDue({ status, nextAt }: WebhookMessage): boolean {
  return status === 'waiting' && nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MS
}
