import type { Access, Endpoint } from '@laurel/contract/endpoint'

const SESSION_OR_BASIC: Array<Record<string, string[]>> = [{ sessionid: [] }, { basic: [] }]

const SECURITY: Record<Access, Array<Record<string, string[]>>> = {
  public: [],
  operator: [{ platformid: [] }],
  anyone: [],
  catalog: [{ bearer: [] }, ...SESSION_OR_BASIC],
  customer: [{ bearer: [] }],
  key: [{ company_key: [] }],
  staff: SESSION_OR_BASIC,
}

/** An endpoint's OpenAPI documentation, besides its schemas. */
export function documentation(endpoint: Endpoint) {
  const open = endpoint.access === 'public' ? [{}] : []
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `${needsOf(endpoint)}Refusals: ${endpoint.refusals.join(', ') || 'none'}.${endpoint.idempotent ? ' Accepts `Idempotency-Key`.' : ''}`,
    tags: [endpoint.path.split('/')[3] ?? 'other'],
    security: endpoint.declaresSession
      ? [...open, { bearer: [] }, ...SESSION_OR_BASIC]
      : securityOf(endpoint),
    ...(endpoint.body || endpoint.file
      ? {
          consumes: [
            ...(endpoint.body ? ['application/x-www-form-urlencoded', 'application/json'] : []),
            ...(endpoint.file ? ['multipart/form-data'] : []),
          ],
        }
      : {}),
  }
}

function securityOf({ access, keyScope }: Endpoint) {
  const takesKeys = access === 'catalog' || (access === 'customer' && keyScope !== undefined)
  return takesKeys ? [...SECURITY[access], { company_key: [] }] : SECURITY[access]
}

function needsOf({ needs, companyNeeds, keyScope }: Endpoint): string {
  if (keyScope && keyScope !== 'any') return `API keys need \`${keyScope}\`. `
  if (companyNeeds) return `Needs \`${companyNeeds}\` in the company. `
  return needs ? `Needs \`${needs}\`. ` : ''
}

export const OPENAPI = {
  openapi: '3.1.0',
  info: {
    title: 'Laurel',
    version: '1',
    description: 'Design reward cards, order them in one cart, pay, follow every card until it has arrived.',
  },
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'The id token of a customer. The header `laurel-company` has the ID of the company they act for; without it, they act for the one they joined first.',
      },
      company_key: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'lk_…',
        description: 'An API key of a company, which its admins create under Company › API keys.',
      },
      sessionid: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
      platformid: { type: 'apiKey', in: 'cookie', name: 'platformid' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
} as const
