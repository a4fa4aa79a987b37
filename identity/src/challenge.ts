import { after, type Call } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { digest, makeToken } from './secrecy.ts'
import { normalizeUsername, readUser } from './users.ts'

/** Cognito's own default. */
const ANSWER_WITHIN_MS = 3 * 60_000

/** One question asked between the password and the tokens. */
export type Challenge = {
  name: string
  /** Whether this user must answer it before being signed in. */
  isDue(user: User): boolean
  /** What the client is told with the question, and what must be remembered; may send a code. */
  ask(
    call: Call,
    tx: Tx,
    user: User,
  ): Promise<{ parameters: Record<string, string>; state: Record<string, unknown> }>
  /**
   * Checks an answer, outside any transaction; what it returns is run inside the one that uses the
   * question up.
   *
   * @throws {CognitoError} and the question stays open
   */
  check(call: Call, question: Question, answers: Record<string, string>): Promise<(tx: Tx) => Promise<void>>
}

/** A question that waits for its answer. */
export type Question = {
  pool: Pool
  user: User
  name: string
  /** Names of the challenges passed before it. */
  answered: string[]
  state: Record<string, unknown>
  sessionHash: string
}

/** Asks a question. The `Session` in the answer is its ticket: random, good once and for three minutes. */
export async function openQuestion(
  call: Call,
  tx: Tx,
  challenge: Challenge,
  user: User,
  answered: string[],
): Promise<object> {
  const Session = makeToken()
  const { parameters, state } = await challenge.ask(call, tx, user)
  await tx
    .insertInto('identity.challenges')
    .values({
      session_hash: digest(Session),
      sub: user.sub,
      name: challenge.name,
      state: JSON.stringify({ ...state, answered }),
      expires_at: after(call.now(), ANSWER_WITHIN_MS),
    })
    .execute()
  return {
    ChallengeName: challenge.name,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
    Session,
  }
}

/** @throws {CognitoError} NotAuthorizedException when nothing of the kind was asked, or too long ago */
export async function readQuestion(
  call: Call,
  pool: Pool,
  asked: { name: string; session: string; username: string },
): Promise<Question> {
  const sessionHash = digest(asked.session)
  const row = await call.db
    .selectFrom('identity.challenges')
    .selectAll()
    .where('session_hash', '=', sessionHash)
    .where('name', '=', asked.name)
    .executeTakeFirst()
  const user = row && (await readUser(call.db, row.sub))
  if (!user || user.pool_id !== pool.pool_id || user.username !== normalizeUsername(asked.username)) {
    throw invalidSession('Invalid session for the user.')
  }
  if (row.expires_at <= call.now()) throw invalidSession('Invalid session for the user, session is expired.')

  const { answered, ...state } = row.state
  return { pool, user, name: row.name, answered: answered as string[], state, sessionHash }
}

/** @throws {CognitoError} NotAuthorizedException when another request answered it first */
export async function closeQuestion(tx: Tx, question: Question): Promise<void> {
  const closed = await tx
    .deleteFrom('identity.challenges')
    .where('session_hash', '=', question.sessionHash)
    .returning('name')
    .executeTakeFirst()
  if (!closed) throw invalidSession('Invalid session for the user.')
}

export async function deleteOldQuestions({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('identity.challenges').where('expires_at', '<', now()).execute()
}

const invalidSession = (message: string) => new CognitoError('NotAuthorizedException', message)
