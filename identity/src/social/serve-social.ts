import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts.ts'
import { arrive } from './arrive.ts'
import { authorize } from './authorize.ts'
import { readApp } from './known-app.ts'
import { type Parameters, queryOf, readParameters } from './parameters.ts'
import type { FindSocial, SocialClient } from './social-client.ts'
import { DeadEnd, deadEndPage, SocialRefusal } from './social-refusal.ts'
import { GrantError, grantTokens } from './token-grant.ts'
import { endTrip, findTicket, ticketCookie, usedTicketCookie } from './trips.ts'
import { makeUpstream, type Upstream } from './upstream.ts'

const MAX_FORM_BYTES = 32 * 1024

/** The hosted redirect endpoints of a Cognito domain, for signing in with other services. */
export async function serveSocial(
  scope: FastifyInstance,
  accounts: Accounts,
  findSocial: FindSocial,
): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'referrer-policy': 'no-referrer' })
  })
  await scope.register(async (inner) => servePages(inner, accounts, findSocial))
  await scope.register(async (inner) => serveTokens(inner, accounts))
}

/** A redirect endpoint for browsers. */
function servePages(scope: FastifyInstance, accounts: Accounts, findSocial: FindSocial): void {
  const upstreams = new WeakMap<SocialClient, Upstream>()
  const findUpstream = (client: SocialClient) => {
    const upstream = upstreams.get(client) ?? makeUpstream(client)
    upstreams.set(client, upstream)
    return upstream
  }
  const callOf = (request: FastifyRequest) => ({ ...accounts, ip: request.ip, request })

  scope.get('/oauth2/authorize', async (request, reply) => {
    const asked = readOnce(queryOf(request.url))
    const app = await readApp(accounts, findSocial, asked.client_id, asked.redirect_uri)
    return toApp(reply, app.address, asked.state, async () => {
      const leave = await authorize(callOf(request), request.log, findUpstream, app, asked)
      reply.header('set-cookie', ticketCookie(leave.state, leave.ticket, leave.answersByForm))
      return leave.to
    })
  })

  const comeBack = async (request: FastifyRequest, reply: FastifyReply, text: string) => {
    const answer = readOnce(text)
    const call = callOf(request)
    const ticket = answer.state && findTicket(request.headers.cookie, answer.state)
    const trip = ticket ? await endTrip(call, answer.state!, ticket) : undefined
    if (!trip) {
      throw new DeadEnd('This sign-in has ended, or it started in another browser. Go back and try again.')
    }
    reply.header('set-cookie', usedTicketCookie(answer.state!))
    return toApp(reply, trip.redirectUri, trip.appState, async () => {
      const code = await arrive(call, request.log, findSocial, findUpstream, trip, answer)
      return withParameters(trip.redirectUri, { code, state: trip.appState })
    })
  }
  scope.get('/oauth2/idpresponse', (request, reply) => comeBack(request, reply, queryOf(request.url)))
  scope.post('/oauth2/idpresponse', (request, reply) => comeBack(request, reply, String(request.body ?? '')))

  scope.get('/logout', async (request, reply) => {
    const asked = readOnce(queryOf(request.url))
    // Only redirects: the app has already revoked its session.
    const { address } = await readApp(accounts, findSocial, asked.client_id, asked.logout_uri)
    return reply.redirect(address)
  })

  scope.setErrorHandler<FastifyError | DeadEnd>((error, request, reply) => {
    reply.type('text/html; charset=utf-8')
    if (error instanceof DeadEnd) return reply.status(400).send(deadEndPage(error.message))
    const status = statusOf(error)
    if (status < 500) return reply.status(status).send(deadEndPage("We couldn't understand this request."))
    request.log.error(error)
    return reply.status(500).send(deadEndPage('Something went wrong on our side. Try again in a minute.'))
  })
}

/** The token endpoint. */
function serveTokens(scope: FastifyInstance, accounts: Accounts): void {
  scope.post('/oauth2/token', async (request) => {
    const asked = readParameters(String(request.body ?? ''))
    if (!asked) throw new GrantError('invalid_request')
    const tokens = await grantTokens({ ...accounts, ip: request.ip }, asked)
    return {
      access_token: tokens.AccessToken,
      id_token: tokens.IdToken,
      refresh_token: tokens.RefreshToken,
      token_type: tokens.TokenType,
      expires_in: tokens.ExpiresIn,
    }
  })

  scope.setErrorHandler<FastifyError | GrantError>((error, request, reply) => {
    if (error instanceof GrantError) return reply.status(400).send({ error: error.message })
    const status = statusOf(error)
    if (status < 500) return reply.status(status).send({ error: 'invalid_request' })
    request.log.error(error)
    return reply.status(500).send({ error: 'server_error' })
  })
}

/** Redirects the browser; a refusal is returned to the app as an OAuth error. */
async function toApp(
  reply: FastifyReply,
  address: string,
  state: string | undefined,
  find: () => Promise<URL>,
) {
  try {
    return reply.redirect((await find()).href)
  } catch (cause) {
    if (!(cause instanceof SocialRefusal)) throw cause
    const { error, message } = cause
    return reply.redirect(
      withParameters(address, { error, error_description: message, ...(state && { state }) }).href,
    )
  }
}

function withParameters(address: string, parameters: Record<string, string>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

function readOnce(text: string): Parameters {
  const parameters = readParameters(text)
  if (!parameters) throw new DeadEnd("We couldn't understand this request.")
  return parameters
}

function statusOf(error: Error): number {
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
}
