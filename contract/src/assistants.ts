import { ASSISTANT_SCOPES, MAX_ASSISTANTS } from '@laurel/domain/assistants'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, listOf, Moment } from './fields.ts'
import { api } from './routes.ts'

/** An AI assistant that a customer connected (docs/mcp.md). */
export const Assistant = z.object({
  id: Id,
  name: z.string().meta({ description: 'What it calls itself; empty if it has no name' }),
  host: z.string().nullable().meta({ description: 'Where it runs; null for a program on a computer' }),
  company: z.string().meta({ description: 'The company it acts for' }),
  scopes: z.array(z.enum(ASSISTANT_SCOPES)),
  created_at: Moment,
  last_used_at: Moment.nullable(),
})

/** An authorization request, as the page has it in its address. */
const Request = { request: z.string().min(1).max(3_000) }

const own = { access: 'customer' } as const

export const listAssistants = endpoint(api.listAssistants, {
  ...own,
  summary: 'The AI assistants that the customer connected, newest first',
  response: listOf(Assistant),
})

export const readAssistantRequest = endpoint(api.readAssistantRequest, {
  access: 'public',
  summary: 'An assistant’s request to be connected, for the page that asks the customer',
  query: z.object(Request),
  response: z.object({
    name: z.string(),
    host: z.string().nullable(),
    scopes: z.array(z.enum(ASSISTANT_SCOPES)),
    denied_url: z.string().meta({ description: 'Where the browser goes if the customer denies it' }),
  }),
  refusals: ['assistant_unknown'],
})

export const connectAssistant = endpoint(api.connectAssistant, {
  ...own,
  summary: `Allow an assistant’s request. Each customer can connect ${MAX_ASSISTANTS}`,
  body: z.object(Request),
  response: z.object({
    url: z.string().meta({ description: 'Where the browser goes with the authorization code' }),
  }),
  refusals: ['assistant_unknown', 'registration_incomplete', 'limit_exceeded'],
})

export const disconnectAssistant = endpoint(api.disconnectAssistant, {
  ...own,
  summary: 'Disconnect an assistant. Its tokens stop working immediately',
  params: IdParams,
  response: 'nothing',
})
