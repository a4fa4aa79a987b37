import { after, type Call } from '../accounts.ts'
import type { Pool } from '../database.ts'
import { digest, makeToken, seal, unseal } from '../secrecy.ts'
import type { SocialProvider } from './social-client.ts'
import type { TripSecrets } from './upstream.ts'

/** Enough for a password and a second factor at the service. */
export const TRIP_LIFE_S = 600

/** The app's authorization request. */
export type AppRequest = { redirectUri: string; appState: string; codeChallenge: string }

export type Trip = AppRequest &
  TripSecrets & { poolId: string; provider: SocialProvider; isOver: boolean; returnTo: string }

/** Our redirect address for the service, on the app's host. */
function returnAddress(redirectUri: string): string {
  return `${new URL(redirectUri).origin}/identity/oauth2/idpresponse`
}

/**
 * Records a sign-in at a service. The return needs both the state from the URL and the ticket from the browser's
 * cookie, and works once.
 */
export async function startTrip(
  call: Call,
  pool: Pool,
  provider: SocialProvider,
  app: AppRequest,
): Promise<TripSecrets & { state: string; ticket: string; returnTo: string }> {
  const [state, ticket, nonce, verifier] = [makeToken(), makeToken(), makeToken(), makeToken()]
  const stateHash = digest(state)
  await call.db
    .insertInto('identity.social_trips')
    .values({
      state_hash: stateHash,
      browser_hash: digest(ticket),
      pool_id: pool.pool_id,
      provider,
      secrets: seal(call.secrets.sealKey, `social-trip:${stateHash}`, JSON.stringify({ nonce, verifier })),
      redirect_uri: app.redirectUri,
      app_state: app.appState,
      code_challenge: app.codeChallenge,
      expires_at: after(call.now(), TRIP_LIFE_S * 1000),
    })
    .execute()
  return { state, ticket, nonce, verifier, returnTo: returnAddress(app.redirectUri) }
}

/** Uses up a trip. @returns undefined for a state that is unknown, used, or another browser's */
export async function endTrip(call: Call, state: string, ticket: string): Promise<Trip | undefined> {
  const stateHash = digest(state)
  const row = await call.db
    .deleteFrom('identity.social_trips')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', digest(ticket))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const secrets = JSON.parse(unseal(call.secrets.sealKey, `social-trip:${stateHash}`, row.secrets))
  return {
    ...(secrets as TripSecrets),
    poolId: row.pool_id,
    provider: row.provider,
    redirectUri: row.redirect_uri,
    appState: row.app_state,
    codeChallenge: row.code_challenge,
    isOver: row.expires_at <= call.now(),
    returnTo: returnAddress(row.redirect_uri),
  }
}

/**
 * The cookie that ties a sign-in to its browser. Each sign-in has its own, so two tabs don't interfere; `__Host-`
 * keeps sibling domains from setting one.
 *
 * @param isForm whether the service returns by a cross-site form post
 */
export function ticketCookie(state: string, ticket: string, isForm: boolean): string {
  return `${cookieName(state)}=${ticket}; Max-Age=${TRIP_LIFE_S}; ${flags(isForm)}`
}

export function usedTicketCookie(state: string): string {
  return `${cookieName(state)}=; Max-Age=0; ${flags(false)}`
}

export function findTicket(header: string | undefined, state: string): string | undefined {
  const start = `${cookieName(state)}=`
  const found = header?.split(/;\s*/).find((cookie) => cookie.startsWith(start))
  return found?.slice(start.length)
}

function cookieName(state: string): string {
  return `__Host-trip-${digest(state).slice(0, 16)}`
}

function flags(isForm: boolean): string {
  return `Path=/; Secure; HttpOnly; SameSite=${isForm ? 'None' : 'Lax'}`
}
