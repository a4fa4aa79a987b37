import type { Bucket } from './buckets.ts'
import { S3Error } from './s3-error.ts'
import { written } from './s3-xml.ts'
import { encoded } from './signed-s3-requests.ts'

const MAX_KEYS = 1_000

/** ListObjectsV2, and version 1, which s3cmd still uses: the keys of a bucket by pages, in the order of their bytes. */
export function listObjects({ name, objects }: Bucket, query: URLSearchParams): string {
  const isSecond = query.get('list-type') === '2'
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const most = Number(query.get('max-keys') ?? MAX_KEYS)
  if (!(Number.isInteger(most) && most >= 0)) throw new S3Error('InvalidArgument')
  const token = query.get('continuation-token')
  const after = isSecond
    ? token === null
      ? query.get('start-after')
      : Buffer.from(token, 'base64url').toString()
    : query.get('marker')
  const asUrl = query.get('encoding-type') === 'url'
  const say = (key: string) => (asUrl ? encoded(key).replaceAll('%2F', '/') : key)

  const entries = new Set<string>()
  for (const key of [...objects.keys()].sort(byBytes)) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    entries.add(end < 0 ? key : key.slice(0, end + delimiter.length))
  }
  const left = [...entries].filter((entry) => after === null || byBytes(entry, after) > 0)
  const page = left.slice(0, Math.min(most, MAX_KEYS))
  const isTruncated = left.length > page.length && page.length > 0
  const last = page.at(-1)
  const isFolder = (entry: string) => delimiter !== '' && entry.endsWith(delimiter) && entry !== prefix
  return written('ListBucketResult', {
    Name: name,
    Prefix: say(prefix),
    ...(delimiter !== '' && { Delimiter: say(delimiter) }),
    MaxKeys: most,
    ...(asUrl && { EncodingType: 'url' }),
    IsTruncated: isTruncated,
    ...(isSecond
      ? {
          KeyCount: page.length,
          ...(token !== null && { ContinuationToken: token }),
          ...(isTruncated && { NextContinuationToken: Buffer.from(last!).toString('base64url') }),
        }
      : { Marker: say(after ?? ''), ...(isTruncated && { NextMarker: say(last!) }) }),
    Contents: page.flatMap((key) => {
      const object = isFolder(key) ? undefined : objects.get(key)
      if (object === undefined) return []
      return {
        Key: say(key),
        LastModified: object.modifiedAt.toISOString(),
        ETag: object.etag,
        Size: object.bytes,
        StorageClass: 'STANDARD',
      }
    }),
    CommonPrefixes: page.filter(isFolder).map((folder) => ({ Prefix: say(folder) })),
  })
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
