import { createHash } from 'node:crypto'
import { openApiDocument } from '@laurel/contract/openapi/document'
import Fastify, { type FastifyInstance } from 'fastify'
import { originOf } from './origin.ts'

const PATH = '/api/docs'
const LIMITED = { config: { limit: 'network' } } as const

/** The OpenAPI document, and its reference page at `/api/docs`. */
export function referencePage(app: FastifyInstance) {
  let document: ReturnType<typeof openApiDocument> | undefined
  app.get('/api/openapi.json', LIMITED, (request) => {
    document ??= openApiDocument()
    return { ...document, servers: [{ url: originOf(request) }] }
  })

  let opened: Promise<FastifyInstance> | undefined
  for (const url of [PATH, `${PATH}/*`]) {
    app.get(url, LIMITED, async (request, reply) => {
      opened ??= openPage()
      const { statusCode, headers, body } = await (await opened).inject({ url: request.url })
      const type = String(headers['content-type'])
      if (type.startsWith('text/html')) reply.header('content-security-policy', policy(body))
      if (headers.location !== undefined) reply.header('location', headers.location)
      return reply.code(statusCode).type(type).send(body)
    })
  }
}

/** Created on first use: its script alone takes 30 MB, and most servers never serve it. */
async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: PATH,
    configuration: {
      title: 'Laurel API',
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      // The page sends nothing outside the organization's own address.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
  return page
}

/** The page has one inline script, allowed by its hash; no other runs. */
function policy(html: string): string {
  const hashes = [...html.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
