import { randomBytes, randomUUID } from 'node:crypto'
import { type Accounts, after } from './accounts.ts'
import type { AnyTx, Db, Tx, User } from './database.ts'
import { movedHash } from './password-hasher.ts'
import { assertPassword } from './password-policy.ts'
import type { PasswordColumns } from './passwords.ts'
import type { PoolSettings } from './pools.ts'
import { hasTemporaryPassword, PRIVATE_RULES, privateCall } from './private-call.ts'
import { disconnect } from './private-switches.ts'
import { addSession, revokeSessionsOf } from './sessions.ts'
import { TEMPORARY_PASSWORD_LIFE_MS } from './sign-in.ts'
import { disableIn, enableIn, removeIn, resetSecondFactorIn } from './staff-changes.ts'
import { sealTotpSecret } from './totp.ts'
import { addUser, changeUser, findUserForUpdate, normalizeUsername } from './users.ts'

/** A private user's sign-in state, without secrets. */
export type MemberState = {
  hasAuthenticator: boolean
  mustChangePassword: boolean
  /** Until when a temporary password is good. */
  passwordExpiresAt: Date | null
  sessionCount: number
}

type NewMember = { sub: string; email: string; kept: PasswordColumns; isTemporary: boolean }

/** An account adopted from another implementation. */
type MovedMember = {
  email: string
  /** argon2id of the bare password. */
  passwordHash: string
  isActive: boolean
  /** A temporary password; without a day it's good for seven more. */
  temporary: { until: Date | null } | undefined
  app: { secret: string; lastStep: number } | undefined
  sessions: { tokenHash: string; openedAt: Date; lastSeenAt: Date; endsAt: Date }[]
}

/**
 * The accounts of private pools. Changes run in the caller's transaction, under a role that may use schema
 * `identity`, so that a staff record and its account change together.
 */
export function makePrivateMembers(accounts: Accounts) {
  const { hasher, now } = accounts
  const keep = async (password: string) => keptPassword(await hasher.hash(password), now())

  /** @throws {Error} when the address has an account */
  async function open(tx: AnyTx, poolId: string, { sub, email, kept, isTemporary }: NewMember) {
    const added = await addUser(tx, {
      sub,
      pool_id: poolId,
      username: normalizeUsername(email),
      status: isTemporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      ...kept,
      attributes: { email },
      email_verified: true,
      phone_number_verified: false,
      created_at: now(),
    })
    if (!added) throw new Error(`two accounts of ${poolId} have one address`)
  }

  return {
    /** @throws {CognitoError} InvalidPasswordException, with the first broken rule */
    assertPassword(
      { passwordPolicy, blockedWords }: Pick<PoolSettings, 'passwordPolicy' | 'blockedWords'>,
      password: string,
      email: string,
    ) {
      assertPassword({ password_policy: passwordPolicy, blocked_words: blockedWords }, password, email)
    },

    hashPassword: keep,

    /** A temporary password, valid for seven days. */
    async makeOneTimePassword() {
      const password = randomBytes(12).toString('base64url')
      return { password, kept: await keep(password) }
    },

    open,

    /** Adopts an account with its password, authenticator app, and open sessions. @returns its `sub` */
    async adopt(tx: AnyTx, poolId: string, moved: MovedMember): Promise<string> {
      const { email, temporary, app } = moved
      const sub = randomUUID()
      const setAt = temporary?.until ? after(temporary.until, -TEMPORARY_PASSWORD_LIFE_MS) : now()
      const kept = keptPassword(movedHash(moved.passwordHash), setAt)
      await open(tx, poolId, { sub, email, kept, isTemporary: temporary !== undefined })
      await changeUser(tx, sub, {
        disabled_at: moved.isActive ? null : now(),
        ...(app && {
          totp_secret: sealTotpSecret(privateCall(accounts, ''), sub, app.secret),
          totp_last_step: app.lastStep,
          mfa_enabled: ['SOFTWARE_TOKEN_MFA'],
        }),
      })
      for (const session of moved.sessions) await moveSession(tx, sub, session)
      return sub
    },

    /** Opens a session without a sign-in: for tests. @returns its token */
    async openSession(tx: AnyTx, sub: string): Promise<string> {
      return (await addSession(privateCall(accounts, ''), tx as Tx, { sub })).refreshToken
    },

    /** Replaces the password by a temporary one and ends all sessions. */
    renewPassword: (tx: AnyTx, sub: string, kept: PasswordColumns) =>
      changeMember(tx, sub, async (user) => {
        await changeUser(tx, sub, { ...kept, status: 'FORCE_CHANGE_PASSWORD' })
        await disconnect(tx, sub)
        await revokeSessionsOf(privateCall(accounts, ''), tx as Tx, user)
      }),

    /** Removes the authenticator app, which may be on a lost phone, and ends all sessions. */
    forgetAuthenticator: (tx: AnyTx, sub: string, by: string) =>
      changeMember(tx, sub, async (user) => {
        const call = privateCall(accounts, '', by)
        await resetSecondFactorIn(call, tx as Tx, sub)
        await disconnect(tx, sub)
        await revokeSessionsOf(call, tx as Tx, user)
      }),

    signOut: (tx: AnyTx, sub: string) =>
      changeMember(tx, sub, (user) => revokeSessionsOf(privateCall(accounts, ''), tx as Tx, user)),

    /** Disables or enables an account. */
    setEnabled: (tx: AnyTx, sub: string, isEnabled: boolean, by: string) =>
      changeMember(tx, sub, async (user) => {
        if (!isEnabled) await disconnect(tx, sub)
        await (isEnabled ? enableIn : disableIn)(privateCall(accounts, '', by), tx as Tx, user)
      }),

    /** Deletes an account with its sessions. */
    remove: (tx: AnyTx, sub: string, by: string) => removeIn(privateCall(accounts, '', by), tx as Tx, sub),

    read: (tx: AnyTx, subs: readonly string[]) => readMembers(tx, subs, now()),
  }
}

function keptPassword(password_hash: string, password_set_at: Date): PasswordColumns {
  return { password_hash, password_set_at, has_password: true, srp_verifier: null }
}

async function moveSession(tx: Db, sub: string, moved: MovedMember['sessions'][number]) {
  const { tokenHash: token_hash, openedAt: auth_time, endsAt: expires_at } = moved
  const id = randomUUID()
  await tx.insertInto('identity.sessions').values({ id, sub, auth_time, expires_at }).execute()
  const idleAt = Math.min(+after(moved.lastSeenAt, PRIVATE_RULES.sessionIdleMs), +expires_at)
  await tx
    .insertInto('identity.refresh_tokens')
    .values({ token_hash, session_id: id, expires_at: new Date(idleAt) })
    .execute()
}

async function changeMember(tx: AnyTx, sub: string, change: (user: User) => Promise<void>) {
  const user = await findUserForUpdate(tx as Tx, sub)
  if (!user) throw new Error(`no account ${sub}`)
  await change(user)
}

async function readMembers(db: Db, subs: readonly string[], now: Date): Promise<Map<string, MemberState>> {
  if (subs.length === 0) return new Map()
  const users = await db
    .selectFrom('identity.users')
    .select(['sub', 'status', 'totp_secret', 'password_set_at'])
    .select((eb) =>
      eb
        .selectFrom('identity.sessions as session')
        .innerJoin('identity.refresh_tokens as token', 'token.session_id', 'session.id')
        .select((count) => count.fn.count<string>('session.id').distinct().as('count'))
        .whereRef('session.sub', '=', 'identity.users.sub')
        .where('session.revoked_at', 'is', null)
        .where('session.expires_at', '>', now)
        .where('token.expires_at', '>', now)
        .as('sessions'),
    )
    .where('sub', 'in', subs)
    .execute()
  return new Map(
    users.map((user) => {
      const mustChangePassword = hasTemporaryPassword(user)
      return [
        user.sub,
        {
          hasAuthenticator: user.totp_secret !== null,
          mustChangePassword,
          passwordExpiresAt: mustChangePassword
            ? after(user.password_set_at, TEMPORARY_PASSWORD_LIFE_MS)
            : null,
          sessionCount: Number(user.sessions),
        },
      ]
    }),
  )
}
