import type { AnyTx, Db } from './database.ts'
import { unseal } from './secrecy.ts'

/** Whether a key decrypts the accounts' secrets; undefined if there are none. */
export async function isSealKeyOf(anyDb: AnyTx, sealKey: Buffer): Promise<boolean | undefined> {
  const sealed = await findSealed(anyDb)
  if (sealed === undefined) return undefined
  try {
    unseal(sealKey, sealed.context, sealed.text)
    return true
  } catch {
    return false
  }
}

async function findSealed(db: Db): Promise<{ context: string; text: string } | undefined> {
  const key = await db
    .selectFrom('identity.signing_keys')
    .select(['kid', 'private_jwk'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (key) return { context: `signing-key:${key.kid}`, text: key.private_jwk }
  // With an external user pool, only staff sign in here, without tokens.
  const user = await db
    .selectFrom('identity.users')
    .select(['sub', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return user && { context: `totp:${user.sub}`, text: user.totp_secret! }
}
