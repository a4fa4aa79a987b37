import { KEY_MODES } from '@laurel/domain/company-api-keys'
import { COMPANY_EVENT_TYPES, MAX_COMPANY_ENDPOINTS } from '@laurel/domain/company-events'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, PageQuery, pageOf, text } from './fields.ts'
import { api } from './routes.ts'
import {
  EndpointUrl,
  eventTypesOf,
  Replay,
  Replayed,
  Seen,
  WEBHOOK_MESSAGE_STATUSES,
  WebhookEndpoint,
  WebhookMessage,
} from './webhooks.ts'

/** The name of the person who added it isn't shown: it stays when they leave. */
const CompanyEndpoint = WebhookEndpoint.omit({ created_by: true }).extend({
  mode: z.enum(KEY_MODES).meta({ description: 'With `test`, it gets the events of test orders alone' }),
})
const WithSecret = z.object({
  endpoint: CompanyEndpoint,
  secret: z.string().meta({ description: 'Begins with whsec_. It’s only in this response' }),
})
const EventTypes = eventTypesOf(COMPANY_EVENT_TYPES)
const managing = { access: 'customer', companyNeeds: 'api_keys.manage' } as const

export const listCompanyWebhooks = endpoint(api.listCompanyWebhooks, {
  ...managing,
  summary: 'The company’s webhook endpoints',
  response: listOf(CompanyEndpoint),
})

export const createCompanyWebhook = endpoint(api.createCompanyWebhook, {
  ...managing,
  summary: `Add an endpoint, up to ${MAX_COMPANY_ENDPOINTS} in each mode. It gets the company’s own events from now on`,
  body: z.object({
    url: EndpointUrl,
    description: text(200).default(''),
    event_types: EventTypes,
    mode: z.enum(KEY_MODES, { error: 'Choose live or test.' }).default('live'),
  }),
  response: WithSecret,
  idempotent: true,
  refusals: ['limit_exceeded'],
})

export const getCompanyWebhook = endpoint(api.getCompanyWebhook, {
  ...managing,
  summary: 'One of the company’s endpoints',
  params: IdParams,
  response: CompanyEndpoint,
})

export const patchCompanyWebhook = endpoint(api.patchCompanyWebhook, {
  ...managing,
  summary: 'Change an endpoint of the company, or turn it on or off',
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
  response: CompanyEndpoint,
  refusals: ['changed'],
})

export const deleteCompanyWebhook = endpoint(api.deleteCompanyWebhook, {
  ...managing,
  summary: 'Remove an endpoint of the company and its messages',
  params: IdParams,
  response: 'nothing',
})

export const rotateCompanyWebhookSecret = endpoint(api.rotateCompanyWebhookSecret, {
  ...managing,
  summary: 'Create a new secret for an endpoint. For one day, messages are signed with both secrets',
  params: IdParams,
  body: Seen,
  response: WithSecret,
  idempotent: true,
  refusals: ['changed'],
})

export const testCompanyWebhook = endpoint(api.testCompanyWebhook, {
  ...managing,
  summary: 'Send a test event to this endpoint',
  params: IdParams,
  response: WebhookMessage,
  idempotent: true,
  refusals: ['webhook_is_off'],
})

export const replayCompanyWebhook = endpoint(api.replayCompanyWebhook, {
  ...managing,
  summary: 'Replay the company’s events since a time. Each message keeps its webhook-id',
  params: IdParams,
  body: Replay,
  response: Replayed,
  idempotent: true,
  refusals: ['webhook_is_off'],
})

export const listCompanyWebhookMessages = endpoint(api.listCompanyWebhookMessages, {
  ...managing,
  summary: 'An endpoint’s messages, newest first, with every attempt',
  params: IdParams,
  query: PageQuery.extend({ status: z.enum(WEBHOOK_MESSAGE_STATUSES).optional() }),
  response: pageOf(WebhookMessage),
})

export const resendCompanyWebhookMessage = endpoint(api.resendCompanyWebhookMessage, {
  ...managing,
  summary: 'Send a message again',
  params: IdParams.extend({ message_id: Id }),
  response: WebhookMessage,
  idempotent: true,
  refusals: ['webhook_is_off'],
})
