import { after, type Call } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { digest, makeToken } from './secrecy.ts'
import { normalizeUsername, readUser } from './users.ts'

/** Cognito's own default. */
const ANSWER_WITHIN_MS = 3 * 60_000

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

/** Asks a question. The `Session` in the answer is its ticket: random, good once and for three minutes. */
export async function openQuestion(
  call: Call,
  tx: Tx,
  challenge: Challenge,
  signIn: SignIn,
): Promise<object> {
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
      expires_at: after(call.now(), ANSWER_WITHIN_MS),
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
  return { pool, user, name: row.name, sessionHash, ...row.state }
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
