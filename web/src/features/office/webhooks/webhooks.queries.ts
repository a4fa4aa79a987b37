import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import type { WebhookMessage } from '../../../parts/webhooks/webhook-words.ts'
import { FRESH, FRESH_PAGE, PAGE_SIZE } from '../office.queries.ts'

export type WebhookEndpoint = AnswerOf<'getWebhook'>
export type MessageStatus = WebhookMessage['status']

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
      // Messages that are due change soon.
      refetchInterval: ({ state }) => (state.data?.results.some(isDue) ? SOON_MS : false),
      ...FRESH_PAGE,
    }),
}

function isDue({ status, nextAt }: WebhookMessage): boolean {
  return status === 'waiting' && nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MS
}
