import type { Accounts, Call } from '../accounts.ts'
import { note } from '../accounts.ts'
import { findPool } from '../pools.ts'
import { openSession } from '../sessions.ts'
import { type AuthenticationResult, signTokens } from '../tokens.ts'
import type { Parameters } from './parameters.ts'
import { useSocialCode } from './social-codes.ts'

/** Refused by the token endpoint, by OAuth's name (RFC 6749 §5.2). */
export class GrantError extends Error {
  override readonly name = 'GrantError'
}

/**
 * Trades a code for the tokens of a new session, the same as after a password.
 *
 * @throws {GrantError}
 */
export async function grantTokens(call: Call, asked: Parameters): Promise<AuthenticationResult> {
  if (asked.grant_type !== 'authorization_code') throw new GrantError('unsupported_grant_type')
  const { client_id, code, redirect_uri, code_verifier } = asked
  if (!client_id || !code || !redirect_uri || !code_verifier) throw new GrantError('invalid_request')
  const pool = await findClient(call, client_id)
  if (!pool) throw new GrantError('invalid_client')

  const proof = { code, redirectUri: redirect_uri, verifier: code_verifier }
  // Doesn't throw inside the transaction: a rollback would restore a code used with a wrong verifier.
  const opened = await call.db.transaction().execute(async (tx) => {
    const user = await useSocialCode(call, tx, pool, proof)
    if (!user) return undefined
    await note(call, tx, 'social_sign_in', user)
    return { user, open: await openSession(call, tx, user) }
  })
  if (!opened) throw new GrantError('invalid_grant')
  return signTokens(call, pool, opened.user, opened.open)
}

async function findClient({ db }: Accounts, clientId: string) {
  return /^[\w+]{1,128}$/.test(clientId) ? findPool(db, 'client_id', clientId) : undefined
}
