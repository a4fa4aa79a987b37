import { type Call, note } from './accounts.ts'
import { forgiveAttempts } from './attempts.ts'
import type { Tx, User } from './database.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'
import { activeFactors, FACTOR_GUESSES } from './second-factor.ts'
import { revokeSessionsOf } from './sessions.ts'
import { voidSocialCodes } from './social/links.ts'
import { readPool } from './staff-users.ts'
import { changeUser, findUserBySub, findUserForUpdate } from './users.ts'

/** Disables a user and ends their sessions, pending sign-ins, and codes. */
export function disableUser(call: Call, user: User): Promise<void> {
  return call.db.transaction().execute((tx) => disableIn(call, tx, user))
}

export async function disableIn(call: Call, tx: Tx, user: User): Promise<void> {
  await changeUser(tx, user.sub, { disabled_at: user.disabled_at ?? call.now() })
  await revokeSessionsOf(call, tx, user)
  await voidSocialCodes(tx, user)
  await tx.deleteFrom('identity.one_time_codes').where('sub', '=', user.sub).execute()
  await note(call, tx, 'user_disabled', user)
}

/** Enables a user again; ended sessions stay ended. */
export function enableUser(call: Call, user: User): Promise<void> {
  return call.db.transaction().execute((tx) => enableIn(call, tx, user))
}

export async function enableIn(call: Call, tx: Tx, user: User): Promise<void> {
  await changeUser(tx, user.sub, { disabled_at: null })
  await note(call, tx, 'user_enabled', user)
}

/**
 * Removes all second factors of a user who lost theirs, and ends their sessions. If one is required, they set up
 * another at the next sign-in; the phone has to be verified again, because it may be lost too.
 *
 * @returns false when there was no second factor
 */
export function resetSecondFactor(call: Call, sub: string): Promise<boolean> {
  return call.db.transaction().execute((tx) => resetSecondFactorIn(call, tx, sub))
}

export async function resetSecondFactorIn(call: Call, tx: Tx, sub: string): Promise<boolean> {
  const user = await findUserForUpdate(tx, sub)
  if (!user || user.mfa_enabled.length === 0) return false
  await changeUser(tx, sub, {
    mfa_enabled: [],
    mfa_preferred: null,
    totp_secret: null,
    totp_last_step: null,
    totp_pending: null,
    totp_pending_until: null,
    phone_number_verified: false,
  })
  await dropRecoveryCodes(tx, sub)
  await revokeSessionsOf(call, tx, user)
  await voidSocialCodes(tx, user)
  await forgiveAttempts(call, tx, user.pool_id, user, ...FACTOR_GUESSES)
  await note(call, tx, 'second_factor_reset', user)
  return true
}

/** Deletes an account with its sessions and codes, if it still exists. */
export function removeUser(call: Call, sub: string): Promise<void> {
  return call.db.transaction().execute((tx) => removeIn(call, tx, sub))
}

export async function removeIn(call: Call, tx: Tx, sub: string): Promise<void> {
  const current = await findUserForUpdate(tx, sub)
  if (!current) return
  await note(call, tx, 'user_deleted', current)
  await tx.deleteFrom('identity.users').where('sub', '=', sub).execute()
}

/** A user's sign-in methods, without secrets. */
export type SignInState = {
  enabled: boolean
  status: User['status']
  factors: string[]
  createdAt: Date
  lastSignedInAt: Date | undefined
}

/** When users last signed in; those who never did are left out. */
export async function readLastSignIns(call: Call, subs: readonly string[]): Promise<Map<string, Date>> {
  if (subs.length === 0) return new Map()
  const rows = await call.db
    .selectFrom('identity.sessions')
    .select(({ fn }) => ['sub', fn.max('auth_time').as('at')])
    .where('sub', 'in', subs)
    .groupBy('sub')
    .execute()
  return new Map(rows.map(({ sub, at }) => [sub, at]))
}

export async function readSignInState(call: Call, sub: string): Promise<SignInState | undefined> {
  const user = await findUserBySub(call.db, sub)
  if (!user) return undefined
  const pool = await readPool(call.db, user.pool_id)
  const last = await call.db
    .selectFrom('identity.sessions')
    .select('auth_time')
    .where('sub', '=', sub)
    .orderBy('auth_time', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    enabled: user.disabled_at === null,
    status: user.status,
    factors: activeFactors(pool, user),
    createdAt: user.created_at,
    lastSignedInAt: last?.auth_time,
  }
}
