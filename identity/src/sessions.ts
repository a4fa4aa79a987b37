import { randomUUID } from 'node:crypto'
import { type AliasableExpression, expressionBuilder, type Selectable, type SqlBool } from 'kysely'
import { after, type Call, note, together } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import type { Db, IdentityTables, Pool, SessionTable, Tx, User } from './database.ts'
import { digest, makeToken, seal, unseal } from './secrecy.ts'
import { ROTATION_GRACE_MS, SESSION_IDLE_MS, SESSION_LIFE_MS } from './token-life.ts'
import { findUserForUpdate, readUser } from './users.ts'

// Lock order: user, session, tokens. Any other order can deadlock.

/** One sign-in of a user, with its refresh token. */
export type OpenSession = { session: Pick<SessionTable, 'id' | 'auth_time'>; refreshToken: string }

/** Sends all its queries at once ({@link Call.transact}). */
export async function openSession(call: Call, tx: Tx, user: User): Promise<OpenSession> {
  const [open] = await together(addSession(call, tx, user), note(call, tx, 'signed_in', user))
  return open
}

/** Opens a session without an audit event. */
export async function addSession(call: Call, tx: Tx, user: Pick<User, 'sub'>): Promise<OpenSession> {
  const now = call.now()
  const lifeMs = call.privateRules?.sessionLifeMs ?? SESSION_LIFE_MS
  const session = { id: randomUUID(), sub: user.sub, auth_time: now, expires_at: after(now, lifeMs) }
  const added = tx.insertInto('identity.sessions').values(session).execute()
  const [refreshToken] = await together(addRefreshToken(call, tx, session), added)
  return { session, refreshToken }
}

/**
 * Opens a session of another account of the same person, within a sign-in: it ends no later than the sign-in does.
 *
 * @returns its token; undefined when the session it comes from has ended
 */
export async function addSessionOf(
  call: Call,
  tx: Tx,
  { sub }: Pick<User, 'sub'>,
  from: { sub: string; sessionId: string },
): Promise<string | undefined> {
  const source = await lockSignIn(tx, from.sessionId)
  if (source?.sub !== from.sub || source.revoked_at || source.expires_at <= call.now()) return undefined
  const { auth_time, expires_at } = source
  const session = { id: randomUUID(), sub, auth_time, expires_at, origin_id: originOf(source) }
  await tx.insertInto('identity.sessions').values(session).execute()
  return addRefreshToken(call, tx, session)
}

/** Makes a session part of another one's sign-in, so that they end together. */
export async function joinSignIn(tx: Tx, token: string, sessionId: string): Promise<void> {
  const source = await lockSignIn(tx, sessionId)
  if (!source || source.revoked_at) return
  await tx
    .updateTable('identity.sessions')
    .set({ origin_id: originOf(source) })
    .where('id', '=', sessionOf(token))
    .execute()
}

/** Ends the session of a token, and no other. */
export async function endSessionOfToken(call: Call, tx: Tx, poolId: string, token: string): Promise<void> {
  await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: call.now() })
    .where('id', '=', sessionOf(token))
    .where('revoked_at', 'is', null)
    .where('sub', 'in', (eb) =>
      eb
        .selectFrom('identity.users')
        .select('sub')
        .where('pool_id', '=', poolId)
        .whereRef('sub', '=', 'identity.sessions.sub'),
    )
    .execute()
}

function sessionOf(token: string) {
  const { selectFrom } = expressionBuilder<IdentityTables>()
  return selectFrom('identity.refresh_tokens').select('session_id').where('token_hash', '=', digest(token))
}

type StoredSession = Selectable<SessionTable>

function originOf({ id, origin_id }: Pick<StoredSession, 'id' | 'origin_id'>): string {
  return origin_id ?? id
}

/** Locks a sign-in's first session, which stands for all of them, and reads one of them. */
async function lockSignIn(tx: Tx, sessionId: string): Promise<StoredSession | undefined> {
  const read = () =>
    tx.selectFrom('identity.sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
  const found = await read()
  if (!found) return undefined
  await lockSessions(tx, [originOf(found)])
  return read()
}

async function lockSessions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('identity.sessions')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Ends whole sign-ins, with the sessions that switches opened.
 *
 * @returns the owners of the ended sessions
 */
async function revokeSignIns(call: Call, tx: Tx, origins: readonly string[]): Promise<string[]> {
  if (origins.length === 0) return []
  await lockSessions(tx, origins)
  const ended = await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: call.now() })
    .where(({ or, eb }) => or([eb('id', 'in', origins), eb('origin_id', 'in', origins)]))
    .where('revoked_at', 'is', null)
    .returning('sub')
    .execute()
  return [...new Set(ended.map(({ sub }) => sub))]
}

async function addRefreshToken(
  call: Call,
  tx: Tx,
  session: { id: string; expires_at: Date },
): Promise<string> {
  const token = makeToken()
  const idle = after(call.now(), call.privateRules?.sessionIdleMs ?? SESSION_IDLE_MS)
  await tx
    .insertInto('identity.refresh_tokens')
    .values({
      token_hash: digest(token),
      session_id: session.id,
      expires_at: new Date(Math.min(+idle, +session.expires_at)),
    })
    .execute()
  return token
}

/**
 * Rotates a refresh token. For a minute the old token returns the same successor, because two tabs may refresh at
 * once. Later reuse means that the token was stolen, and ends the session.
 *
 * @throws {CognitoError} NotAuthorizedException or RefreshTokenReuseException
 */
export async function rotate(call: Call, pool: Pool, token: string): Promise<OpenSession & { user: User }> {
  const hash = digest(token)
  // Returned, not thrown: throwing would roll back the revocation.
  const outcome = await call.db.transaction().execute(async (tx) => {
    const now = call.now()
    const row = await findTokenForUpdate(tx, pool, hash)
    if (!row) return notAuthorized('Invalid Refresh Token')
    if (row.revoked_at) return notAuthorized('Refresh Token has been revoked')
    if (row.token_expires_at <= now) return notAuthorized('Refresh Token has expired')

    const session = { id: row.id, auth_time: row.auth_time, expires_at: row.expires_at }
    const { user } = row

    if (row.replaced_at === null) {
      const refreshToken = await addRefreshToken(call, tx, session)
      await tx
        .updateTable('identity.refresh_tokens')
        .set({ replaced_at: now, successor: seal(call.secrets.sealKey, `successor:${hash}`, refreshToken) })
        .where('token_hash', '=', hash)
        .execute()
      return { session, refreshToken, user }
    }
    if (row.successor && after(row.replaced_at, ROTATION_GRACE_MS) > now) {
      return { session, refreshToken: unseal(call.secrets.sealKey, `successor:${hash}`, row.successor), user }
    }
    await revokeSession(call, tx, row.id)
    await note(call, tx, 'refresh_token_reused', user)
    return new CognitoError('RefreshTokenReuseException', 'Refresh token has been used already.')
  })
  if (outcome instanceof CognitoError) throw outcome
  return outcome
}

/** The open session of a token that isn't rotated. */
export function findOpenSession({ db, now }: Call, poolId: string, token: string) {
  return db
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.id', 'token.session_id')
    .innerJoin('identity.users as user', 'user.sub', 'session.sub')
    .select(['session.id', 'session.expires_at as sessionEnds', 'token.expires_at as tokenEnds'])
    .select(['user.sub', 'user.status'])
    .where('token.token_hash', '=', digest(token))
    .where('token.replaced_at', 'is', null)
    .where('token.expires_at', '>', now())
    .where('session.expires_at', '>', now())
    .where('session.revoked_at', 'is', null)
    .where('user.disabled_at', 'is', null)
    .where('user.pool_id', '=', poolId)
    .executeTakeFirst()
}

export async function extendSession(db: Db, token: string, until: Date): Promise<void> {
  await db
    .updateTable('identity.refresh_tokens')
    .set({ expires_at: until })
    .where('token_hash', '=', digest(token))
    .execute()
}

/** Ends a private session for its owner, with all sessions of the same sign-in. */
export async function endSession(call: Call, sub: string, id: string): Promise<void> {
  await call.db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, sub)
    const session = user && (await lockSignIn(tx, id))
    if (!session) return
    const owners = await revokeSignIns(call, tx, [originOf(session)])
    for (const owner of owners) await note(call, tx, 'signed_out', await readUser(tx, owner))
  })
}

async function findTokenForUpdate(tx: Tx, pool: Pool, tokenHash: string) {
  const owner = await tx
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.id', 'token.session_id')
    .select('session.sub')
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirst()
  const user = owner && (await findUserForUpdate(tx, owner.sub))
  if (user?.pool_id !== pool.pool_id) return undefined
  const row = await tx
    .selectFrom('identity.refresh_tokens as token')
    .innerJoin('identity.sessions as session', 'session.id', 'token.session_id')
    .select(['session.id', 'session.auth_time', 'session.expires_at', 'session.revoked_at'])
    .select(['token.expires_at as token_expires_at', 'token.replaced_at', 'token.successor'])
    .where('token.token_hash', '=', tokenHash)
    .forUpdate(['token', 'session'])
    .executeTakeFirst()
  return row && { ...row, user }
}

/** Ends the session of a refresh token, current or former. Unknown tokens are ignored. */
export async function revokeByToken(call: Call, pool: Pool, token: string): Promise<void> {
  await call.db.transaction().execute(async (tx) => {
    const row = await findTokenForUpdate(tx, pool, digest(token))
    if (!row) return
    await revokeSession(call, tx, row.id)
    await note(call, tx, 'signed_out', row.user)
  })
}

async function revokeSession(call: Call, tx: Tx, id: string): Promise<void> {
  await tx.updateTable('identity.sessions').set({ revoked_at: call.now() }).where('id', '=', id).execute()
}

/**
 * Ends a user's sessions and pending sign-ins, except one session if given. After a password change, every other
 * device has to sign in again.
 */
export async function revokeSessionsOf(call: Call, tx: Tx, user: User, exceptId?: string): Promise<void> {
  await findUserForUpdate(tx, user.sub)
  if (call.privateRules) await revokeSwitched(call, tx, user, exceptId)
  await tx
    .updateTable('identity.sessions')
    .set({ revoked_at: call.now() })
    .where('sub', '=', user.sub)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .execute()
  await tx.deleteFrom('identity.challenges').where('sub', '=', user.sub).execute()
}

/** Ends what switches opened from a person's sessions or on the way to them, on all sites. */
async function revokeSwitched(call: Call, tx: Tx, { sub }: User, exceptId?: string): Promise<void> {
  const open = await tx
    .selectFrom('identity.sessions')
    .select(['id', 'origin_id'])
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .execute()
  const kept = open.find(({ id }) => id === exceptId)
  const origins = new Set(open.map(originOf))
  if (kept) origins.delete(originOf(kept))
  await revokeSignIns(call, tx, [...origins])
}

/** An unknown or deleted session counts as revoked. */
export async function isSessionRevoked(db: Db, id: string, now: Date): Promise<boolean> {
  const found = await db.selectNoFrom(isSessionOpen(id, now).as('is_open')).executeTakeFirst()
  return found?.is_open !== true
}

/** Whether a session exists and hasn't ended, as part of a query. */
export function isSessionOpen(id: string, now: Date): AliasableExpression<SqlBool> {
  const { exists, selectFrom } = expressionBuilder<IdentityTables>()
  return exists(
    selectFrom('identity.sessions')
      .select('id')
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now),
  )
}

/** Deletes expired sessions and tokens, and clears successors after their grace period. */
export async function deleteOldSessions({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db
    .updateTable('identity.refresh_tokens')
    .set({ successor: null })
    .where('replaced_at', '<', after(now(), -ROTATION_GRACE_MS))
    .where('successor', 'is not', null)
    .execute()
  await db.deleteFrom('identity.refresh_tokens').where('expires_at', '<', now()).execute()
  await db.deleteFrom('identity.sessions').where('expires_at', '<', now()).execute()
}

const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message)
