import { sql } from 'kysely'
import type { CodeMessage } from './accounts.ts'
import { after, type Call } from './accounts.ts'
import { CognitoError, tooManyTries } from './cognito-error.ts'
import type { Db } from './database.ts'
import { keyedDigest } from './secrecy.ts'
import { normalizeUsername } from './users.ts'

const HOUR_MS = 3_600_000
/** A code of sign-in goes out only after the right password, and people sign in more often than they forget. */
const SIGN_IN_SHARE = 2

/**
 * Counts a code about to be sent: so many in an hour to one account for one purpose, and so many from
 * one address. Accounts that do not exist are counted alike.
 *
 * @param db the transaction of the caller, if there is one
 * @throws {CognitoError} LimitExceededException
 */
export async function countSend(
  call: Call,
  poolId: string,
  username: string,
  purpose: CodeMessage['purpose'],
  db: Db = call.db,
): Promise<void> {
  const { perAccountPerHour, perIpPerHour } = call.sendLimits
  const fromIp = await count(call, db, 'ip', call.ip)
  if (fromIp > perIpPerHour) throw tooManyTries()
  const toAccount = await count(call, db, 'account', poolId, normalizeUsername(username), purpose)
  if (toAccount > perAccountPerHour * (purpose === 'sign-in' ? SIGN_IN_SHARE : 1)) throw tooManyTries()
}

/**
 * Refuses a sign-in from an address with too many wrong ones in this hour: many names tried with one
 * password each lock no name.
 *
 * @throws {CognitoError} NotAuthorizedException
 */
export async function assertFewFailuresFrom(call: Call): Promise<void> {
  const row = await call.db
    .selectFrom('identity.sends')
    .select('count')
    .where('key', '=', sendKey(call, 'sign-in', call.ip))
    .where('window_start', '=', hourOf(call))
    .executeTakeFirst()
  if ((row?.count ?? 0) < call.sendLimits.failuresPerIpPerHour) return
  throw new CognitoError('NotAuthorizedException', 'Password attempts exceeded')
}

export async function countFailureFrom(call: Call): Promise<void> {
  await count(call, call.db, 'sign-in', call.ip)
}

async function count(call: Call, db: Db, ...parts: string[]): Promise<number> {
  const row = await db
    .insertInto('identity.sends')
    .values({ key: sendKey(call, ...parts), window_start: hourOf(call), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`sends.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

export async function deleteOldSends({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('identity.sends').where('window_start', '<', after(now(), -HOUR_MS)).execute()
}

function hourOf(call: Call): Date {
  return new Date(Math.floor(call.now().getTime() / HOUR_MS) * HOUR_MS)
}

function sendKey(call: Call, ...parts: string[]): string {
  return keyedDigest(call.secrets.pepper, 'send', ...parts)
}
