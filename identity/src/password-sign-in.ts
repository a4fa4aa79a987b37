import { type Call, together } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { tooManyPasswords, wrongCredentials } from './cognito-error.ts'
import type { Pool, Tx, User } from './database.ts'
import { counted } from './known-devices.ts'
import { readPoolOf } from './pools.ts'
import { guessFrom } from './sends.ts'
import { answerWith, assertMaySignIn, nextStep, type Progress } from './sign-in.ts'
import { type Metadata, markTypedHere } from './sign-up-mark.ts'
import { sealedVerifier, unknownUser } from './srp-verifiers.ts'
import { changeUser, findUser, findUserForUpdate } from './users.ts'

/**
 * The first step of a sign-in by a plain password.
 *
 * @param use runs in the transaction after a right password
 */
export async function signInByPassword(
  call: Call,
  pool: Pool,
  given: { username: string; password: string; metadata?: Metadata },
  use?: (tx: Tx) => Promise<void>,
): Promise<object> {
  return answerWith(call, pool, await passPassword(call, pool, given, use))
}

/** The same for callers inside the server. */
export async function passPassword(
  call: Call,
  pool: Pool,
  { username, password, metadata }: { username: string; password: string; metadata?: Metadata },
  use?: (tx: Tx) => Promise<void>,
): Promise<Progress> {
  const user = await findUser(call.db, pool.pool_id, username)
  return guessFrom(call, passwordGuess(pool, user?.username ?? username), async (gotIn) => {
    const who = user ? counted(call, user) : unknownUser(call, pool, username)
    await countAttempt(call, pool.pool_id, who, 'password')
    const matches = await call.hasher.verify(user?.password_hash, password)
    if (!user || !matches || isHiddenYet(pool, user)) throw wrongCredentials()

    if (user.status === 'UNCONFIRMED') await markTypedHere(call, user, metadata)
    // The account's state is revealed only after the right password.
    assertMaySignIn(call, user)
    // SRP was turned on after this password was set.
    const srp_verifier = user.srp_verifier ?? sealedVerifier(call, pool, user.sub, password)
    const password_hash = await call.hasher.renew(user.password_hash, password)

    return call.transact(pool.pool_id, async (tx) => {
      const [current, itsPool] = await together(findUserForUpdate(tx, user.sub), readPoolOf(tx, user))
      // The password may have changed while it was being checked.
      if (current?.password_hash !== user.password_hash) throw wrongCredentials()
      if (srp_verifier !== current.srp_verifier || password_hash !== current.password_hash) {
        await changeUser(tx, user.sub, { srp_verifier, password_hash })
      }
      await use?.(tx)
      const next = await nextStep(call, tx, { user: current, pool: itsPool, answered: [], notes: {} })
      return async () => {
        const [progress] = await together(
          next(),
          forgiveAttempts(call, tx, pool.pool_id, who, 'password'),
          gotIn(tx),
        )
        return progress
      }
    })
  })
}

/**
 * If the site hides accounts, signing in must not reveal whether a sign-up's address was free: an unconfirmed
 * account answers like a wrong password.
 */
export function isHiddenYet(pool: Pool, user: User): boolean {
  return pool.hide_accounts && user.status === 'UNCONFIRMED'
}

/** The refusal and audit event of a wrong password. */
export function passwordGuess({ pool_id }: Pool, username: string) {
  return { refusal: tooManyPasswords, failure: { event: 'sign_in_failed', of: { pool_id, username } } }
}
