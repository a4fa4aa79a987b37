import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { S3Error } from './s3-error.ts'
import type { SignedPayload } from './signed-s3-requests.ts'

/** S3 itself takes 5 GB in one request. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
const IN_CHUNKS = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
const CHECKSUM = 'x-amz-checksum-'

/**
 * Reads a body, out of its chunks if it's `aws-chunked`, and compares it with what the headers or the query,
 * the trailer, and the signature say about it.
 *
 * @throws {S3Error} if it's cut, too large, or other bytes than announced
 */
export async function readBody(
  stream: AsyncIterable<Buffer>,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  { hash }: SignedPayload,
): Promise<Buffer> {
  const sent = await collect(stream)
  if (hash.startsWith('STREAMING-') && hash !== IN_CHUNKS) throw new S3Error('NotImplemented')
  const { bytes, trailer } = hash === IN_CHUNKS ? unchunked(sent) : { bytes: sent, trailer: {} }
  const decoded = headers['x-amz-decoded-content-length']
  if (hash === IN_CHUNKS && Number(decoded) !== bytes.length) throw new S3Error('IncompleteBody')
  if (/^[0-9a-f]{64}$/.test(hash) && digest('sha256', bytes, 'hex') !== hash) {
    throw new S3Error('XAmzContentSHA256Mismatch')
  }
  const md5 = headers['content-md5']
  if (md5 !== undefined && digest('md5', bytes, 'base64') !== md5) throw new S3Error('BadDigest')
  for (const [name, value] of Object.entries({ ...Object.fromEntries(query), ...headers, ...trailer })) {
    if (!name.startsWith(CHECKSUM) || ['algorithm', 'type', 'mode'].includes(name.slice(CHECKSUM.length)))
      continue
    if (checksum(name.slice(CHECKSUM.length), bytes) !== value) throw new S3Error('BadDigest')
  }
  return bytes
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    length += part.length
    if (length > MAX_BODY_BYTES) throw new S3Error('EntityTooLarge')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html */
function unchunked(sent: Buffer): { bytes: Buffer; trailer: Record<string, string> } {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const end = sent.indexOf('\r\n', at)
    const [, size] = /^([0-9a-f]{1,8})$/i.exec(end < 0 ? '' : sent.toString('latin1', at, end)) ?? []
    if (size === undefined) throw new S3Error('IncompleteBody')
    const length = Number.parseInt(size, 16)
    at = end + 2
    if (length === 0) return { bytes: Buffer.concat(chunks), trailer: trailerOf(sent.toString('latin1', at)) }
    if (sent.toString('latin1', at + length, at + length + 2) !== '\r\n') throw new S3Error('IncompleteBody')
    chunks.push(sent.subarray(at, at + length))
    at += length + 2
  }
}

function trailerOf(text: string): Record<string, string> {
  const lines = text.split('\r\n').filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([a-z0-9-]+):\s*(.*)$/i.exec(line) ?? []
      if (name === undefined) throw new S3Error('IncompleteBody')
      return [name.toLowerCase(), value ?? '']
    }),
  )
}

function checksum(algorithm: string, bytes: Buffer): string {
  if (algorithm === 'sha256' || algorithm === 'sha1') return digest(algorithm, bytes, 'base64')
  if (algorithm !== 'crc32') throw new S3Error('NotImplemented')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum.toString('base64')
}

export function digest(algorithm: 'md5' | 'sha1' | 'sha256', bytes: Buffer, as: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(as)
}
