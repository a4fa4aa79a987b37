import { after, type Call } from './accounts.ts'
import { ANSWER_WITHIN_MS } from './challenge.ts'
import { expiredSession, invalidSession } from './cognito-error.ts'
import type { Db, Pool, User } from './database.ts'
import { digest, makeToken } from './secrecy.ts'
import { unknownUser } from './srp-verifiers.ts'
import { type Counted, normalizeUsername } from './users.ts'

/**
 * First-factor challenges, by their stored names. EMAIL_OTP is a second factor too, so first-factor codes are stored
 * under another name.
 */
export type OpeningName =
  | 'PASSWORD_VERIFIER'
  | 'SELECT_CHALLENGE'
  | 'FIRST:EMAIL_OTP'
  | 'FIRST:SMS_OTP'
  | 'SIGNED_UP'

/** An open first-factor challenge, also for unknown names. */
export type Opening = {
  hash: string
  username: string
  /** The user of the name when the challenge was opened. */
  sub: string | undefined
  /** The rate-limit key of guesses. */
  who: Counted
  state: Record<string, unknown>
}

/** @returns the `Session`: random, works once, within three minutes */
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

/** @returns undefined when there's no such challenge for that name at this site */
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
  const who = row.sub === null ? unknownUser(call, pool, username) : { username, sub: row.sub }
  // After SRP, clients send the `USER_ID_FOR_SRP`.
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
