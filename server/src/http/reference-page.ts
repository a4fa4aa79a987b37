import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

const PATH = '/api/docs'
const HIDDEN = { schema: { hide: true }, config: { limit: 'network' } } as const

/** The OpenAPI document, and its reference page at `/api/docs`. */
export function referencePage(app: FastifyInstance) {
  app.get('/api/openapi.json', HIDDEN, () => app.swagger())

  let opened: Promise<FastifyInstance> | undefined
  for (const url of [PATH, `${PATH}/*`]) {
    app.get(url, HIDDEN, async (request, reply) => {
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
