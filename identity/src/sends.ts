import { AsyncLocalStorage } from 'node:async_hooks'
import { expressionBuilder } from 'kysely'
import type { CodeMessage } from './accounts.ts'
import { after, type Call, note } from './accounts.ts'
import type { VerifiedAttribute } from './codes.ts'
import {
  type CognitoError,
  notDelivered,
  tooManyPasswords,
  tooManyTries,
  WrongGuess,
} from './cognito-error.ts'
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

/** @throws {CognitoError} CodeDeliveryFailureException where nothing is sent by this medium */
export function assertDelivers(call: Call, medium: CodeMessage['medium']): void {
  if (call.notDelivering.has(medium)) throw notDelivered(medium)
}

/**
 * Rate-limits a code per hour: by account and purpose, by network if no sign-in is needed, and by mailbox or phone.
 * Unknown accounts are counted the same way. Text messages are also limited per site, because they cost money.
 *
 * @param db the caller's transaction, if there is one
 * @throws {CognitoError} LimitExceededException; CodeDeliveryFailureException where nothing is sent
 */
export async function countSend(
  call: Call,
  poolId: string,
  who: Counted,
  purpose: CountedSend,
  destination: Destination | undefined,
  db: Db = call.db,
): Promise<void> {
  if (destination) assertDelivers(call, destination.attribute === 'email' ? 'EMAIL' : 'SMS')
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
  if (keptBy.get(call.db)?.get(guessKey(call))?.count) return
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
 * @param guess may count a successful sign-in with `gotIn`, in its own transaction
 * @throws {CognitoError} the refusal, or what the guess throws
 */
export async function guessFrom<T>(
  call: Call,
  { refusal, failure }: { refusal: (seconds: number) => CognitoError; failure?: FailureEvent },
  guess: (gotIn: (db: Db) => Promise<void>) => Promise<T>,
): Promise<T> {
  const atOnce = Math.ceil(call.sendLimits.failuresPerIpPerHour / 2)
  return inTurnOf('guess', call.ip, atOnce, async () => {
    const counted = takeKept(call) ?? (await countGuess(call))
    if (!counted) throw refusal(secondsLeft(call))
    let isWrong = false
    let isIn = failure === undefined
    const gotIn = async (db: Db) => {
      isIn = true
      if (failure) await countGotIn(call, db, failure.of)
    }
    try {
      const outcome = await guess(gotIn)
      if (!isIn) await gotIn(call.db)
      return outcome
    } catch (cause) {
      isWrong = cause instanceof WrongGuess
      if (isWrong && failure)
        await call.db.transaction().execute((tx) => note(call, tx, failure.event, failure.of))
      throw cause
    } finally {
      if (!isWrong) keep(call, counted)
    }
  })
}

/** A guess of a network, as counted in an hour. */
type CountedGuess = { key: string; window_start: Date }

async function countGuess(call: Call): Promise<CountedGuess | undefined> {
  const counted = { key: guessKey(call), window_start: hourOf(call) }
  const admitted = await call.db
    .insertInto('identity.sends')
    .values({ ...counted, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet(({ eb }) => ({ count: eb('identity.sends.count', '+', 1) }))
        .where('identity.sends.count', '<', failuresAllowed(call)),
    )
    .returning('count')
    .executeTakeFirst()
  return admitted && counted
}

type Kept = CountedGuess & { count: number }

/** How long a counted guess that wasn't wrong is kept for the network's next guess. */
const KEPT_MS = 250
const keptBy = new WeakMap<Db, Map<string, Kept>>()
const outsideRequests = AsyncLocalStorage.snapshot()

/** If each guess of a busy office were counted and uncounted, its people would wait for each other's row lock. */
function keep({ db }: Call, { key, window_start }: CountedGuess): void {
  const all = keptBy.get(db) ?? new Map<string, Kept>()
  keptBy.set(db, all)
  const before = all.get(key)
  if (before && +before.window_start === +window_start) {
    before.count += 1
    return
  }
  const kept = { key, window_start, count: 1 }
  all.set(key, kept)
  // If it fails, the network has a few guesses fewer in this hour.
  outsideRequests(() => setTimeout(() => takeBack(db, kept).catch(() => {}), KEPT_MS).unref())
}

function takeKept(call: Call): CountedGuess | undefined {
  const kept = keptBy.get(call.db)?.get(guessKey(call))
  if (!kept || kept.count === 0 || +kept.window_start !== +hourOf(call)) return undefined
  kept.count -= 1
  return kept
}

async function takeBack(db: Db, kept: Kept): Promise<void> {
  const { key, window_start, count } = kept
  const all = keptBy.get(db)
  if (all?.get(key) === kept) all.delete(key)
  kept.count = 0
  if (count === 0) return
  await db
    .updateTable('identity.sends')
    .set(({ eb }) => ({ count: eb('count', '-', count) }))
    .where('key', '=', key)
    .where('window_start', '=', window_start)
    .execute()
}

/** Before the database is closed. */
export async function takeBackGuesses({ db }: Pick<Call, 'db'>): Promise<void> {
  for (const kept of [...(keptBy.get(db)?.values() ?? [])]) await takeBack(db, kept)
}

/** The first time in an hour, one more failure is allowed. */
async function countGotIn(call: Call, db: Db, { pool_id, username }: FailureEvent['of']): Promise<void> {
  const network = networkOf(call.ip)
  const hour = hourOf(call)
  const key = sendKey(call, 'first', 'got-in', network, pool_id, username)
  await db
    .with('mine', (query) => countedOnce(query, key, hour).returning('count'))
    .insertInto('identity.sends')
    .columns(['key', 'window_start', 'count'])
    .expression(({ selectFrom, val, lit }) =>
      selectFrom('mine')
        .select([val(sendKey(call, 'got-in', network)).as('key'), val(hour).as('window_start')])
        .select(lit(1).as('count'))
        .where('count', '=', 1),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet(({ eb }) => ({ count: eb('identity.sends.count', '+', 1) })),
    )
    .execute()
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
  const row = await countedOnce(db, sendKey(call, ...parts), hourOf(call))
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

function countedOnce(db: Pick<Db, 'insertInto'>, key: string, window_start: Date) {
  return db
    .insertInto('identity.sends')
    .values({ key, window_start, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet(({ eb }) => ({ count: eb('identity.sends.count', '+', 1) })),
    )
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
