import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asAssistant } from '../../http/assistant-calls.ts'
import { originOf, visitorOf } from '../../http/origin.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import { readOpenSite, resourceMetadataOf } from '../assistants/oauth.routes.ts'
import { findByAccessToken } from '../assistants/tokens.service.ts'
import type { McpKit } from './mcp-server.ts'

/** What a message can have: arguments, and no files. */
const MAX_BYTES = 64 * 1024
const NOT_HERE = -32_601
const INVALID = -32_600

/**
 * The MCP endpoint of a site: streamable HTTP without sessions, so that any server can answer. It's for programs that
 * hold a person's token, and never for pages of other sites.
 */
export function mcpRoutes(app: FastifyInstance, kit: McpKit, limits: RequestLimits): void {
  const options = { config: { limit: 'network' as const }, bodyLimit: MAX_BYTES }
  // Loaded with the first request: most installations have none.
  let serving: Promise<typeof import('./mcp-server.ts')> | undefined

  app.post('/api/v1/mcp/', options, handle)
  // As people type it, and as clients shorten it.
  app.post('/api/v1/mcp', options, handle)

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const site = await readOpenSite(kit, request)
    const origin = originOf(request)
    reply.header('cache-control', 'no-store')
    // A page of another site, or one that pretends to be this host (DNS rebinding).
    if (request.headers.origin !== undefined && request.headers.origin !== origin) {
      return reply.code(403).send(failure(INVALID, 'Requests from other sites’ pages aren’t allowed.'))
    }
    limits.assertLeft('guess', visitorOf(request))
    const token = bearerOf(request)
    const connected = token === undefined ? undefined : await findByAccessToken(kit, site.id, token)
    if (connected === undefined) {
      if (token !== undefined) limits.count('guess', visitorOf(request))
      return reply
        .code(401)
        .header('www-authenticate', challengeOf(origin, token !== undefined))
        .send(failure(INVALID, 'Connect this assistant again.'))
    }
    const { body } = request
    if (Array.isArray(body)) return reply.code(400).send(failure(INVALID, 'Send one message at a time.'))
    // The tools never change, so there is nothing to wait for.
    if ((body as { method?: unknown } | undefined)?.method === 'subscriptions/listen') {
      return reply.send(failure(NOT_HERE, 'Nothing to listen to.', (body as { id?: unknown }).id))
    }
    serving ??= import('./mcp-server.ts')
    const { answerMessage } = await serving
    const { actor, account, row } = connected
    const answer = await asAssistant({ actor, account }, () =>
      answerMessage(kit, { request, site, origin, actor, row }),
    )
    const type = answer.headers.get('content-type')
    if (type !== null) reply.type(type)
    const { status } = answer
    return reply.code(status).send(Buffer.from(await answer.arrayBuffer()))
  }
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

function challengeOf(origin: string, isWrong: boolean): string {
  const parts = [
    ...(isWrong ? ['error="invalid_token"'] : []),
    `resource_metadata="${resourceMetadataOf(origin)}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

function failure(code: number, message: string, id: unknown = null) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
