import type { Call } from './accounts.ts'
import { openQuestion, type SignIn } from './challenge.ts'
import { CHALLENGES } from './challenge-table.ts'
import type { Pool, Tx, User } from './database.ts'
import { type OpenSession, openSession } from './sessions.ts'
import { signTokens } from './tokens.ts'

/** Where a sign-in stands after a step: one more question, or done. */
export type Progress = { question: object } | { open: OpenSession; user: User }

/** Takes a sign-in one step on: asks the next question that is due, or opens the session. */
export async function proceed(call: Call, tx: Tx, signIn: SignIn): Promise<Progress> {
  for (const challenge of CHALLENGES) {
    const due = !signIn.answered.includes(challenge.name) && (await challenge.isDue(call, tx, signIn))
    if (due) return { question: await openQuestion(call, tx, challenge, signIn) }
  }
  return { open: await openSession(call, tx, signIn.user), user: signIn.user }
}

/** Puts a step's outcome on the wire. Signs tokens, so it is called outside the transaction. */
export async function answerWith(call: Call, pool: Pool, progress: Progress): Promise<object> {
  if ('question' in progress) return progress.question
  const AuthenticationResult = await signTokens(call, pool, progress.user, progress.open)
  return { AuthenticationResult, ChallengeParameters: {} }
}
