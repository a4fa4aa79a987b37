import type { Accounts } from './accounts.ts'
import type { Db, Pool, User } from './database.ts'
import { keyedDigest, makeToken, seal, unseal } from './secrecy.ts'
import { makeVerifier, prepareSrp, type Verifier } from './srp.ts'
import { type Counted, isSub, normalizeUsername } from './users.ts'

/** The part of a pool's ID that SRP uses as its name. */
export function srpName(pool: Pool): string {
  return pool.pool_id.split('_')[1]!
}

/**
 * A password's SRP verifier, encrypted because it is a fast hash of the password.
 *
 * @returns null while SRP is off for the pool
 */
export function sealedVerifier(accounts: Accounts, pool: Pool, sub: string, password: string): string | null {
  if (!pool.srp) return null
  const verifier = makeVerifier(srpName(pool), sub, password)
  return seal(accounts.secrets.sealKey, context(sub), JSON.stringify(verifier))
}

/**
 * The verifier of a name. Unknown names, and users who haven't signed in since SRP was turned on, get one that no
 * password matches, with a stable salt.
 */
export function verifierOf(accounts: Accounts, pool: Pool, username: string, user?: User): Verifier {
  if (user?.srp_verifier) {
    return JSON.parse(unseal(accounts.secrets.sealKey, context(user.sub), user.srp_verifier))
  }
  const salt = decoyBytes(accounts, pool, srpIdOf(accounts, pool, username, user), 'srp-salt').toString('hex')
  return { salt, verifier: decoyVerifier(pool) }
}

/** `USER_ID_FOR_SRP`: the user's `sub`, because the username follows the email address. */
export function srpIdOf(accounts: Accounts, pool: Pool, username: string, user?: User): string {
  if (user) return user.sub
  return isSub(username) ? normalizeUsername(username) : decoyIdOf(accounts, pool, username)
}

/**
 * Counts an unknown name together with its SRP ID, like a user's name and `sub`. Registrations are counted like this
 * before, during, and after, so that their limits don't reveal an account.
 */
export function unknownUser(accounts: Accounts, pool: Pool, username: string): Counted {
  return { username, decoyId: srpIdOf(accounts, pool, username) }
}

function decoyIdOf(accounts: Accounts, pool: Pool, username: string): string {
  const bytes = decoyBytes(accounts, pool, normalizeUsername(username), 'srp-id')
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Follows the pool's SRP setting: turning it off deletes its verifiers. */
export async function followSwitch(db: Db, poolId: string, srp: boolean): Promise<void> {
  if (srp) return prepareSrp()
  await db
    .updateTable('identity.users')
    .set({ srp_verifier: null })
    .where('pool_id', '=', poolId)
    .where('srp_verifier', 'is not', null)
    .execute()
}

/** Deletes what a sign-in stored just as SRP was turned off, or what a crash left. */
export async function deleteUnusedVerifiers(db: Db): Promise<void> {
  await db
    .updateTable('identity.users as u')
    .set({ srp_verifier: null })
    .from('identity.pools as p')
    .whereRef('p.pool_id', '=', 'u.pool_id')
    .where('p.srp', '=', false)
    .where('u.srp_verifier', 'is not', null)
    .execute()
}

let decoy: string | undefined
/** Never leaves the server: a random number masks it in the exchange. */
function decoyVerifier(pool: Pool): string {
  decoy ??= makeVerifier(srpName(pool), 'nobody', makeToken()).verifier
  return decoy
}

function decoyBytes(accounts: Accounts, pool: Pool, username: string, use: string): Buffer {
  return Buffer.from(keyedDigest(accounts.secrets.pepper, use, pool.pool_id, username), 'base64url').subarray(
    0,
    16,
  )
}

const context = (sub: string) => `srp-verifier:${sub}`
