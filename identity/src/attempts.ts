import { type Accounts, after, type Call, note } from './accounts.ts'
import { tooManyCodes, tooManyPasswords } from './cognito-error.ts'
import type { Db } from './database.ts'
import { keyedDigest } from './secrecy.ts'
import { isFirstInHour } from './sends.ts'
import { type Counted, countedAs } from './users.ts'

const FREE_FAILURES = 5
const MAX_LOCK_S = 15 * 60
/** A recovery code's 50 bits can't be guessed, so wrong ones only delay and a thief can't lock the owner out. */
const MAX_RECOVERY_DELAY_S = 10
const FORGOTTEN_AFTER_MS = 15 * 60_000

/** The secret: a password, a recovery code, or a code sent for a purpose. */
export type Guess = 'password' | `code:${string}`

/**
 * Counts a guess, or refuses it while its user or name is locked. Guesses are counted before they are checked, so
 * concurrent guesses all count; `forgiveAttempts` resets the count on success.
 * From the fifth failure, each locks for 2^(n-5) seconds, at most 15 minutes (recovery codes: 10 seconds).
 * 15 minutes without a failure reset the count.
 * Unknown names are counted the same way, so a lock reveals nothing. A lock is audited once an hour.
 *
 * @throws {CognitoError} NotAuthorizedException (password) or LimitExceededException (code)
 */
export async function countAttempt(
  accounts: Call,
  poolId: string,
  who: Counted,
  guess: Guess,
): Promise<void> {
  const now = accounts.now()
  const maxLockSeconds = guess === 'code:recovery' ? MAX_RECOVERY_DELAY_S : MAX_LOCK_S
  const key = attemptKey(accounts, poolId, who, guess)
  const admitted = await accounts.db
    .insertInto('identity.attempts')
    .values({
      key,
      failures: 1,
      last_at: now,
      locked_until: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ case: choose, eb, fn, lit, val }) => {
          const failures = choose()
            .when('identity.attempts.last_at', '<=', after(now, -FORGOTTEN_AFTER_MS))
            .then(lit<number>(1))
            .else(eb('identity.attempts.failures', '+', 1))
            .end()
          const power = fn<number>('power', [
            lit(2),
            eb(fn<number>('least', [failures, lit(30)]), '-', lit(FREE_FAILURES)),
          ])
          const lockSeconds = fn<number>('least', [power, lit(maxLockSeconds)])
          const lockedUntil = fn<Date>('to_timestamp', [eb(val(now.getTime() / 1000), '+', lockSeconds)])
          return {
            failures,
            last_at: now,
            locked_until: choose().when(failures, '>=', FREE_FAILURES).then(lockedUntil).end(),
          }
        })
        .where(({ eb, or }) =>
          or([
            eb('identity.attempts.locked_until', 'is', null),
            eb('identity.attempts.locked_until', '<=', now),
          ]),
        ),
    )
    .returning('failures')
    .executeTakeFirst()

  if (admitted) return
  if (await isFirstInHour(accounts, 'locked', poolId, ...countedAs(who), guess)) {
    const { username, sub } = who
    const tried = { pool_id: poolId, username, ...(sub !== undefined && { sub }) }
    await accounts.db.transaction().execute((tx) => note(accounts, tx, `locked:${guess}`, tried))
  }
  const seconds = await secondsLocked(accounts, key)
  throw guess === 'password' ? tooManyPasswords(seconds) : tooManyCodes(seconds)
}

/** @returns 1 if the lock has just ended */
async function secondsLocked({ db, now }: Call, key: string): Promise<number> {
  const lock = await db
    .selectFrom('identity.attempts')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  const ms = (lock?.locked_until?.getTime() ?? 0) - now().getTime()
  return Math.max(1, Math.ceil(ms / 1000))
}

/** Resets the failure count after a right guess. */
export async function forgiveAttempts(
  accounts: Accounts,
  db: Db,
  poolId: string,
  who: Counted,
  ...guesses: Guess[]
): Promise<void> {
  const keys = guesses.map((guess) => attemptKey(accounts, poolId, who, guess))
  await db.deleteFrom('identity.attempts').where('key', 'in', keys).execute()
}

export async function deleteOldAttempts(accounts: Accounts): Promise<void> {
  await accounts.db
    .deleteFrom('identity.attempts')
    .where('last_at', '<=', after(accounts.now(), -FORGOTTEN_AFTER_MS))
    .execute()
}

function attemptKey(accounts: Accounts, poolId: string, who: Counted, guess: Guess): string {
  return keyedDigest(accounts.secrets.pepper, 'attempt', poolId, ...countedAs(who), guess)
}
