import { after, type Call } from './accounts.ts'
import { expiredSession, invalidSession } from './cognito-error.ts'
import type { Db, Pool, Tx, User } from './database.ts'
import { readPoolOf } from './pools.ts'
import { digest, makeToken } from './secrecy.ts'
import { findUserBySub, normalizeUsername } from './users.ts'

/** Cognito's own default. */
export const ANSWER_WITHIN_MS = 3 * 60_000

/** A pending sign-in: past the password, before the tokens. */
export type SignIn = {
  user: User
  pool: Pool
  /** Names of the passed challenges. */
  answered: string[]
  /** Choices that later challenges need, such as the second factor. */
  notes: Record<string, string>
}

/** A challenge between the password and the tokens. */
export type Challenge = {
  name: string
  /** Time to answer, if not Cognito's three minutes. */
  answerWithinMs?: number
  /** Whether this sign-in has to answer it. */
  isDue(call: Call, signIn: SignIn): boolean
  /** Parameters for the client and state to keep; may send a code. */
  ask(
    call: Call,
    tx: Tx,
    signIn: SignIn,
  ): Promise<{ parameters: Record<string, string>; state?: Record<string, unknown> }>
  /**
   * Checks an answer, outside any transaction.
   *
   * @throws {CognitoError} and the challenge stays open
   */
  check(call: Call, question: Question, answers: Record<string, string>): Promise<Passed>
}

/** The effects of a right answer. */
export type Passed = {
  /** Runs in the transaction that uses up the challenge. */
  write?(tx: Tx): Promise<void>
  notes?: Record<string, string>
}

/** An open challenge. */
export type Question = SignIn & {
  name: string
  state: Record<string, unknown>
  sessionHash: string
}

/** A challenge as sent to the client. */
export type Asked = { ChallengeName: string; ChallengeParameters: Record<string, string>; Session: string }

/** Opens a challenge. Its `Session` is random and works once, within three minutes. */
export async function openQuestion(call: Call, tx: Tx, challenge: Challenge, signIn: SignIn): Promise<Asked> {
  const Session = makeToken()
  const { user, answered, notes } = signIn
  const { parameters, state = {} } = await challenge.ask(call, tx, signIn)
  await tx
    .insertInto('identity.challenges')
    .values({
      session_hash: digest(Session),
      sub: user.sub,
      name: challenge.name,
      state: JSON.stringify({ answered, notes, state }),
      expires_at: after(
        call.now(),
        call.privateRules?.answerWithinMs ?? challenge.answerWithinMs ?? ANSWER_WITHIN_MS,
      ),
    })
    .execute()
  const ChallengeParameters = { USER_ID_FOR_SRP: user.username, ...parameters }
  return { ChallengeName: challenge.name, ChallengeParameters, Session }
}

/** @throws {CognitoError} NotAuthorizedException when there's no such challenge, or it expired */
export async function readQuestion(
  call: Call,
  pool: Pool,
  asked: { name: string; session: string; username: string },
): Promise<Question> {
  const found = await findQuestion(call, asked.name, asked.session)
  const user = found?.question.user
  // After SRP, clients send the `USER_ID_FOR_SRP`, which is the user's `sub`.
  const isTheirs = user && [user.username, user.sub].includes(normalizeUsername(asked.username))
  if (!found || !isTheirs || user.pool_id !== pool.pool_id) throw invalidSession()
  if (found.expires_at <= call.now()) throw expiredSession()
  return found.question
}

/**
 * Reads a challenge by its `Session` alone, for setup requests, which name no user.
 *
 * @throws {CognitoError} NotAuthorizedException
 */
export async function readQuestionOf(call: Call, name: string, session: string): Promise<Question> {
  const found = await findQuestion(call, name, session)
  if (!found) throw invalidSession()
  if (found.expires_at <= call.now()) throw expiredSession()
  return found.question
}

async function findQuestion(call: Call, name: string, session: string) {
  const sessionHash = digest(session)
  const row = await call.db
    .selectFrom('identity.challenges')
    .selectAll()
    .where('session_hash', '=', sessionHash)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row?.sub) return undefined
  const user = await findUserBySub(call.db, row.sub)
  // The account was deleted at the same time.
  if (!user) return undefined
  const pool = await readPoolOf(call.db, user)
  // Only the server itself may answer for a private pool.
  if (pool.is_private !== (call.privateRules !== undefined)) return undefined
  const question: Question = {
    pool,
    user,
    name,
    sessionHash,
    ...row.state,
  }
  return { question, expires_at: row.expires_at }
}

/**
 * Saves a setup step in its challenge, under a new `Session`, without extending its time.
 *
 * @returns the new `Session`
 * @throws {CognitoError} NotAuthorizedException when another request changed it first
 */
export async function moveQuestion(
  db: Db,
  { sessionHash, answered, notes }: Question,
  state: Record<string, unknown>,
): Promise<string> {
  const Session = makeToken()
  const moved = await db
    .updateTable('identity.challenges')
    .set({ session_hash: digest(Session), state: JSON.stringify({ answered, notes, state }) })
    .where('session_hash', '=', sessionHash)
    .returning('name')
    .executeTakeFirst()
  if (!moved) throw invalidSession()
  return Session
}

/** @throws {CognitoError} NotAuthorizedException when another request answered it first */
export async function closeQuestion(tx: Tx, question: Question): Promise<void> {
  const closed = await tx
    .deleteFrom('identity.challenges')
    .where('session_hash', '=', question.sessionHash)
    .returning('name')
    .executeTakeFirst()
  if (!closed) throw invalidSession()
}

export async function deleteOldQuestions({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('identity.challenges').where('expires_at', '<', now()).execute()
}
