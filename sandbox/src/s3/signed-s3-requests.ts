import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from './s3-error.ts'

/** The only credentials, and the bucket that is there from the start. */
export const S3_DEMO = {
  accessKeyId: 'SANDBOXS3',
  secretAccessKey: 'sandbox-s3-secret',
  region: 'us-east-1',
  bucket: 'laurel-files',
} as const

export type AskedS3 = { method: string; url: string; headers: IncomingHttpHeaders }
/** What the signature says about the body: its SHA-256, or that it isn't covered. */
export type SignedPayload = { hash: string }

const ALGORITHM = 'AWS4-HMAC-SHA256'
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([a-z0-9-]{1,40})\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]{1,2000}), ?Signature=([0-9a-f]{64})$/
const SCOPE = /^([^/]+)\/(\d{8})\/([a-z0-9-]{1,40})\/s3\/aws4_request$/
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
const MAX_SKEW_MS = 15 * 60_000
const MAX_EXPIRY_S = 7 * 24 * 60 * 60

type Signature = {
  keyId: string
  day: string
  region: string
  names: string[]
  signature: string
  date: string
  payload: string
}

/**
 * Checks a request's signature (Signature Version 4), in its headers or in its query.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html
 * @throws {S3Error} unless it was signed with the demo's credentials, is recent, and hasn't expired
 */
export function assertSigned(asked: AskedS3, now: Date): SignedPayload {
  const url = new URL(asked.url, 'http://localhost')
  const isInQuery = url.searchParams.has('X-Amz-Algorithm')
  const given = isInQuery ? inQuery(url.searchParams, now) : inHeaders(asked.headers, now)
  if (given.keyId !== S3_DEMO.accessKeyId) throw new S3Error('InvalidAccessKeyId')
  if (!given.names.includes('host')) throw new S3Error('AccessDenied')
  const isUncovered = (name: string) => name.startsWith('x-amz-') && !given.names.includes(name)
  if (Object.keys(asked.headers).some(isUncovered)) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed')
  }

  const scope = `${given.day}/${given.region}/s3/aws4_request`
  const key = scope
    .split('/')
    .reduce<string | Buffer>((of, part) => hmac(of, part), `AWS4${S3_DEMO.secretAccessKey}`)
  const [path = ''] = asked.url.split('?')
  // Some clients, such as s3cmd, sign the path as S3 itself would see it, behind our address.
  const isSigned = [path, path.replace(/^\/s3/, '')].some((signedPath) => {
    const request = sha256(canonical(asked, signedPath, url.searchParams, given))
    const expected = hmac(key, [ALGORITHM, given.date, scope, request].join('\n'))
    return timingSafeEqual(expected, Buffer.from(given.signature, 'hex'))
  })
  if (!isSigned) throw new S3Error('SignatureDoesNotMatch')
  return { hash: given.payload }
}

function inHeaders(headers: IncomingHttpHeaders, now: Date): Signature {
  const [, keyId, day, region, names, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (keyId === undefined) throw new S3Error('AccessDenied')
  const date = String(headers['x-amz-date'] ?? '')
  const at = timeOf(date)
  if (at === undefined || !date.startsWith(day!)) throw new S3Error('AccessDenied')
  if (Math.abs(at - now.getTime()) > MAX_SKEW_MS) throw new S3Error('RequestTimeTooSkewed')
  const payload = headers['x-amz-content-sha256']
  if (typeof payload !== 'string') {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  }
  return { keyId, day: day!, region: region!, names: names!.split(';'), signature: signature!, date, payload }
}

function inQuery(query: URLSearchParams, now: Date): Signature {
  const [, keyId, day, region] = SCOPE.exec(query.get('X-Amz-Credential') ?? '') ?? []
  const signature = query.get('X-Amz-Signature') ?? ''
  const names = query.get('X-Amz-SignedHeaders') ?? ''
  const date = query.get('X-Amz-Date') ?? ''
  const seconds = Number(query.get('X-Amz-Expires'))
  const at = timeOf(date)
  if (
    keyId === undefined ||
    at === undefined ||
    !date.startsWith(day!) ||
    query.get('X-Amz-Algorithm') !== ALGORITHM ||
    !/^[0-9a-f]{64}$/.test(signature) ||
    !(Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_EXPIRY_S)
  ) {
    throw new S3Error('AuthorizationQueryParametersError')
  }
  if (at - now.getTime() > MAX_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not valid yet')
  if (now.getTime() >= at + seconds * 1_000) throw new S3Error('AccessDenied', 'Request has expired')
  const payload = query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'
  return { keyId, day: day!, region: region!, names: names.split(';'), signature, date, payload }
}

function canonical(
  { method, headers }: AskedS3,
  path: string,
  searchParams: URLSearchParams,
  { names, payload }: Signature,
): string {
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
  const lines = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  )
  return [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    lines.join(''),
    names.join(';'),
    payload,
  ].join('\n')
}

function timeOf(date: string): number | undefined {
  return DATE.test(date) ? Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z')) : undefined
}

/** Everything but RFC 3986's unreserved characters. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
