import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import type { FastifyRequest } from 'fastify'

/** Credentials that the demo signs requests to one of Amazon's services with. */
export type Signer = { service: string; accessKeyId: string; secretAccessKey: string }

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([A-Z]{1,40})\/\d{8}\/([a-z0-9-]{1,40})\/([a-z-]{1,40})\/aws4_request, SignedHeaders=([a-z0-9;-]{1,2000}), Signature=([0-9a-f]{64})$/
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const BODY_DIGEST = 'x-amz-content-sha256'

/**
 * Whether a request is signed by these credentials: its address, headers, and body (Signature Version 4). Undefined
 * if it has no signature at all.
 */
export async function isSigned(request: FastifyRequest, by: Signer): Promise<boolean | undefined> {
  const { searchParams, pathname } = new URL(request.url, 'http://localhost')
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '')
  if (found === null) return undefined
  const [, keyId, region = '', service, list = '', signature] = found
  if (keyId !== by.accessKeyId || service !== by.service) return false
  const date = String(request.headers['x-amz-date'] ?? '')
  const signedHeaders = list.split(';')
  if (!DATE.test(date) || !signedHeaders.includes('host')) return false
  const names = signedHeaders.filter((name) => name !== BODY_DIGEST)
  const signer = new SignatureV4({
    service,
    region,
    credentials: by,
    sha256: Sha256,
    applyChecksum: signedHeaders.includes(BODY_DIGEST),
  })
  const again = await signer.sign(
    {
      method: request.method,
      protocol: 'http:',
      hostname: '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')])),
      body: typeof request.body === 'string' ? request.body : '',
    },
    {
      signingDate: new Date(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z')),
      signableHeaders: new Set(signedHeaders),
    },
  )
  return again.headers.authorization?.endsWith(`Signature=${signature}`) === true
}
