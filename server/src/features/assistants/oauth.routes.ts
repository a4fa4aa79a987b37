import { ASSISTANT_SCOPES } from '@laurel/domain/assistants'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { originOf, visitorOf } from '../../http/origin.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import type { Kit } from '../../kit.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { isResource, readRequest, requestOf, resourceOf } from './assistants.service.ts'
import { clientIdOf, findClient, Registration } from './clients.ts'
import { type AssistantKit, exchangeCode, refresh, revoke } from './tokens.service.ts'

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
const MCP_PATH = '/api/v1/mcp/'
const SMALL = { bodyLimit: 16 * 1024 }

/** Where clients learn how to get a token for the MCP endpoint (RFC 9728). */
export function resourceMetadataOf(origin: string): string {
  return `${origin}${RESOURCE_METADATA}${MCP_PATH}`
}

/** Text of a form or of JSON; a field that comes twice isn't one. */
const Field = z.string().max(4_000)

const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    ...{ code: Field, redirect_uri: Field, client_id: Field },
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
    resource: Field.optional(),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    ...{ refresh_token: Field, client_id: Field },
    resource: Field.optional(),
  }),
])

/**
 * The authorization server of each site (OAuth 2.1): metadata, registration, and tokens. People decide on a page of the
 * shop, which calls `connectAssistant`.
 */
export function oauthRoutes(
  app: FastifyInstance,
  kit: AssistantKit & Pick<Kit, 'sites'>,
  limits: RequestLimits,
): void {
  const metadata = { config: { limit: 'network' } } as const

  for (const path of [
    RESOURCE_METADATA,
    `${RESOURCE_METADATA}${MCP_PATH}`,
    `${RESOURCE_METADATA}/api/v1/mcp`,
  ]) {
    app.get(path, metadata, async (request) => {
      await readSite(request)
      const origin = originOf(request)
      return {
        resource: resourceOf(origin),
        authorization_servers: [origin],
        scopes_supported: ASSISTANT_SCOPES,
        bearer_methods_supported: ['header'],
      }
    })
  }

  app.get('/.well-known/oauth-authorization-server', metadata, async (request) => {
    await readSite(request)
    const origin = originOf(request)
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/api/v1/oauth/authorize/`,
      token_endpoint: `${origin}/api/v1/oauth/token/`,
      registration_endpoint: `${origin}/api/v1/oauth/register/`,
      revocation_endpoint: `${origin}/api/v1/oauth/revoke/`,
      scopes_supported: ASSISTANT_SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  })

  app.get('/api/v1/oauth/authorize/', { config: { limit: 'network' } }, async (request, reply) => {
    const site = await readSite(request)
    const asked = requestOf(request.url)
    const page = `/connect-assistant?request=${asked}`
    reply.header('cache-control', 'no-store')
    try {
      return reply.redirect(readRequest(kit, site.id, originOf(request), asked).problemUrl ?? page)
    } catch (cause) {
      // The page says that we don't know the assistant.
      if (cause instanceof Refusal) return reply.redirect(page)
      throw cause
    }
  })

  app.post('/api/v1/oauth/register/', { config: { limit: 'signIn' }, ...SMALL }, async (request, reply) => {
    const site = await readSite(request)
    const { data, error } = Registration.safeParse(request.body)
    if (data === undefined) {
      const isAddress = error.issues.some(({ path }) => path[0] === 'redirect_uris')
      return denied(
        reply,
        isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata',
        'Send redirect_uris with 1 to 10 addresses: https, or http on localhost, 127.0.0.1, or [::1].',
      )
    }
    const { client_name, redirect_uris } = data
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({
        client_id: clientIdOf(kit.keys.assistants, site.id, { name: client_name, redirect_uris }),
        client_id_issued_at: Math.floor(kit.now().getTime() / 1000),
        client_name,
        redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      })
  })

  app.post('/api/v1/oauth/token/', { config: { limit: 'network' }, ...SMALL }, async (request, reply) => {
    const site = await readSite(request)
    limits.assertLeft('guess', visitorOf(request))
    const { data: asked } = TokenRequest.safeParse(request.body)
    if (asked === undefined) {
      const grant = (request.body as { grant_type?: unknown } | undefined)?.grant_type
      const isKnown = grant === 'authorization_code' || grant === 'refresh_token'
      return denied(reply, isKnown || grant === undefined ? 'invalid_request' : 'unsupported_grant_type')
    }
    if (findClient(kit.keys.assistants, site.id, asked.client_id) === undefined) {
      limits.count('guess', visitorOf(request))
      return denied(reply.code(401), 'invalid_client')
    }
    if (!isResource(originOf(request), asked.resource)) return denied(reply, 'invalid_target')
    const { client_id: clientId } = asked
    const tokens =
      asked.grant_type === 'refresh_token'
        ? await refresh(kit, site.id, { token: asked.refresh_token, clientId })
        : await exchangeCode(kit, site.id, {
            ...{ code: asked.code, clientId },
            ...{ redirectUri: asked.redirect_uri, verifier: asked.code_verifier },
          })
    if (tokens === 'invalid_grant') {
      limits.count('guess', visitorOf(request))
      return denied(reply, tokens)
    }
    return reply.header('cache-control', 'no-store').send(tokens)
  })

  app.post('/api/v1/oauth/revoke/', { config: { limit: 'network' }, ...SMALL }, async (request, reply) => {
    const site = await readSite(request)
    const { data } = z.object({ token: Field, client_id: Field }).safeParse(request.body)
    if (data === undefined) return denied(reply, 'invalid_request')
    await revoke(kit, site.id, { token: data.token, clientId: data.client_id })
    return reply.code(200).header('cache-control', 'no-store').send({})
  })

  function readSite(request: FastifyRequest): Promise<SiteRow> {
    return readOpenSite(kit, request)
  }
}

/** @throws {Refusal} `unknown_site`, `site_suspended`, `site_not_live` */
export async function readOpenSite({ sites }: Pick<Kit, 'sites'>, request: FastifyRequest): Promise<SiteRow> {
  const site = await sites.readByHost(request.hostname)
  if (site.suspended_at !== null) throw new Refusal('site_suspended')
  if (site.live_at === null) throw new Refusal('site_not_live')
  return site
}

function denied(reply: FastifyReply, error: string, description?: string) {
  if (reply.statusCode === 200) reply.code(400)
  return reply
    .header('cache-control', 'no-store')
    .send({ error, ...(description && { error_description: description }) })
}
