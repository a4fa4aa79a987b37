import { after, type Call } from './accounts.ts'
import { expiredSession, invalidSession } from './cognito-error.ts'
import type { Db, Pool, Tx, User } from './database.ts'
import { readPoolOf } from './pools.ts'
import { digest, makeToken } from './secrecy.ts'
import { findUserBySub, normalizeUsername } from './users.ts'

/** Cognito's own default. */
export const ANSWER_WITHIN_MS = 3 * 60_000

/** A sign-in under way: the password was right, the tokens are not there yet. */
export type SignIn = {
  user: User
  /** Names of the challenges passed so far. */
  answered: string[]
  /** What answers decided for later questions, such as the kind of second factor that was chosen. */
  notes: Record<string, string>
}

/** One question asked between the password and the tokens. */
export type Challenge = {
  name: string
  /** How long the question waits, when that is not Cognito's three minutes. */
  answerWithinMs?: number
  /** Whether it must be answered before this sign-in goes on. */
  isDue(call: Call, tx: Tx, signIn: SignIn): Promise<boolean>
  /** What the client is told with the question, and what must be remembered; may send a code. */
  ask(
    call: Call,
    tx: Tx,
    signIn: SignIn,
  ): Promise<{ parameters: Record<string, string>; state?: Record<string, unknown> }>
  /**
   * Checks an answer, outside any transaction.
   *
   * @throws {CognitoError} and the question stays open
   */
  check(call: Call, question: Question, answers: Record<string, string>): Promise<Passed>
}

/** A right answer: what it changes, and what it decides. */
export type Passed = {
  /** Runs inside the transaction that uses the question up. */
  write?(tx: Tx): Promise<void>
  notes?: Record<string, string>
}

/** A question that waits for its answer. */
export type Question = SignIn & {
  pool: Pool
  name: string
  state: Record<string, unknown>
  sessionHash: string
}

/** A question as the client is told of it. */
export type Asked = { ChallengeName: string; ChallengeParameters: Record<string, string>; Session: string }

/** Asks a question. The `Session` in the answer is its ticket: random, good once and for three minutes. */
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

/** @throws {CognitoError} NotAuthorizedException when nothing of the kind was asked, or too long ago */
export async function readQuestion(
  call: Call,
  pool: Pool,
  asked: { name: string; session: string; username: string },
): Promise<Question> {
  const found = await findQuestion(call, asked.name, asked.session)
  const user = found?.question.user
  // A client that signed in by SRP goes on under the `USER_ID_FOR_SRP`, which is the user's id.
  const isTheirs = user && [user.username, user.sub].includes(normalizeUsername(asked.username))
  if (!found || !isTheirs || user.pool_id !== pool.pool_id) throw invalidSession()
  if (found.expires_at <= call.now()) throw expiredSession()
  return found.question
}

/**
 * Reads a question by its ticket alone, for the steps of a set-up, which name nobody.
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
  // The account was closed in this very moment.
  if (!user) return undefined
  const pool = await readPoolOf(call.db, user)
  // A private pool's tickets are answered by the server's own calls alone.
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
 * Keeps a step of a set-up in its question. The old ticket is used up; the question waits no longer
 * than it would have.
 *
 * @returns the new `Session`
 * @throws {CognitoError} NotAuthorizedException when another request moved it first
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
