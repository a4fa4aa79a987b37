import { after, type Call } from './accounts.ts'
import {
  type Asked,
  type Challenge,
  closeQuestion,
  openQuestion,
  type Question,
  type SignIn,
} from './challenge.ts'
import { CHALLENGES } from './challenge-table.ts'
import { CognitoError, invalidSession, tooManyTries, wrongCredentials } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { readPoolOf } from './pools.ts'
import { findDueFactor } from './second-factor.ts'
import { guessFrom } from './sends.ts'
import { type OpenSession, openSession } from './sessions.ts'
import { signTokens } from './tokens.ts'
import { findUserForUpdate } from './users.ts'

export const TEMPORARY_PASSWORD_LIFE_MS = 7 * 86_400_000

/** Where a sign-in stands after a step: one more question, done, or no further for now. */
export type Progress = { question: Asked } | { open: OpenSession; user: User } | { refusal: CognitoError }

/**
 * Opens the next required challenge, or the session. Every sign-in method ends here, so the user is read again, with
 * changes by the last step or by staff.
 *
 * @throws {CognitoError} NotAuthorizedException, UserNotConfirmedException or PasswordResetRequiredException
 */
export async function proceed(call: Call, tx: Tx, given: Omit<SignIn, 'pool'>): Promise<Progress> {
  const user = await findUserForUpdate(tx, given.user.sub)
  if (!user) throw wrongCredentials()
  return (await nextStep(call, tx, { ...given, user, pool: await readPoolOf(tx, user) }))()
}

/**
 * The same for a user who was locked and read in this transaction.
 *
 * @returns a function that sends the queries that open the session, if that's next
 */
export async function nextStep(call: Call, tx: Tx, signIn: SignIn): Promise<() => Promise<Progress>> {
  assertMaySignIn(call, signIn.user)

  for (const challenge of CHALLENGES) {
    const due = !signIn.answered.includes(challenge.name) && challenge.isDue(call, signIn)
    if (!due) continue
    const asked = await askNext(call, tx, challenge, signIn)
    return async () => asked
  }
  // Safeguard: no sign-in skips the second factor.
  if (findDueFactor(signIn)) return async () => ({ refusal: invalidSession() })
  return async () => ({ open: await openSession(call, tx, signIn.user), user: signIn.user })
}

/** Returns a refusal (too many codes) instead of throwing, so that the last answer is not rolled back. */
async function askNext(call: Call, tx: Tx, challenge: Challenge, signIn: SignIn): Promise<Progress> {
  try {
    return { question: await openQuestion(call, tx, challenge, signIn) }
  } catch (cause) {
    if (cause instanceof CognitoError) return { refusal: cause }
    throw cause
  }
}

/** Checks an answer: a wrong one leaves the challenge open, a right one uses it up. */
export async function answerQuestion(
  call: Call,
  question: Question,
  answers: Record<string, string>,
): Promise<Progress> {
  const challenge = CHALLENGES.find(({ name }) => name === question.name)
  if (!challenge) throw invalidSession()
  const passed = await guessFrom(call, { refusal: tooManyTries }, () =>
    challenge.check(call, question, answers),
  )
  return call.db.transaction().execute(async (tx) => {
    // Lock order: user, then challenge, as when sessions are ended.
    const user = await findUserForUpdate(tx, question.user.sub)
    await closeQuestion(tx, question)
    if (!user) throw invalidSession()
    await passed.write?.(tx)
    return proceed(call, tx, {
      user,
      answered: [...question.answered, question.name],
      notes: { ...question.notes, ...passed.notes },
    })
  })
}

/** Writes a step's outcome in Cognito's format. Signs tokens, so never call it in a transaction. */
export async function answerWith(call: Call, pool: Pool, progress: Progress): Promise<object> {
  if ('refusal' in progress) throw progress.refusal
  if ('question' in progress) return progress.question
  const AuthenticationResult = await signTokens(call, pool, progress.user, progress.open)
  return { AuthenticationResult, ChallengeParameters: {} }
}

/** Only after the user has proven their identity. @throws {CognitoError} as `proceed` does */
export function assertMaySignIn(call: Call, user: User): void {
  if (user.disabled_at)
    throw new CognitoError(
      'NotAuthorizedException',
      'This account is blocked. Contact support to unblock it.',
    )
  if (user.status === 'UNCONFIRMED')
    throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.status === 'RESET_REQUIRED') {
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user')
  }
  const isTemporary = user.status === 'FORCE_CHANGE_PASSWORD'
  if (isTemporary && after(user.password_set_at, TEMPORARY_PASSWORD_LIFE_MS) <= call.now()) {
    throw new CognitoError(
      'NotAuthorizedException',
      'Your temporary password has expired. Contact support for a new one.',
    )
  }
}
