import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Call } from './accounts.ts'
import { countAttempt, forgiveAttempts } from './attempts.ts'
import { CognitoError, missing, wrongCredentials } from './cognito-error.ts'
import type { Pool, Tx } from './database.ts'
import { putOpening, readOpening, useOpening } from './opening.ts'
import { isHiddenYet, passwordGuess } from './password-sign-in.ts'
import { seal, unseal } from './secrecy.ts'
import { assertFewFailuresFrom, guessFrom } from './sends.ts'
import { answerWith, assertMaySignIn, proceed } from './sign-in.ts'
import { type Metadata, markTypedHere } from './sign-up-mark.ts'
import { type Exchange, isClaimRight, openExchange } from './srp.ts'
import { srpIdOf, srpName, verifierOf } from './srp-verifiers.ts'
import { findUser, findUserForUpdate, normalizeUsername } from './users.ts'

const CLOCKS_DIFFER_BY_MS = 5 * 60_000

/** The client's public value. */
export const SrpA = z.string().regex(/^[0-9a-fA-F]{1,1024}$/)

/** @throws {CognitoError} InvalidParameterException, unless stock clients may sign in by SRP here */
export function assertSrp(pool: Pool): void {
  if (pool.srp) return
  // A verifier is a fast hash: if stolen, it costs more than SRP gains behind TLS.
  throw new CognitoError('InvalidParameterException', 'USER_SRP_AUTH is not enabled for the client.')
}

/** Answers the client's public value with ours. Unknown names get a stable, equal-looking answer. */
export async function openSrp(
  call: Call,
  pool: Pool,
  { username: typed, A }: { username: string; A: string },
  use?: (tx: Tx) => Promise<void>,
): Promise<object> {
  assertSrp(pool)
  await assertFewFailuresFrom(call)
  const user = await findUser(call.db, pool.pool_id, typed)
  const username = user?.username ?? normalizeUsername(typed)
  const verifier = verifierOf(call, pool, username, user)
  const userId = srpIdOf(call, pool, username, user)
  const exchange = openExchange(A, verifier)
  if (!exchange) throw new CognitoError('InvalidParameterException', 'SRP_A is not a valid public value.')

  const secretBlock = randomBytes(32).toString('base64')
  const sealed = seal(call.secrets.sealKey, `srp:${secretBlock}`, JSON.stringify(exchange))
  await call.db.transaction().execute(async (tx) => {
    await use?.(tx)
    const state = { userId, sealed }
    await putOpening(call, tx, pool, {
      name: 'PASSWORD_VERIFIER',
      username,
      user,
      state,
      ticket: secretBlock,
    })
  })
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: verifier.salt,
      SRP_B: exchange.B,
      SECRET_BLOCK: secretBlock,
      USERNAME: typed,
      USER_ID_FOR_SRP: userId,
    },
  }
}

/** Checks the client's proof. Each exchange allows one guess. */
export async function answerSrp(
  call: Call,
  pool: Pool,
  username: string,
  answers: Record<string, string>,
  metadata?: Metadata,
): Promise<object> {
  assertSrp(pool)
  const secretBlock = answers.PASSWORD_CLAIM_SECRET_BLOCK
  const { PASSWORD_CLAIM_SIGNATURE: signature, TIMESTAMP: timestamp } = answers
  if (!secretBlock) throw missing('PASSWORD_CLAIM_SECRET_BLOCK')
  if (!signature) throw missing('PASSWORD_CLAIM_SIGNATURE')
  if (!timestamp || !isNow(call, timestamp)) {
    throw new CognitoError(
      'InvalidParameterException',
      'TIMESTAMP is malformed or too far from the time here.',
    )
  }
  const opening = await readOpening(call, pool, { name: 'PASSWORD_VERIFIER', ticket: secretBlock, username })
  const progress = await guessFrom(call, passwordGuess(pool, opening.username), async () => {
    await countAttempt(call, pool.pool_id, opening.who, 'password')
    await useOpening(call.db, opening)

    const exchange: Exchange = JSON.parse(
      unseal(call.secrets.sealKey, `srp:${secretBlock}`, String(opening.state.sealed)),
    )
    const user = await findUser(call.db, pool.pool_id, opening.username)
    const claim = {
      secretBlock: Buffer.from(secretBlock, 'base64'),
      timestamp,
      signature: Buffer.from(signature, 'base64'),
    }
    const verifier = verifierOf(call, pool, opening.username, user)
    const isRight = isClaimRight(srpName(pool), String(opening.state.userId), verifier, exchange, claim)
    if (!user?.srp_verifier || user.sub !== opening.sub || !isRight || isHiddenYet(pool, user)) {
      throw wrongCredentials()
    }
    if (user.status === 'UNCONFIRMED') await markTypedHere(call, user, metadata)
    assertMaySignIn(call, user)

    return call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (current?.srp_verifier !== user.srp_verifier) throw wrongCredentials()
      await forgiveAttempts(call, tx, pool.pool_id, opening.who, 'password')
      return proceed(call, tx, { user: current, answered: [], notes: {} })
    })
  })
  return answerWith(call, pool, progress)
}

/** Clients send `Sat Nov 21 07:52:04 UTC 2026`. */
function isNow(call: Call, timestamp: string): boolean {
  const parts = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d) UTC (\d{4})$/.exec(timestamp)
  if (!parts) return false
  const [, month, day, time, year] = parts
  const at = Date.parse(`${day} ${month} ${year} ${time} UTC`)
  return Math.abs(at - call.now().getTime()) <= CLOCKS_DIFFER_BY_MS
}
