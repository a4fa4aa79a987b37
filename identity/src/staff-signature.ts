import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import type { FastifyRequest } from 'fastify'
import { type Accounts, after, type StaffKey } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import { digest, sameDigest } from './secrecy.ts'

const SERVICE = 'cognito-idp'
const CLOCKS_DIFFER_BY_MS = 5 * 60_000
const SHORTEST_SECRET = 32
/** Must be signed; otherwise a signature could be reused for another operation, day, or host. */
const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-target']
const BODY_DIGEST = 'x-amz-content-sha256'

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=([\w+=.@-]{1,128})\/(\d{8})\/([a-z0-9-]{1,40})\/cognito-idp\/aws4_request, *SignedHeaders=([a-z0-9;-]{1,2000}), *Signature=([0-9a-f]{64})$/

/** @throws {RangeError} when the secret could be guessed: a wrong configuration must stop the start. */
export function assertStaffKey(key: StaffKey | undefined): void {
  if (key && key.secretAccessKey.length < SHORTEST_SECRET) {
    throw new RangeError(`identity: admin.secretAccessKey must have ${SHORTEST_SECRET} characters`)
  }
}

type Signer = { accessKeyId: string; region: string }

/**
 * Verifies a staff request's signature by computing it again over operation, host, time, and body. Each signature
 * works once (no replay).
 *
 * @throws {CognitoError} with AWS's own names
 */
export async function readSigner(accounts: Accounts, request: FastifyRequest): Promise<Signer> {
  const { staffKey, now } = accounts
  const { authorization } = request.headers
  if (authorization === undefined) {
    throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  if (!staffKey) throw new CognitoError('AccessDeniedException', 'Staff operations are not configured here.')

  const [, accessKeyId, day, region = '', list = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? []
  const signedHeaders = list.split(';')
  const date = String(request.headers['x-amz-date'] ?? '')
  const at = timeOf(date)
  if (!at || day !== date.slice(0, 8) || MUST_BE_SIGNED.some((name) => !signedHeaders.includes(name))) {
    throw new CognitoError('IncompleteSignatureException', 'The request signature is incomplete.')
  }
  if (accessKeyId !== staffKey.accessKeyId) {
    throw new CognitoError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    )
  }
  if (Math.abs(at.getTime() - now().getTime()) > CLOCKS_DIFFER_BY_MS) {
    throw new CognitoError('InvalidSignatureException', 'Signature expired or not yet current.')
  }

  // The body's digest is computed, never taken from its header.
  const headers = signedHeaders
    .filter((name) => name !== BODY_DIGEST)
    .map((name) => [name, String(request.headers[name] ?? '')])
  const signer = new SignatureV4({
    service: SERVICE,
    region,
    credentials: staffKey,
    sha256: Sha256,
    applyChecksum: signedHeaders.includes(BODY_DIGEST),
  })
  const again = await signer.sign(
    {
      method: request.method,
      protocol: 'https:',
      hostname: '',
      path: request.raw.url ?? '/',
      headers: Object.fromEntries(headers),
      body: String(request.body ?? ''),
    },
    { signingDate: at, signableHeaders: new Set(signedHeaders) },
  )
  const [, , , , , expected = ''] = AUTHORIZATION.exec(again.headers.authorization ?? '') ?? []
  if (!sameDigest(signature, expected)) {
    throw new CognitoError(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
    )
  }
  await useSignature(accounts, signature, after(at, CLOCKS_DIFFER_BY_MS))
  return { accessKeyId, region }
}

/** @param until when the signature expires */
async function useSignature({ db }: Accounts, signature: string, until: Date): Promise<void> {
  const added = await db
    .insertInto('identity.staff_signatures')
    .values({ signature_hash: digest(signature), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature_hash')
    .executeTakeFirst()
  if (added) return
  throw new CognitoError('InvalidSignatureException', 'This request was made before. Sign it anew.')
}

/** Deletes expired signatures. */
export async function deleteOldSignatures({ db, now }: Pick<Accounts, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('identity.staff_signatures').where('expires_at', '<', now()).execute()
}

/**
 * Checks that the signature's region is the pool's, which its ID starts with.
 *
 * @throws {CognitoError} InvalidSignatureException
 */
export function assertRegion({ region }: Signer, poolId: string): void {
  if (poolId.slice(0, poolId.lastIndexOf('_')) === region) return
  throw new CognitoError('InvalidSignatureException', `Credential should not be scoped to '${region}'.`)
}

/** @param date `20261121T075204Z` */
function timeOf(date: string): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
