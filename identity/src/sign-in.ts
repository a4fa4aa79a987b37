import type { Call } from './accounts.ts'
import { openQuestion } from './challenge.ts'
import { CHALLENGES } from './challenge-table.ts'
import type { Pool, Tx, User } from './database.ts'
import { type OpenSession, openSession } from './sessions.ts'
import { signTokens } from './tokens.ts'

/** Where a sign-in stands after a step: one more question, or done. */
export type Progress = { question: object } | { open: OpenSession; user: User }

/**
 * Takes a sign-in one step on: asks the next question the user has to answer, or opens the session.
 *
 * @param answered names of the challenges this sign-in has passed already
 */
export async function proceed(call: Call, tx: Tx, user: User, answered: string[]): Promise<Progress> {
  const due = CHALLENGES.find((challenge) => challenge.isDue(user) && !answered.includes(challenge.name))
  if (due) return { question: await openQuestion(call, tx, due, user, answered) }
  return { open: await openSession(call, tx, user), user }
}

/** Puts a step's outcome on the wire. Signs tokens, so it is called outside the transaction. */
export async function answerWith(call: Call, pool: Pool, progress: Progress): Promise<object> {
  if ('question' in progress) return progress.question
  const AuthenticationResult = await signTokens(call, pool, progress.user, progress.open)
  return { AuthenticationResult, ChallengeParameters: {} }
}
