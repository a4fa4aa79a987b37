import { after, type Call } from '../accounts.ts'
import type { Pool, Tx, User } from '../database.ts'
import { digest, makeToken, sameDigest } from '../secrecy.ts'
import { findUserForUpdate } from '../users.ts'
import { whyKeptOut } from './kept-out.ts'
import type { SocialProvider } from './social-client.ts'
import type { AppRequest } from './trips.ts'

/** The app comes for its tokens at once. */
const CODE_LIFE_MS = 60_000

/** Makes the code the app trades for tokens. */
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
 * Uses a code up: a wrong proof spends it as well, so nobody guesses twice.
 *
 * @returns undefined when the code is unknown, used, late, or not this app's, and when the account was
 *   shut to its service meanwhile
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
  // The user before the code, as everybody locks them who voids codes.
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

/** Forgets trips nobody came back from, and codes nobody came for. */
export async function deleteOldSocial({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('identity.social_trips').where('expires_at', '<', now()).execute()
  await db.deleteFrom('identity.social_codes').where('expires_at', '<', now()).execute()
}
