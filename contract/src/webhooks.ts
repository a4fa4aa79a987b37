import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment, PageQuery, pageOf, requiredText, text } from './fields.ts'
import { api } from './routes.ts'

/** An event in the log. Webhooks send its `data` and `timestamp`, too. */
export const LoggedEvent = z.object({
  id: z.string().meta({ description: 'Also the webhook-id header of its messages' }),
  type: z.string(),
  timestamp: Moment,
  data: z.record(z.string(), z.unknown()),
  cursor: z.string().meta({ description: 'The position after this event' }),
})

export const listEvents = endpoint(api.listEvents, {
  access: 'staff',
  needs: 'events.read',
  summary: 'This site’s events from any point on, in an order that never changes',
  query: z.object({
    after: text(200).optional().meta({
      description: 'A cursor from an earlier response. Without one, the list starts with the first event',
    }),
    since: Moment.optional().meta({ description: 'Only events from this time on' }),
    limit: z.number().int().min(1).max(500).default(100),
  }),
  response: z.object({
    events: listOf(LoggedEvent),
    next: z.string().meta({ description: 'Pass this as `after` in your next request' }),
    has_more: z.boolean(),
  }),
  refusals: ['validation_failed'],
})

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()),
  enabled: z.boolean(),
  off_reason: z.enum(['', 'by_hand', 'gone', 'failing']),
  off_at: Moment.nullable(),
  failing_since: Moment.nullable(),
  delivered_at: Moment.nullable().meta({ description: 'When the last message was delivered' }),
  waiting_count: z.number().int(),
  failed_count: z.number().int().meta({ description: 'Messages that failed for good in the last 30 days' }),
  old_secret_until: Moment.nullable().meta({
    description: 'When messages stop being signed with the previous secret as well',
  }),
  created_by: z.string(),
  created_at: Moment,
  version: z.number().int(),
})

export const WEBHOOK_MESSAGE_STATUSES = ['waiting', 'delivered', 'failed'] as const

export const WebhookMessage = z.object({
  id: Id,
  event_id: z.string(),
  type: z.string(),
  happened_at: Moment,
  body: z.string().meta({ description: 'The exact request body' }),
  status: z.enum(WEBHOOK_MESSAGE_STATUSES),
  next_at: Moment.nullable(),
  attempt_count: z.number().int(),
  attempts: z
    .array(
      z.object({
        id: Id,
        status: z.number().int().nullable(),
        problem: z.string(),
        answer: z.string(),
        duration_ms: z.number().int(),
        at: Moment,
      }),
    )
    .meta({ description: 'The latest 20, newest first' }),
})

export const EndpointUrl = requiredText(2000)
export function eventTypesOf(types: readonly EventType[]) {
  return z
    .array(z.enum(types, { error: /*i18n*/ 'Choose an event from the list.' }))
    .min(1, /*i18n*/ 'Choose at least one event.')
    .max(types.length)
}
const EventTypes = eventTypesOf(EVENT_TYPES)
const WithSecret = z.object({
  endpoint: WebhookEndpoint,
  secret: z.string().meta({ description: 'Begins with whsec_. Shown only in this response' }),
})
/** The version the user saw, so that another person's change isn't overwritten unseen. */
export const Seen = z.object({ seen_version: z.number().int() })
export const Replay = z.object({ since: Moment })
export const Replayed = z.object({ event_count: z.number().int() })

const editing = { access: 'staff', needs: 'site.edit' } as const

export const listWebhooks = endpoint(api.listWebhooks, {
  ...editing,
  summary: 'This site’s webhook endpoints',
  response: listOf(WebhookEndpoint),
})

export const createWebhook = endpoint(api.createWebhook, {
  ...editing,
  summary: 'Add an endpoint. It gets events from now on',
  body: z.object({ url: EndpointUrl, description: text(200).default(''), event_types: EventTypes }),
  response: WithSecret,
  idempotent: true,
  refusals: ['limit_exceeded'],
})

export const getWebhook = endpoint(api.getWebhook, {
  ...editing,
  summary: 'One endpoint',
  params: IdParams,
  response: WebhookEndpoint,
})

export const patchWebhook = endpoint(api.patchWebhook, {
  ...editing,
  summary: 'Change an endpoint, or turn it on or off',
  params: IdParams,
  body: Seen.extend({
    url: EndpointUrl.optional(),
    description: text(200).optional(),
    event_types: EventTypes.optional(),
    enabled: z.boolean().optional(),
    skip_missed: z.boolean().optional().meta({
      description: 'When turning it on, skip the events it missed. Otherwise it continues where it stopped',
    }),
  }),
  response: WebhookEndpoint,
  refusals: ['changed'],
})

export const deleteWebhook = endpoint(api.deleteWebhook, {
  ...editing,
  summary: 'Remove an endpoint and its messages',
  params: IdParams,
  response: 'nothing',
})

export const rotateWebhookSecret = endpoint(api.rotateWebhookSecret, {
  ...editing,
  summary: 'Create a new secret for an endpoint. For one day, messages are signed with both secrets',
  params: IdParams,
  body: Seen,
  response: WithSecret,
  idempotent: true,
  refusals: ['changed'],
})

export const testWebhook = endpoint(api.testWebhook, {
  ...editing,
  summary: 'Send a test event to this endpoint',
  params: IdParams,
  response: WebhookMessage,
  idempotent: true,
  refusals: ['webhook_is_off'],
})

export const replayWebhook = endpoint(api.replayWebhook, {
  ...editing,
  summary: 'Replay all events since a time. Each message keeps its webhook-id',
  params: IdParams,
  body: Replay,
  response: Replayed,
  idempotent: true,
  refusals: ['webhook_is_off'],
})

export const listWebhookMessages = endpoint(api.listWebhookMessages, {
  ...editing,
  summary: 'An endpoint’s messages, newest first, with every attempt',
  params: IdParams,
  query: PageQuery.extend({ status: z.enum(WEBHOOK_MESSAGE_STATUSES).optional() }),
  response: pageOf(WebhookMessage),
})

export const resendWebhookMessage = endpoint(api.resendWebhookMessage, {
  ...editing,
  summary: 'Send a message again',
  params: IdParams.extend({ message_id: Id }),
  response: WebhookMessage,
  idempotent: true,
  refusals: ['webhook_is_off'],
})
