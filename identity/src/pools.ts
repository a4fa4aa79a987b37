import { isDeepStrictEqual } from 'node:util'
import { CognitoError } from './cognito-error.ts'
import type { Db, MfaMode, MfaType, PasswordPolicy, Pool } from './database.ts'
import { prepareSrp } from './srp.ts'
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

/** A pool's row, without its key. */
function rowOf(settings: PoolSettings): Omit<Pool, 'pool_id'> {
  return {
    client_id: settings.clientId,
    identity_pool_id: settings.identityPoolId,
    site_id: settings.siteId,
    password_policy: settings.passwordPolicy,
    blocked_words: settings.blockedWords,
    self_sign_up: settings.selfSignUp,
    mfa: settings.mfa ?? 'off',
    mfa_factors: settings.mfaFactors ?? ['TOTP', 'EMAIL'],
    required_attributes: settings.requiredAttributes ?? [],
    srp: settings.srp ?? false,
    passwordless: settings.passwordless ?? false,
    hide_accounts: settings.hideAccounts ?? false,
    is_private: settings.isPrivate ?? false,
  }
}

/** The pools that don't exist yet, or with other settings. At most starts, there are none. */
export async function listStalePools(db: Db, wanted: readonly PoolSettings[]): Promise<Set<string>> {
  const ids = wanted.map(({ poolId }) => poolId)
  const rows = ids.length === 0 ? [] : await poolsOf(db, ids)
  if (wanted.some(({ srp }) => srp)) prepareSrp()
  const kept = new Map(rows.map(({ pool_id, ...row }) => [pool_id, row]))
  const stale = wanted.filter((settings) => !isDeepStrictEqual(kept.get(settings.poolId), rowOf(settings)))
  return new Set(stale.map(({ poolId }) => poolId))
}

function poolsOf(db: Db, ids: readonly string[]): Promise<Pool[]> {
  return db.selectFrom('identity.pools').selectAll().where('pool_id', 'in', ids).execute()
}

/** Creates or updates a site's pool. */
export async function ensurePool(db: Db, settings: PoolSettings): Promise<void> {
  if (!/^[\w-]+_[0-9a-zA-Z]+$/.test(settings.poolId))
    throw new RangeError(`not a pool id: ${settings.poolId}`)
  if (!/^[\w-]+:[0-9a-f-]+$/.test(settings.identityPoolId)) {
    throw new RangeError(`not an identity pool id: ${settings.identityPoolId}`)
  }
  const row = rowOf(settings)
  const values = {
    ...row,
    password_policy: JSON.stringify(row.password_policy),
    blocked_words: JSON.stringify(row.blocked_words),
    mfa_factors: JSON.stringify(row.mfa_factors),
    required_attributes: JSON.stringify(row.required_attributes),
  }
  await db
    .insertInto('identity.pools')
    .values({ pool_id: settings.poolId, ...values })
    .onConflict((conflict) => conflict.column('pool_id').doUpdateSet(values))
    .execute()
  await followSwitch(db, settings.poolId, row.srp)
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
