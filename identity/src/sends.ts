import { expressionBuilder } from 'kysely'
import type { CodeMessage } from './accounts.ts'
import { after, type Call, note } from './accounts.ts'
import type { VerifiedAttribute } from './codes.ts'
import { type CognitoError, tooManyPasswords, tooManyTries, WrongGuess } from './cognito-error.ts'
import type { Db, IdentityTables } from './database.ts'
import { inTurnOf } from './line.ts'
import { networkOf } from './network-of.ts'
import { keyedDigest } from './secrecy.ts'
import { type Counted, countedAs, normalizeUsername } from './users.ts'

const HOUR_MS = 3_600_000
/** Sign-in codes need the right password first, and people sign in more often than they reset. */
const SIGN_IN_SHARE = 2

/**
 * Codes are counted by purpose. Second-factor codes need the password, so a stranger who requests first-factor codes
 * must not use up the owner's.
 */
type CountedSend = CodeMessage['purpose'] | 'first-factor'

/** Codes that anyone can request for an address; others need a password or a session. */
const BY_STRANGERS: ReadonlySet<CountedSend> = new Set(['sign-up', 'reset-password', 'first-factor'])

/** @param value an email address or a phone number */
type Destination = { attribute: VerifiedAttribute; value: string }

/**
 * Rate-limits a code per hour: by account and purpose, by network if no sign-in is needed, and by mailbox or phone.
 * Unknown accounts are counted the same way. Text messages are also limited per site, because they cost money.
 *
 * @param db the caller's transaction, if there is one
 * @throws {CognitoError} LimitExceededException
 */
export async function countSend(
  call: Call,
  poolId: string,
  who: Counted,
  purpose: CountedSend,
  destination: Destination | undefined,
  db: Db = call.db,
): Promise<void> {
  const { perAccountPerHour, perIpPerHour } = call.sendLimits
  if (BY_STRANGERS.has(purpose)) {
    const fromNetwork = await count(call, db, 'ip', networkOf(call.ip))
    if (fromNetwork > perIpPerHour) throw tooManyTries(secondsLeft(call))
  }
  const isSignIn = purpose === 'sign-in' || purpose === 'first-factor'
  const toAccount = await count(call, db, 'account', poolId, ...countedAs(who), purpose)
  if (toAccount > perAccountPerHour * (isSignIn ? SIGN_IN_SHARE : 1)) throw tooManyTries(secondsLeft(call))
  if (destination) await countDestination(call, poolId, destination, purpose, db)
}

/**
 * Counts a code to one mailbox or phone.
 *
 * @throws {CognitoError} LimitExceededException
 */
export async function countDestination(
  call: Call,
  poolId: string,
  { attribute, value }: Destination,
  purpose: CountedSend,
  db: Db = call.db,
): Promise<void> {
  const { perDestinationPerHour, textsPerPoolPerHour } = call.sendLimits
  const share = purpose === 'sign-in' ? 'second-factor' : 'any'
  const place = attribute === 'email' ? mailboxOf(value) : value
  if ((await count(call, db, 'destination', attribute, place, share)) > perDestinationPerHour)
    throw tooManyTries(secondsLeft(call))
  if (attribute === 'email') return
  if ((await count(call, db, 'texts', poolId)) > textsPerPoolPerHour) throw tooManyTries(secondsLeft(call))
}

/** One mailbox has many addresses: plus tags, and at Gmail dots. */
function mailboxOf(email: string): string {
  const [, name, host] = /^([^+]+)[^@]*@(.*)$/.exec(normalizeUsername(email)) ?? []
  if (name === undefined) return normalizeUsername(email)
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** The email address of a username, which starts with it. */
export function destinationIn(username: string): Destination {
  return { attribute: 'email', value: username.slice(0, Math.max(0, username.lastIndexOf('#'))) || username }
}

/**
 * Refuses sign-ins from a network with too many failures in this hour: one password tried on many names locks none
 * of them.
 *
 * @throws {CognitoError} NotAuthorizedException
 */
export async function assertFewFailuresFrom(call: Call): Promise<void> {
  const row = await call.db
    .selectFrom('identity.sends')
    .select('count')
    .where('key', '=', guessKey(call))
    .where('window_start', '=', hourOf(call))
    .where('count', '>=', failuresAllowed(call))
    .executeTakeFirst()
  if (row === undefined) return
  throw tooManyPasswords(secondsLeft(call))
}

/** The audit event of a wrong guess. */
type FailureEvent = { event: string; of: { pool_id: string; username: string; sub?: string } }

/**
 * Rate-limits a network's guesses at passwords and codes. A guess is counted before it's checked, so concurrent
 * guesses all count; the count is undone unless the guess was wrong. Each account that signs in allows one more
 * failure, because a large office mistypes more often.
 *
 * @param failure omitted if the guess has its own audit event
 * @throws {CognitoError} the refusal, or what the guess throws
 */
export async function guessFrom<T>(
  call: Call,
  { refusal, failure }: { refusal: (seconds: number) => CognitoError; failure?: FailureEvent },
  guess: () => Promise<T>,
): Promise<T> {
  const atOnce = Math.ceil(call.sendLimits.failuresPerIpPerHour / 2)
  return inTurnOf('guess', call.ip, atOnce, async () => {
    const key = guessKey(call)
    const window_start = hourOf(call)
    const admitted = await call.db
      .insertInto('identity.sends')
      .values({ key, window_start, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['key', 'window_start'])
          .doUpdateSet(({ eb }) => ({ count: eb('identity.sends.count', '+', 1) }))
          .where('identity.sends.count', '<', failuresAllowed(call)),
      )
      .returning('count')
      .executeTakeFirst()
    if (!admitted) throw refusal(secondsLeft(call))

    const takeBack = () =>
      call.db
        .updateTable('identity.sends')
        .set(({ eb }) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', key)
        .where('window_start', '=', window_start)
        .execute()
    try {
      const outcome = await guess()
      const [isFirst] = await Promise.all([
        failure && isFirstInHour(call, 'got-in', networkOf(call.ip), failure.of.pool_id, failure.of.username),
        takeBack(),
      ])
      if (isFirst) await count(call, call.db, 'got-in', networkOf(call.ip))
      return outcome
    } catch (cause) {
      if (!(cause instanceof WrongGuess)) await takeBack()
      else if (failure) await call.db.transaction().execute((tx) => note(call, tx, failure.event, failure.of))
      throw cause
    }
  })
}

/** The failures a network may have in this hour. */
function failuresAllowed(call: Call) {
  const { cast, eb, fn, lit, selectFrom, val } = expressionBuilder<IdentityTables, never>()
  const gotIn = selectFrom('identity.sends as allowed')
    .select('allowed.count')
    .where('allowed.key', '=', sendKey(call, 'got-in', networkOf(call.ip)))
    .where('allowed.window_start', '=', hourOf(call))
  const base = cast<number>(val(call.sendLimits.failuresPerIpPerHour), 'integer')
  return eb(base, '+', fn.coalesce(gotIn.$asScalar(), lit(0)))
}

function guessKey(call: Call): string {
  return sendKey(call, 'sign-in', networkOf(call.ip))
}

/** Whether this is the first in the hour, so that it's audited once. */
export async function isFirstInHour(call: Call, ...parts: string[]): Promise<boolean> {
  return (await count(call, call.db, 'first', ...parts)) === 1
}

async function count(call: Call, db: Db, ...parts: string[]): Promise<number> {
  const row = await db
    .insertInto('identity.sends')
    .values({ key: sendKey(call, ...parts), window_start: hourOf(call), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet(({ eb }) => ({ count: eb('identity.sends.count', '+', 1) })),
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

/** Until the hour's counts end. */
function secondsLeft(call: Call): number {
  return Math.ceil((+hourOf(call) + HOUR_MS - +call.now()) / 1000)
}

function sendKey(call: Call, ...parts: string[]): string {
  return keyedDigest(call.secrets.pepper, 'send', ...parts)
}
