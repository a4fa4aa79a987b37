import type { FastifyBaseLogger } from 'fastify'
import type { Call } from '../accounts.ts'
import { findPool } from '../pools.ts'
import { makeToken } from '../secrecy.ts'
import { admit } from './admit.ts'
import type { Parameters } from './parameters.ts'
import type { SocialProfile } from './profile.ts'
import type { FindSocial } from './social-client.ts'
import { makeSocialCode } from './social-codes.ts'
import { denied, unavailable } from './social-refusal.ts'
import type { Trip } from './trips.ts'
import type { FindUpstream, Upstream } from './upstream.ts'

/** Errors that mean the person canceled; the last is Apple's. */
const SAID_NO = ['access_denied', 'user_denied', 'user_cancelled_authorize']

/**
 * Handles the return from a service: reads the profile, finds or creates the account, and issues the code that the
 * app trades for tokens.
 *
 * @throws {SocialRefusal} for the app
 */
export async function arrive(
  call: Call,
  log: FastifyBaseLogger,
  findSocial: FindSocial,
  findUpstream: FindUpstream,
  trip: Trip,
  answer: Parameters,
): Promise<string> {
  const { provider } = trip
  if (trip.isOver) throw denied('That took longer than ten minutes. Try again.')
  if (answer.error !== undefined) {
    if (SAID_NO.includes(answer.error)) throw denied(`You canceled signing in with ${provider}.`)
    log.warn({ provider, reason: answer.error.slice(0, 80) }, 'a sign-in service refused')
    throw unavailable(provider)
  }
  const pool = await findPool(call.db, 'pool_id', trip.poolId)
  const social = await findSocial(trip.poolId)
  const client = social?.clients.find((one) => one.provider === provider)
  if (!pool || !client || !social?.addresses.includes(trip.redirectUri)) {
    throw denied(`This site no longer signs in with ${provider}.`)
  }

  const profile = await readProfile(log, findUpstream(client), trip, answer)
  const passwordHash = await unusablePasswordHash(call)
  return call.db.transaction().execute(async (tx) => {
    const user = await admit(call, tx, pool, provider, profile, passwordHash)
    return makeSocialCode(call, tx, pool, provider, user, trip)
  })
}

async function readProfile(
  log: FastifyBaseLogger,
  upstream: Upstream,
  trip: Trip,
  answer: Parameters,
): Promise<SocialProfile> {
  const address = new URL(trip.returnTo)
  for (const name of ['code', 'state', 'iss']) {
    const value = answer[name]
    if (value !== undefined) address.searchParams.set(name, value)
  }
  try {
    return await upstream.comeBack({ ...trip, state: answer.state! }, address)
  } catch (cause) {
    // Only message and code: the cause may contain personal claims.
    const { message, code } = cause as Error & { code?: string }
    log.warn({ provider: trip.provider, reason: message, code }, 'a sign-in service did not vouch')
    throw unavailable(trip.provider)
  }
}

let unusable: Promise<string> | undefined

/** For accounts without a password: the hash of a random one. */
function unusablePasswordHash(call: Call): Promise<string> {
  unusable ??= call.hasher.hash(makeToken()).catch((cause) => {
    unusable = undefined
    throw cause
  })
  return unusable
}
