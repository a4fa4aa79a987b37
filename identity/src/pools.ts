import { CognitoError } from './cognito-error.ts'
import type { Db, MfaMode, MfaType, PasswordPolicy, Pool } from './database.ts'
import { followSwitch } from './srp-verifiers.ts'

/** One site's users. */
export type PoolSettings = {
  /** `us-east-1_XXXX`: Amplify wants exactly one underscore. */
  poolId: string
  clientId: string
  /** `us-east-1:` and a UUID. */
  identityPoolId: string
  /** The value of `custom:rewards_site_id` that every user of this pool carries. */
  siteId: string
  passwordPolicy: PasswordPolicy
  /** Words of the site that make a password weak, such as its name and products. */
  blockedWords: string[]
  selfSignUp: boolean
  /** Second factors at sign-in. Off by default. */
  mfa?: MfaMode
  /** The offered second factors; authenticator app and email by default. */
  mfaFactors?: MfaType[]
  /** Attributes required at sign-up besides the email address, by their wire names. */
  requiredAttributes?: string[]
  /** Whether clients may sign in by SRP; see docs/decisions. Off by default. */
  srp?: boolean
  /** Whether passwordless sign-in by code is allowed (USER_AUTH). Off by default. */
  passwordless?: boolean
  /** Off the wire: only the server signs these people in (private-pools.ts). */
  isPrivate?: boolean
  /** Whether sign-up hides that an address has an account: its owner gets a mail instead. Off by default. */
  hideAccounts?: boolean
}

/** Creates or updates a site's pool. */
export async function ensurePool(db: Db, settings: PoolSettings): Promise<void> {
  if (!/^[\w-]+_[0-9a-zA-Z]+$/.test(settings.poolId))
    throw new RangeError(`not a pool id: ${settings.poolId}`)
  if (!/^[\w-]+:[0-9a-f-]+$/.test(settings.identityPoolId)) {
    throw new RangeError(`not an identity pool id: ${settings.identityPoolId}`)
  }
  const values = {
    client_id: settings.clientId,
    identity_pool_id: settings.identityPoolId,
    site_id: settings.siteId,
    password_policy: JSON.stringify(settings.passwordPolicy),
    blocked_words: JSON.stringify(settings.blockedWords),
    self_sign_up: settings.selfSignUp,
    mfa: settings.mfa ?? 'off',
    mfa_factors: JSON.stringify(settings.mfaFactors ?? ['TOTP', 'EMAIL']),
    required_attributes: JSON.stringify(settings.requiredAttributes ?? []),
    srp: settings.srp ?? false,
    passwordless: settings.passwordless ?? false,
    hide_accounts: settings.hideAccounts ?? false,
    is_private: settings.isPrivate ?? false,
  }
  await db
    .insertInto('identity.pools')
    .values({ pool_id: settings.poolId, ...values })
    .onConflict((conflict) => conflict.column('pool_id').doUpdateSet(values))
    .execute()
  await followSwitch(db, settings.poolId, values.srp)
}

/** Finds a public pool: on the wire, private ones don't exist. */
export function findPool(
  db: Db,
  by: 'pool_id' | 'client_id' | 'identity_pool_id',
  id: string,
): Promise<Pool | undefined> {
  return db
    .selectFrom('identity.pools')
    .selectAll()
    .where(by, '=', id)
    .where('is_private', '=', false)
    .executeTakeFirst()
}

export function readPrivatePool(db: Db, poolId: string): Promise<Pool> {
  return db
    .selectFrom('identity.pools')
    .selectAll()
    .where('pool_id', '=', poolId)
    .where('is_private', '=', true)
    .executeTakeFirstOrThrow()
}

export function readPoolOf(db: Db, user: { pool_id: string }): Promise<Pool> {
  return db
    .selectFrom('identity.pools')
    .selectAll()
    .where('pool_id', '=', user.pool_id)
    .executeTakeFirstOrThrow()
}

/** @throws {CognitoError} ResourceNotFoundException */
export async function readPoolOfClient(db: Db, clientId: string): Promise<Pool> {
  const pool = await findPool(db, 'client_id', clientId)
  if (!pool)
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
  return pool
}
