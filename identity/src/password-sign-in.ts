import type { Call } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { tooManyPasswords, wrongCredentials } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { guessFrom } from './sends.ts'
import { answerWith, assertMaySignIn, type Progress, proceed } from './sign-in.ts'
import { type Metadata, markTypedHere } from './sign-up-mark.ts'
import { nobody, sealedVerifier } from './srp-verifiers.ts'
import { changeUser, findUser, findUserForUpdate } from './users.ts'

/**
 * Takes the first step of a sign-in by a password that was sent.
 *
 * @param use runs in the transaction of a right one
 */
export async function signInByPassword(
  call: Call,
  pool: Pool,
  given: { username: string; password: string; metadata?: Metadata },
  use?: (tx: Tx) => Promise<void>,
): Promise<object> {
  return answerWith(call, pool, await passPassword(call, pool, given, use))
}

/** The same, for whoever isn't on the wire. */
export async function passPassword(
  call: Call,
  pool: Pool,
  { username, password, metadata }: { username: string; password: string; metadata?: Metadata },
  use?: (tx: Tx) => Promise<void>,
): Promise<Progress> {
  const user = await findUser(call.db, pool.pool_id, username)
  return guessFrom(call, passwordGuess(pool, user?.username ?? username), async () => {
    await countAttempt(call, pool.pool_id, user ?? nobody(call, pool, username), 'password')
    const matches = await call.hasher.verify(user?.password_hash, password)
    if (!user || !matches || isHiddenYet(pool, user)) throw wrongCredentials()

    if (user.status === 'UNCONFIRMED') await markTypedHere(call, user, metadata)
    // Only who knows the password hears about the account's state.
    assertMaySignIn(call, user)
    // The switch was turned on after this password was set.
    const srp_verifier = user.srp_verifier ?? sealedVerifier(call, pool, user.sub, password)
    const password_hash = await call.hasher.renew(user.password_hash, password)

    return call.db.transaction().execute(async (tx) => {
      // The password may have been changed while it was being compared.
      const current = await findUserForUpdate(tx, user.sub)
      if (current?.password_hash !== user.password_hash) throw wrongCredentials()
      if (srp_verifier !== current.srp_verifier || password_hash !== current.password_hash) {
        await changeUser(tx, user.sub, { srp_verifier, password_hash })
      }
      await use?.(tx)
      await forgiveAttempts(call, tx, pool.pool_id, current, 'password')
      return proceed(call, tx, { user: current, answered: [], notes: {} })
    })
  })
}

/**
 * Where accounts are hidden, whoever signed up with an address must not learn from signing in whether it
 * was free: a registration answers like a wrong password until its code came back.
 */
export function isHiddenYet(pool: Pool, user: User): boolean {
  return pool.hide_accounts && user.status === 'UNCONFIRMED'
}

/** How a guess at somebody's password is refused and kept in the trail. */
export function passwordGuess({ pool_id }: Pool, username: string) {
  return { refusal: tooManyPasswords, trail: { event: 'sign_in_failed', of: { pool_id, username } } }
}
