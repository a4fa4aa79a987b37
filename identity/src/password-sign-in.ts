import { type Call, note } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { type CognitoError, wrongCredentials } from './cognito-error.ts'
import type { Pool, Tx } from './database.ts'
import { assertFewFailuresFrom, countFailureFrom } from './sends.ts'
import { answerWith, assertMaySignIn, proceed } from './sign-in.ts'
import { sealedVerifier } from './srp-verifiers.ts'
import { changeUser, findUser, findUserForUpdate } from './users.ts'

/**
 * Takes the first step of a sign-in by a password that was sent.
 *
 * @param use runs in the transaction of a right one
 */
export async function signInByPassword(
  call: Call,
  pool: Pool,
  { username, password }: { username: string; password: string },
  use?: (tx: Tx) => Promise<void>,
): Promise<object> {
  await assertFewFailuresFrom(call)
  const user = await findUser(call.db, pool.pool_id, username)
  await countAttempt(call, pool.pool_id, user ?? { username }, 'password')
  const matches = await call.hasher.verify(user?.password_hash, password)
  if (!user || !matches) throw await failSignIn(call, pool, username)

  // Only who knows the password hears about the account's state.
  assertMaySignIn(call, user)
  // The switch was turned on after this password was set.
  const srp_verifier = user.srp_verifier ?? sealedVerifier(call, pool, user.sub, password)

  const progress = await call.db.transaction().execute(async (tx) => {
    // The password may have been changed while it was being compared.
    const current = await findUserForUpdate(tx, user.sub)
    if (current?.password_hash !== user.password_hash) throw wrongCredentials()
    if (srp_verifier !== current.srp_verifier) await changeUser(tx, user.sub, { srp_verifier })
    await use?.(tx)
    await forgiveAttempts(call, tx, pool.pool_id, current, 'password')
    return proceed(call, tx, { user: current, answered: [], notes: {} })
  })
  return answerWith(call, pool, progress)
}

/** Counts and notes a sign-in that failed. @returns what to answer */
export async function failSignIn(call: Call, pool: Pool, username: string): Promise<CognitoError> {
  await countFailureFrom(call)
  const tried = { pool_id: pool.pool_id, username }
  await call.db.transaction().execute((tx) => note(call, tx, 'sign_in_failed', tried))
  return wrongCredentials()
}
