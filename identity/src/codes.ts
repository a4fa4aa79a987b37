import { randomInt } from 'node:crypto'
import { after, type Call, type CodeMessage, note } from './accounts.ts'
import type { Tx, User } from './database.ts'
import { keyedDigest, sameDigest } from './secrecy.ts'
import { assertDelivers } from './sends.ts'
import { isSub } from './users.ts'

const MINUTE_MS = 60_000

/**
 * Lifetime of codes: ten minutes, as OWASP asks for codes that grant access; an hour for sign-up, where the code
 * needs the password too (Cognito allows a day).
 */
const CODE_LIFE_MS: Record<CodeMessage['purpose'], number> = {
  'sign-up': 60 * MINUTE_MS,
  'reset-password': 10 * MINUTE_MS,
  'verify-attribute': 10 * MINUTE_MS,
  // As long as its challenge.
  'sign-in': 3 * MINUTE_MS,
  'first-factor': 3 * MINUTE_MS,
  // A temporary password, not a code.
  invitation: 7 * 24 * 60 * MINUTE_MS,
  // News, not a code.
  'account-exists': 24 * 60 * MINUTE_MS,
}

export const VERIFIED_ATTRIBUTES = ['email', 'phone_number'] as const
export type VerifiedAttribute = (typeof VERIFIED_ATTRIBUTES)[number]

export type CodeUse = { purpose: CodeMessage['purpose']; attribute: VerifiedAttribute }

/** A masked destination, for "we sent a code to …". */
export type CodeDelivery = {
  AttributeName: VerifiedAttribute
  DeliveryMedium: 'EMAIL' | 'SMS'
  Destination: string
}

/**
 * Creates a six-digit code and enqueues its delivery in the same transaction. It replaces the last code for the
 * same purpose.
 */
export async function sendCode(
  call: Call,
  tx: Tx,
  user: User,
  use: CodeUse,
  destination: string,
): Promise<CodeDelivery> {
  const code = makeCode()
  const expiresAt = after(call.now(), CODE_LIFE_MS[use.purpose])
  const fresh = {
    destination,
    code_hash: codeHash(call, user, use, code),
    expires_at: expiresAt,
    used_at: null,
  }
  await tx
    .insertInto('identity.one_time_codes')
    .values({ sub: user.sub, ...use, ...fresh })
    .onConflict((conflict) => conflict.columns(['sub', 'purpose', 'attribute']).doUpdateSet(fresh))
    .execute()
  return deliverCode(call, tx, user, use, { code, destination, expiresAt })
}

export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Enqueues a code and returns its masked destination. */
export async function deliverCode(
  call: Call,
  tx: Tx,
  user: User,
  use: CodeUse,
  { code, destination, expiresAt }: { code: string; destination: string; expiresAt: Date },
): Promise<CodeDelivery> {
  const delivery = deliveryOf(use.attribute, destination)
  assertDelivers(call, delivery.DeliveryMedium)
  await call.deliver(tx, {
    poolId: user.pool_id,
    purpose: use.purpose,
    medium: delivery.DeliveryMedium,
    destination,
    code,
    username: user.username,
    sub: user.sub,
    expiresAt,
  })
  await note(call, tx, `code_sent:${use.purpose}`, user)
  return delivery
}

/** Tells the owner of an account that their address was used to sign up again. */
export async function tellAccountExists(call: Call, tx: Tx, user: User): Promise<void> {
  await call.deliver(tx, {
    poolId: user.pool_id,
    purpose: 'account-exists',
    medium: 'EMAIL',
    destination: user.attributes.email!,
    code: '',
    username: user.username,
    sub: user.sub,
    expiresAt: after(call.now(), CODE_LIFE_MS['account-exists']),
  })
  await note(call, tx, 'sign_up_repeated', user)
}

export type CodeCheck = { result: 'right'; destination: string } | { result: 'wrong' | 'dead' }

/**
 * Uses up a code. Only the right code gets the answer "expired"; any other is wrong, whether a code exists or not.
 */
export async function useCode(
  call: Call,
  tx: Tx,
  user: User,
  use: CodeUse,
  code: string,
): Promise<CodeCheck> {
  const sent = await tx
    .selectFrom('identity.one_time_codes')
    .selectAll()
    .where('sub', '=', user.sub)
    .where('purpose', '=', use.purpose)
    .where('attribute', '=', use.attribute)
    .forUpdate()
    .executeTakeFirst()

  if (!sent || !sameDigest(sent.code_hash, codeHash(call, user, use, code))) return { result: 'wrong' }
  if (sent.used_at || sent.expires_at <= call.now()) return { result: 'dead' }

  await tx
    .updateTable('identity.one_time_codes')
    .set({ used_at: call.now() })
    .where('sub', '=', user.sub)
    .where('purpose', '=', use.purpose)
    .where('attribute', '=', use.attribute)
    .execute()
  return { result: 'right', destination: sent.destination }
}

/** @returns the new address or number that is waiting for its code */
export async function findPendingDestination(
  tx: Tx,
  user: User,
  attribute: VerifiedAttribute,
): Promise<string | undefined> {
  const sent = await tx
    .selectFrom('identity.one_time_codes')
    .select('destination')
    .where('sub', '=', user.sub)
    .where('purpose', '=', 'verify-attribute')
    .where('attribute', '=', attribute)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return sent?.destination
}

export function deliveryOf(attribute: VerifiedAttribute, destination: string): CodeDelivery {
  if (attribute === 'phone_number') {
    return {
      AttributeName: attribute,
      DeliveryMedium: 'SMS',
      Destination: `+*******${destination.slice(-4)}`,
    }
  }
  const [name = '', host = ''] = isSub(destination) ? [] : destination.split('@')
  const masked = `${name.slice(0, 1).toLowerCase()}***@${host.slice(0, 1).toLowerCase()}***`
  return { AttributeName: attribute, DeliveryMedium: 'EMAIL', Destination: masked }
}

/** Cancels a pending change: its code stops working. */
export async function dropPendingDestination(
  tx: Tx,
  user: User,
  attribute: VerifiedAttribute,
): Promise<void> {
  await tx
    .deleteFrom('identity.one_time_codes')
    .where('sub', '=', user.sub)
    .where('purpose', '=', 'verify-attribute')
    .where('attribute', '=', attribute)
    .execute()
}

/** Deletes codes a day after they expire. */
export async function deleteOldCodes({ db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('identity.one_time_codes')
    .where('expires_at', '<', after(now(), -24 * 60 * MINUTE_MS))
    .execute()
}

export function codeHash(call: Call, user: User, use: CodeUse, code: string): string {
  return keyedDigest(call.secrets.pepper, 'code', user.sub, use.purpose, use.attribute, code)
}
