import { createHash } from 'node:crypto'
import { customersDocument, openApiDocument } from '@laurel/contract/openapi/document'
import Fastify, { type FastifyInstance } from 'fastify'
import { originOf } from './origin.ts'

/** One document for customers, and one with everything for staff and operators. */
const REFERENCES = [
  { at: '/api', title: 'Laurel API', make: customersDocument },
  { at: '/api/office', title: 'Laurel API for staff', make: openApiDocument },
] as const
const LIMITED = { config: { limit: 'reference' } } as const

/** The OpenAPI documents, each with its reference page: `/api/docs`, and `/api/office/docs` with the office's calls. */
export function referencePages(app: FastifyInstance) {
  for (const reference of REFERENCES) referencePage(app, reference)
}

type Reference = (typeof REFERENCES)[number]

function referencePage(app: FastifyInstance, reference: Reference) {
  const { at, make } = reference
  let document: ReturnType<typeof make> | undefined
  app.get(`${at}/openapi.json`, LIMITED, (request) => {
    document ??= make()
    return { ...document, servers: [{ url: originOf(request) }] }
  })

  let opened: Promise<FastifyInstance> | undefined
  const read = async (url: string) => {
    opened ??= openPage(reference)
    const { statusCode, headers, rawPayload } = await (await opened).inject({ url })
    const type = String(headers['content-type'] ?? 'text/plain')
    return { statusCode, type, location: headers.location, body: rawPayload }
  }
  // The script is long, and the few paths that exist are the same for everyone.
  const kept = new Map<string, Awaited<ReturnType<typeof read>>>()
  for (const url of [`${at}/docs`, `${at}/docs/*`]) {
    app.get(url, LIMITED, async (request, reply) => {
      // Each file has one address: an encoded spelling of it isn't decoded again, and finds nothing.
      const path = request.url.split('?')[0]!.replaceAll('%', '%25')
      const answer = kept.get(path) ?? (await read(path))
      const { statusCode, type, location, body } = answer
      if (statusCode === 200) kept.set(path, answer)
      if (type.startsWith('text/html')) {
        reply.header('content-security-policy', policy(body.toString()))
      }
      if (location !== undefined) reply.header('location', location)
      return reply.code(statusCode).type(type).send(body)
    })
  }
}

/** Created on first use: its script alone takes 30 MB, and most servers never serve it. */
async function openPage({ at, title }: Reference): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: `${at}/docs`,
    configuration: {
      title,
      url: `${at}/openapi.json`,
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
