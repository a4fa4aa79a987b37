import { after, type Call } from '../accounts.ts'
import type { Pool } from '../database.ts'
import { digest, makeToken, seal, unseal } from '../secrecy.ts'
import type { SocialProvider } from './social-client.ts'
import type { TripSecrets } from './upstream.ts'

/** Long enough for a password and a second step at the service. */
export const TRIP_LIFE_S = 600

/** What the app asked for when it sent the person away. */
export type AppRequest = { redirectUri: string; appState: string; codeChallenge: string }

export type Trip = AppRequest &
  TripSecrets & { poolId: string; provider: SocialProvider; isOver: boolean; returnTo: string }

/** Our own address the service sends the browser back to: on the same host as the app's. */
function returnAddress(redirectUri: string): string {
  return `${new URL(redirectUri).origin}/identity/oauth2/idpresponse`
}

/**
 * Notes that somebody sets out for a service. The state goes with them, the ticket stays in their
 * browser: only both together bring them back, once.
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

/** Uses a trip up. @returns undefined for a state that is unknown, used, or another browser's */
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
