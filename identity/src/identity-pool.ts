import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { after, type Call, issuerOf } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import type { Pool } from './database.ts'
import { findPool } from './pools.ts'
import { keyedDigest, makeToken, sameDigest, seal } from './secrecy.ts'
import { type Bearer, readIdentity } from './tokens.ts'

const CREDENTIALS_LIFE_MS = 3_600_000
const OPEN_ID_LIFE_MS = 600_000
const GUEST_HALF_BYTES = 8

const IDENTITY = /^[\w-]{1,40}:[0-9a-f-]{1,60}$/
export const IdentityPoolId = z.string().regex(IDENTITY)
export const IdentityId = z.string().regex(IDENTITY)
/** The issuer without its scheme, and the ID token. */
export const Logins = z.record(z.string().max(256), z.string().max(8192)).optional()
type Logins = z.infer<typeof Logins>

/** @throws {CognitoError} ResourceNotFoundException */
export async function readIdentityPool(call: Call, id: string): Promise<Pool> {
  const pool = await findPool(call.db, 'identity_pool_id', id)
  if (!pool) throw new CognitoError('ResourceNotFoundException', `IdentityPool '${id}' not found.`)
  return pool
}

/**
 * The user of a login, by a verified ID token; undefined for a guest.
 *
 * @throws {CognitoError} NotAuthorizedException
 */
export async function findVisitor(call: Call, logins: Logins): Promise<Bearer | undefined> {
  const [login, ...others] = Object.entries(logins ?? {})
  if (!login) return undefined
  const [provider, token] = login
  const bearer = await readIdentity(call, token)
  const ours = issuerOf(call.origin, bearer.pool.pool_id).replace(/^https?:\/\//, '')
  if (provider !== ours || others.length > 0) {
    throw new CognitoError(
      'NotAuthorizedException',
      'Invalid login token. Issuer does not match providerName',
    )
  }
  return bearer
}

/** A user's identity is derived, not stored. */
export function identityIdOf(call: Call, { pool, user }: Bearer): string {
  const bytes = keyedDigest(call.secrets.pepper, 'identity', pool.identity_pool_id, user.sub)
  return `${regionOf(pool)}:${uuidOf(Buffer.from(bytes, 'base64url').subarray(0, 16))}`
}

/** A guest's identity isn't stored: its second half is a digest of the first. */
export function makeGuestId(call: Call, pool: Pool): string {
  const half = randomBytes(GUEST_HALF_BYTES)
  return `${regionOf(pool)}:${uuidOf(Buffer.concat([half, guestProof(call, regionOf(pool), half)]))}`
}

function isGuestId(call: Call, identityId: string): boolean {
  const [region = '', uuid = ''] = identityId.split(':')
  const half = Buffer.from(uuid.replaceAll('-', ''), 'hex').subarray(0, GUEST_HALF_BYTES)
  const genuine = `${region}:${uuidOf(Buffer.concat([half, guestProof(call, region, half)]))}`
  return sameDigest(genuine, identityId)
}

/**
 * The caller's identity. After a guest signs in, their guest ID resolves to the user's identity.
 *
 * @throws {CognitoError} ResourceNotFoundException
 */
export async function readVisitor(call: Call, asked: string, logins: Logins) {
  const visitor = await findVisitor(call, logins)
  if (!visitor && !isGuestId(call, asked)) {
    throw new CognitoError('ResourceNotFoundException', `Identity '${asked}' not found.`)
  }
  return { visitor, identityId: visitor ? identityIdOf(call, visitor) : asked }
}

/** Credentials in our own format, which AWS wouldn't accept. */
export function makeCredentials(call: Call, identityId: string) {
  const expires = after(call.now(), CREDENTIALS_LIFE_MS)
  const Expiration = Math.floor(expires.getTime() / 1000)
  return {
    AccessKeyId: `LAUREL-${randomBytes(8).toString('hex').toUpperCase()}`,
    SecretKey: makeToken(),
    SessionToken: seal(call.secrets.sealKey, 'credentials', JSON.stringify({ identityId, exp: Expiration })),
    Expiration,
  }
}

/**
 * A visitor's identity, signed for ten minutes. Its issuer and claims differ from the user pool's ID tokens, so it
 * opens no session.
 */
export function signOpenIdToken(
  call: Call,
  identityId: string,
  visitor: Bearer | undefined,
): Promise<string> {
  const iat = Math.floor(call.now().getTime() / 1000)
  const provider = visitor && issuerOf(call.origin, visitor.pool.pool_id).replace(/^https?:\/\//, '')
  return call.keys.sign({
    iss: `${call.origin}/identity`,
    sub: identityId,
    // A guest's identity proves its region, not its pool.
    ...(visitor && { aud: visitor.pool.identity_pool_id }),
    amr: visitor ? ['authenticated', provider, `${provider}:${visitor.user.sub}`] : ['unauthenticated'],
    iat,
    exp: iat + OPEN_ID_LIFE_MS / 1000,
  })
}

const regionOf = (pool: Pool) => pool.identity_pool_id.split(':')[0]!

function guestProof(call: Call, region: string, half: Buffer): Buffer {
  const proof = keyedDigest(call.secrets.pepper, 'guest', region, half.toString('hex'))
  return Buffer.from(proof, 'base64url').subarray(0, GUEST_HALF_BYTES)
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
