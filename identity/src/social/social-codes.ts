import { after, type Call } from '../accounts.ts'
import type { Pool, Tx, User } from '../database.ts'
import { digest, makeToken, sameDigest } from '../secrecy.ts'
import { findUserForUpdate } from '../users.ts'
import { whyKeptOut } from './kept-out.ts'
import type { SocialProvider } from './social-client.ts'
import type { AppRequest } from './trips.ts'

/** Apps request their tokens right away. */
const CODE_LIFE_MS = 60_000

/** Issues the code that the app trades for tokens. */
export async function makeSocialCode(
  call: Call,
  tx: Tx,
  pool: Pool,
  provider: SocialProvider,
  user: User,
  app: AppRequest,
): Promise<string> {
  const code = makeToken()
  await tx
    .insertInto('identity.social_codes')
    .values({
      code_hash: digest(code),
      sub: user.sub,
      provider,
      client_id: pool.client_id,
      redirect_uri: app.redirectUri,
      code_challenge: app.codeChallenge,
      expires_at: after(call.now(), CODE_LIFE_MS),
    })
    .execute()
  return code
}

export type CodeProof = { code: string; redirectUri: string; verifier: string }

/**
 * Uses up a code, also with a wrong verifier, so each code allows one guess.
 *
 * @returns undefined if the code is unknown, used, expired, or another app's, or if the account no longer accepts
 *   the service
 */
export async function useSocialCode(
  call: Call,
  tx: Tx,
  pool: Pool,
  proof: CodeProof,
): Promise<User | undefined> {
  const code_hash = digest(proof.code)
  const known = await tx
    .selectFrom('identity.social_codes')
    .select('sub')
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  // Lock order: user, then code, as everywhere.
  const user = known && (await findUserForUpdate(tx, known.sub))
  const row = await tx
    .deleteFrom('identity.social_codes')
    .where('code_hash', '=', code_hash)
    .returningAll()
    .executeTakeFirst()
  const isProven =
    row !== undefined &&
    row.expires_at > call.now() &&
    row.client_id === pool.client_id &&
    row.redirect_uri === proof.redirectUri &&
    // `digest` is what S256 asks for: SHA-256 in base64url.
    sameDigest(row.code_challenge, digest(proof.verifier))
  return isProven && user && !whyKeptOut(pool, row.provider, user) ? user : undefined
}

/** Deletes expired trips and codes. */
export async function deleteOldSocial({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('identity.social_trips').where('expires_at', '<', now()).execute()
  await db.deleteFrom('identity.social_codes').where('expires_at', '<', now()).execute()
}
