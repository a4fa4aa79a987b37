import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The OpenAPI document, and a page to read it on, at `/api/docs`. */
export async function referencePage(app: FastifyInstance) {
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (isPage) reply.header('content-security-policy', policy(String(payload)))
    })
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        title: 'Laurel API',
        url: '/api/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        // Nothing of the page leaves the organization's own address.
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        hideClientButton: true,
      },
    })
  })
}

/** The page brings one script of its own in the HTML: it runs by its hash, and no other does. */
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
