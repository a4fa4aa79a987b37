import { COMPANY_EVENT_TYPES } from '@laurel/domain/company-events'
import { TEST_EVENT } from '@laurel/domain/event-types'
import type { Access, Endpoint } from '../endpoint.ts'
import { endpoints, exportedSchemas } from '../endpoints.ts'
import { MESSAGES } from '../event-data.ts'
import { Problem } from '../problem.ts'
import { EXAMPLES } from './examples.ts'
import { makeProblems } from './problems.ts'
import { type JsonSchema, makeSchemas, type Schemas } from './schemas.ts'
import { isForStaff, tags, tagsOf, takesKeys } from './tags.ts'

type Security = Record<string, string[]>[]

const SESSION_OR_BASIC: Security = [{ sessionid: [] }, { basic: [] }]
const SECURITY: Record<Access, Security> = {
  public: [],
  anyone: [],
  operator: [{ platformid: [] }],
  catalog: [{ bearer: [] }, ...SESSION_OR_BASIC],
  customer: [{ bearer: [] }],
  key: [],
  staff: SESSION_OR_BASIC,
}

const WEBHOOK_TAG = 'Events'
const BINARY = { type: 'string', format: 'binary' }

const EVERY: readonly Endpoint[] = Object.values(endpoints)

/** The document for customers and their companies' programs: what they can call, and the events that they can get. */
export function customersDocument() {
  const isTheirs = ({ type }: Message) => type === TEST_EVENT || COMPANY_EVENT_TYPES.includes(type)
  return openApiDocument(
    EVERY.filter((endpoint) => !isForStaff(endpoint)),
    MESSAGES.filter(isTheirs),
  )
}

type Message = (typeof MESSAGES)[number]

/** The OpenAPI document, made from the contract: for everything, or for these endpoints and messages. */
export function openApiDocument(all = EVERY, sent: readonly Message[] = MESSAGES) {
  const messages = Object.fromEntries(sent.map(({ name, schema }) => [name, schema]))
  const schemas = makeSchemas({ ...exportedSchemas, ...messages }, all, [Problem, ...Object.values(messages)])
  const problems = makeProblems(schemas)
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of all) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        ...operation(endpoint, schemas),
        responses: { ...successOf(endpoint, schemas), ...problems.of(endpoint) },
      },
    }
  }
  const used = new Set([...all.flatMap(tagsOf), WEBHOOK_TAG])
  const schemes = new Set(all.flatMap(securityOf).flatMap(Object.keys))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laurel',
      version: '1',
      summary: 'Design reward cards, order them, pay, and track every card until it arrives.',
      description: INTRODUCTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The site' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    webhooks: webhooks(schemas, sent),
    components: {
      schemas: schemas.components,
      ...problems.components(),
      parameters: PARAMETERS,
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) => schemes.has(name)),
      ),
    },
  }
}

function operation(endpoint: Endpoint, schemas: Schemas) {
  const parameters = [
    ...parametersOf('path', endpoint.params && schemas.fields(endpoint.params)),
    ...parametersOf('query', endpoint.query && schemas.fields(endpoint.query)),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const description = needsOf(endpoint)
  const body = bodyOf(endpoint, schemas)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(description && { description }),
    tags: tagsOf(endpoint),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
  }
}

function needsOf({ needs, companyNeeds, keyScope }: Endpoint): string | undefined {
  if (keyScope && keyScope !== 'any') return `API keys need \`${keyScope}\`.`
  if (companyNeeds) return `Needs \`${companyNeeds}\` in the company.`
  return needs && `Needs \`${needs}\`.`
}

function securityOf(endpoint: Endpoint): Security {
  const { access, declaresSession } = endpoint
  const open = access === 'public' ? [{}] : []
  if (declaresSession) return [...open, { bearer: [] }, ...SESSION_OR_BASIC]
  return takesKeys(endpoint) ? [...SECURITY[access], { company_key: [] }] : SECURITY[access]
}

function parametersOf(where: 'path' | 'query', schema: JsonSchema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...field }]) => ({
    name,
    in: where,
    ...(where === 'path' || schema?.required?.includes(name) ? { required: true } : {}),
    ...(description !== undefined && { description }),
    // Several values are separated by commas.
    ...(field.type === 'array' && { style: 'form', explode: false }),
    schema: field,
  }))
}

const exampleOf = ({ name }: Endpoint, part: 'body' | 'answer') => {
  const example = (EXAMPLES as Record<string, { body?: unknown; answer?: unknown }>)[name]?.[part]
  return example === undefined ? {} : { examples: { card: { summary: 'A digital card', value: example } } }
}

function bodyOf(endpoint: Endpoint, schemas: Schemas) {
  const { body, file } = endpoint
  if (body === undefined && file === undefined) return undefined
  if (file === 'part') return { required: true, content: { 'application/octet-stream': { schema: BINARY } } }
  const schema = body && schemas.refer(body)
  const upload = {
    type: 'object',
    properties: { file: BINARY },
    ...(file === 'required' && { required: ['file'] }),
  }
  return {
    required: body !== undefined || file === 'required',
    content: {
      ...(schema && {
        'application/json': { schema, ...exampleOf(endpoint, 'body') },
        'application/x-www-form-urlencoded': { schema },
      }),
      ...(file && { 'multipart/form-data': { schema: schema ? { allOf: [schema, upload] } : upload } }),
    },
  }
}

function successOf(endpoint: Endpoint, schemas: Schemas) {
  const { response } = endpoint
  if (response === 'nothing') return { 204: { description: 'Done' } }
  if (response === 'file') return { 200: { description: 'A file', content: { '*/*': { schema: BINARY } } } }
  if (response === 'events') {
    return {
      200: { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    }
  }
  const json = { schema: schemas.refer(response), ...exampleOf(endpoint, 'answer') }
  return { 200: { description: 'Success', content: { 'application/json': json } } }
}

function webhooks(schemas: Schemas, sent: readonly Message[]) {
  const parameters = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }))
  const described = sent.map(({ type, name, happens, schema }) => {
    const post = {
      operationId: name[0]!.toLowerCase() + name.slice(1),
      summary: happens,
      tags: [WEBHOOK_TAG],
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: schemas.refer(schema) } } },
      responses: {
        '2XX': { description: 'You received the message. Respond within 15 seconds' },
        410: { description: 'You don’t want any more messages. This turns off the endpoint' },
      },
    }
    return [type, { post }]
  })
  return Object.fromEntries(described)
}

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  description,
  schema,
})

const PARAMETERS = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'The same key and body get the same response, no matter how often they’re sent',
    { type: 'string', pattern: '^[!-~]{1,255}$' },
  ),
  WebhookId: header('webhook-id', 'The event’s ID. A message that’s sent again keeps it', {
    type: 'string',
  }),
  WebhookTimestamp: header('webhook-timestamp', 'When it was sent, in seconds since 1970', {
    type: 'integer',
  }),
  WebhookSignature: header(
    'webhook-signature',
    'HMAC-SHA256 by Standard Webhooks; several are separated by spaces',
    { type: 'string' },
  ),
}

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The ID token of a customer. The header `laurel-company` has the ID of the company they act for; without it, they act for the one they joined first.',
  },
  company_key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lk_…',
    description: 'An API key of a company, which its admins create under Company › API keys.',
  },
  sessionid: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description: 'A staff member who signed in to the office.',
  },
  platformid: {
    type: 'apiKey',
    in: 'cookie',
    name: 'platformid',
    description: 'An operator who signed in to the platform area.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'A program of the site. Its owners create the key and secret in the office, under Staff.',
  },
}

const INTRODUCTION = `Programs of a company order cards with an API key: quote, place, and track an order with the calls under *Ordering by API*.

- **Bodies** are JSON or forms. In a form, a nested value is JSON in one field.
- **Lists** in a query are separated by commas: \`status=approved,fulfilled\`.
- **Amounts** are integer US cents, and times are ISO 8601 in UTC.
- **Problems** are RFC 9457 documents. Handle them by their \`code\`: [all codes](/api/docs/problems).
- **Responses can get new fields, and lists of values new values.** Ignore those you don’t recognize.`
