import type { FastifyBaseLogger } from 'fastify'
import type { Call } from '../accounts.ts'
import { assertPoolLets } from './admit.ts'
import type { KnownApp } from './known-app.ts'
import type { Parameters } from './parameters.ts'
import { denied, SocialRefusal, unavailable } from './social-refusal.ts'
import { startTrip } from './trips.ts'
import type { FindUpstream } from './upstream.ts'
import { findSocialProvider } from './wire-provider.ts'

/** The tokens give access to the person's account, so the app must request that scope. */
const NEEDED_SCOPES = ['openid', 'aws.cognito.signin.user.admin']
const KNOWN_SCOPES = [...NEEDED_SCOPES, 'email', 'phone', 'profile']

export type Departure = { to: URL; state: string; ticket: string; answersByForm: boolean }

/**
 * Redirects the browser to the chosen service.
 *
 * @throws {SocialRefusal} for the app
 */
export async function authorize(
  call: Call,
  log: FastifyBaseLogger,
  findUpstream: FindUpstream,
  { pool, social, address }: KnownApp,
  asked: Parameters,
): Promise<Departure> {
  if (asked.response_type !== 'code') {
    throw new SocialRefusal('unsupported_response_type', 'response_type must be code.')
  }
  assertScopes(asked.scope)
  if (!asked.state) throw new SocialRefusal('invalid_request', 'state is missing.')
  if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(asked.code_challenge ?? '')) {
    throw new SocialRefusal('invalid_request', 'code_challenge with the method S256 is missing.')
  }
  const provider = findSocialProvider(asked.identity_provider)
  const client = social.clients.find((one) => one.provider === provider)
  if (!client) {
    throw new SocialRefusal('invalid_request', 'identity_provider is not one this site signs in with.')
  }
  assertPoolLets(pool)
  // Anyone who comes back may be new.
  if (!(await call.maySignUp(pool.pool_id, call.request))) throw denied("This site isn't open yet.")

  const trip = await startTrip(call, pool, client.provider, {
    redirectUri: address,
    appState: asked.state,
    codeChallenge: asked.code_challenge!,
  })
  const upstream = findUpstream(client)
  const to = await upstream.leaveFor(trip).catch((cause: Error) => {
    log.warn({ provider, reason: cause.message }, 'a sign-in service cannot be reached')
    throw unavailable(client.provider)
  })
  return { to, state: trip.state, ticket: trip.ticket, answersByForm: upstream.answersByForm }
}

function assertScopes(scope: string | undefined): void {
  const scopes = (scope ?? '').split(' ').filter(Boolean)
  const isComplete = NEEDED_SCOPES.every((needed) => scopes.includes(needed))
  if (isComplete && scopes.every((one) => KNOWN_SCOPES.includes(one))) return
  throw new SocialRefusal('invalid_scope', `scope must hold ${NEEDED_SCOPES.join(' and ')}.`)
}
