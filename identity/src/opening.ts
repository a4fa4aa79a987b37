import { after, type Call } from './accounts.ts'
import { ANSWER_WITHIN_MS } from './challenge.ts'
import { expiredSession, invalidSession } from './cognito-error.ts'
import type { Db, Pool, User } from './database.ts'
import { digest, makeToken } from './secrecy.ts'
import { nobody } from './srp-verifiers.ts'
import { type Counted, normalizeUsername } from './users.ts'

/**
 * Questions put before anything is proven, by the names they are kept under. EMAIL_OTP is also the name
 * of a second factor, so the codes of a first one are kept apart from it.
 */
export type OpeningName =
  | 'PASSWORD_VERIFIER'
  | 'SELECT_CHALLENGE'
  | 'FIRST:EMAIL_OTP'
  | 'FIRST:SMS_OTP'
  | 'SIGNED_UP'

/** An opening question that waits for its answer, put to a name whether or not somebody has it. */
export type Opening = {
  hash: string
  username: string
  /** Who had the name when the question was put. */
  sub: string | undefined
  /** By whom guesses at the answer are counted. */
  who: Counted
  state: Record<string, unknown>
}

/** @returns the ticket to answer with: random, good once and for three minutes */
export async function putOpening(
  call: Call,
  db: Db,
  pool: Pool,
  given: {
    name: OpeningName
    username: string
    user?: User
    state?: Record<string, unknown>
    ticket?: string
  },
): Promise<string> {
  const { name, user, ticket = makeToken() } = given
  const state = { ...given.state, pool: pool.pool_id, username: normalizeUsername(given.username) }
  await db
    .insertInto('identity.challenges')
    .values({
      session_hash: digest(ticket),
      sub: user?.sub ?? null,
      name,
      state: JSON.stringify({ answered: [], notes: {}, state }),
      expires_at: after(call.now(), ANSWER_WITHIN_MS),
    })
    .execute()
  return ticket
}

/** @returns undefined when no such question was put to that name at this site */
export async function findOpening(
  call: Call,
  pool: Pool,
  asked: { name: OpeningName; ticket: string; username: string },
): Promise<Opening | undefined> {
  const hash = digest(asked.ticket)
  const row = await call.db
    .selectFrom('identity.challenges')
    .selectAll()
    .where('session_hash', '=', hash)
    .where('name', '=', asked.name)
    .executeTakeFirst()
  if (!row) return undefined

  const { state } = row.state
  const username = String(state.username)
  const who = row.sub === null ? nobody(call, pool, username) : { username, sub: row.sub }
  // A client that signed in by SRP goes on under the `USER_ID_FOR_SRP`.
  const names = [username, who.sub ?? who.decoyId]
  if (state.pool !== pool.pool_id || !names.includes(normalizeUsername(asked.username))) return undefined
  if (row.expires_at <= call.now()) throw expiredSession()
  return { hash, username, sub: row.sub ?? undefined, who, state }
}

/** @throws {CognitoError} NotAuthorizedException */
export async function readOpening(...asked: Parameters<typeof findOpening>): Promise<Opening> {
  const opening = await findOpening(...asked)
  if (!opening) throw invalidSession()
  return opening
}

/** @throws {CognitoError} NotAuthorizedException when another request used it first */
export async function useOpening(db: Db, { hash }: Opening): Promise<void> {
  const used = await db
    .deleteFrom('identity.challenges')
    .where('session_hash', '=', hash)
    .returning('name')
    .executeTakeFirst()
  if (!used) throw invalidSession()
}
