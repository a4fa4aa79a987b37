import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { MAX_FILE_BYTES } from '@laurel/domain/people-files'
import type { Config } from '../../config.ts'
import { type GuardedRequests, requestProblem } from '../webhooks/guarded-requests.ts'
import { fileProblem } from './file-problem.ts'
import { assertScheme, type FileSource } from './file-source.ts'

export type FetchedFile = { bytes: Buffer; hash: string }
export type FetchKit = { requests: GuardedRequests; config: Pick<Config, 'webhooksToPrivateHosts'> }

/** Resolving, connecting, redirects, and all bytes together. */
const TIMEOUT_MS = 60_000
const MAX_REDIRECTS = 3
const SIGNED_FOR_S = 300

const SAYS = {
  failed: 'We couldn’t connect securely to the server. Check the address.',
  privateAddress: 'This address is in a private network, so we didn’t open it.',
  late: `The file didn’t arrive within ${TIMEOUT_MS / 1_000} seconds.`,
}

/**
 * Downloads a file from where its company keeps it. Every address, also of a redirect, is checked as for webhooks.
 *
 * @throws {Refusal} `list_file_failed`, whose sentence has no secret and no path
 */
export async function fetchFile(
  kit: FetchKit,
  source: FileSource,
  stopped?: AbortSignal,
): Promise<FetchedFile> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  const signal = stopped === undefined ? deadline : AbortSignal.any([deadline, stopped])
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(stopped?.aborted ? stopped.reason : fileProblem('late', SAYS.late))
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    // A step that ignores the signal can't hold up the others.
    return await Promise.race([fetchUntil(signal, kit, source, stopped), ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function fetchUntil(
  signal: AbortSignal,
  kit: FetchKit,
  source: FileSource,
  stopped: AbortSignal | undefined,
): Promise<FetchedFile> {
  const first = source.kind === 's3' ? await signedUrl(source) : new URL(source.url)
  const authorization = authorizationOf(source)
  let url = first
  for (let redirects = 0; ; redirects += 1) {
    assertScheme(url, kit.config.webhooksToPrivateHosts, (message) => fileProblem('not_https', message))
    // Another server gets no password.
    const headers = url.origin === first.origin ? authorization : {}
    const response = await kit.requests
      .open(url, { method: 'GET', headers: { accept: '*/*', ...headers }, signal })
      .catch((cause: unknown) => {
        stopped?.throwIfAborted()
        throw fileProblem('unreachable', requestProblem(cause, SAYS))
      })
    const to = response.headers.location
    const status = response.statusCode ?? 0
    if (source.kind === 'https' && status >= 300 && status < 400 && to !== undefined) {
      response.destroy()
      if (redirects >= MAX_REDIRECTS) throw fileProblem('redirects', 'The server redirects too often.')
      if (!URL.canParse(to, url)) throw fileProblem('redirects', 'The server redirects to an invalid URL.')
      url = new URL(to, url)
      continue
    }
    if (status !== 200) {
      response.destroy()
      throw statusProblem(status, source)
    }
    return download(response, signal, stopped)
  }
}

function authorizationOf(source: FileSource): Record<string, string> {
  if (source.kind === 's3' || source.auth === 'none') return {}
  if (source.auth === 'bearer') return { authorization: `Bearer ${source.secret}` }
  const basic = Buffer.from(`${source.username}:${source.secret}`).toString('base64')
  return { authorization: `Basic ${basic}` }
}

/** The client only signs: its own requests wouldn't be guarded. */
const SENDS_NOTHING = {
  handle: () => Promise.reject(new Error('The S3 client may not send requests.')),
}

/**
 * Signed here, without a request. The URL is a secret until it expires.
 *
 * @throws {Refusal} `list_file_failed` for a bucket or region that can't be signed for
 */
async function signedUrl({
  bucket,
  object_key,
  region,
  endpoint,
  access_key_id,
  secret,
}: Extract<FileSource, { kind: 's3' }>): Promise<URL> {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret },
    requestHandler: SENDS_NOTHING,
    disableS3ExpressSessionAuth: true,
    ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
  })
  try {
    const command = new GetObjectCommand({ Bucket: bucket, Key: object_key })
    return new URL(await getSignedUrl(client, command, { expiresIn: SIGNED_FOR_S }))
  } catch {
    throw fileProblem('bucket', 'We can’t read from this bucket. Check its name and region.')
  } finally {
    client.destroy()
  }
}

function statusProblem(status: number, { kind }: FileSource) {
  if (status === 401 || status === 403) {
    return fileProblem(
      'forbidden',
      kind === 's3'
        ? `The bucket refused access (${status}). Check the access key, and that it may read this file.`
        : `The server refused access (${status}). Check the user name, password, or token.`,
    )
  }
  if (status === 404) return fileProblem('not_found', 'There’s no file at this address (404).')
  if (kind === 's3' && (status === 301 || status === 307 || status === 400)) {
    return fileProblem('region', `The bucket didn’t accept our request (${status}). Check its region.`)
  }
  return fileProblem('status', `The server answered with an error (${status}).`)
}

async function download(
  response: IncomingMessage,
  signal: AbortSignal,
  stopped: AbortSignal | undefined,
): Promise<FetchedFile> {
  const parts: Buffer[] = []
  let length = 0
  const stop = () => response.destroy(Object.assign(new Error(), { code: 'ABORT_ERR' }))
  signal.addEventListener('abort', stop)
  try {
    // Whatever its headers say, the bytes are counted.
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > MAX_FILE_BYTES) {
        throw fileProblem('too_large', `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`)
      }
      parts.push(part)
    }
  } catch (cause) {
    stopped?.throwIfAborted()
    if (length > MAX_FILE_BYTES) throw cause
    throw fileProblem(
      'cut',
      signal.aborted ? SAYS.late : 'The connection closed before the file was complete.',
    )
  } finally {
    signal.removeEventListener('abort', stop)
    response.destroy()
  }
  const bytes = Buffer.concat(parts)
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}
