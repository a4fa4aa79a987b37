import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import type { FastifyRequest } from 'fastify'

/** The demo's API key and AWS credentials; any others are refused. */
export const PLACES_DEMO = {
  apiKey: 'sandbox-places-key',
  accessKeyId: 'SANDBOXPLACES',
  secretAccessKey: 'sandbox-places-secret',
} as const

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=SANDBOXPLACES\/\d{8}\/([a-z0-9-]{1,40})\/geo-places\/aws4_request, SignedHeaders=([a-z0-9;-]{1,2000}), Signature=([0-9a-f]{64})$/
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const BODY_DIGEST = 'x-amz-content-sha256'

/** Whether a request has the API key, or a signature of its address, headers, and body (Signature Version 4). */
export async function isAllowed(request: FastifyRequest): Promise<boolean> {
  const { searchParams, pathname } = new URL(request.url, 'http://localhost')
  const [, region, list = '', signature] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  if (region === undefined) return searchParams.get('key') === PLACES_DEMO.apiKey
  const date = String(request.headers['x-amz-date'] ?? '')
  const signedHeaders = list.split(';')
  if (!DATE.test(date) || !signedHeaders.includes('host')) return false
  const names = signedHeaders.filter((name) => name !== BODY_DIGEST)
  const signer = new SignatureV4({
    service: 'geo-places',
    region,
    credentials: PLACES_DEMO,
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
