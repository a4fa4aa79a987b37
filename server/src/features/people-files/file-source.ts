import type { putListFile } from '@laurel/contract/people-files'
import { bucketProblems, type FileAuth } from '@laurel/domain/people-files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { seal, unseal } from '../../secrets/sealed.ts'
import { isLoopbackHost } from '../webhooks/public-address.ts'

/** Where a file is, and what opens it. Kept encrypted as a whole: a URL's query may be a secret, too. */
export type FileSource =
  | { kind: 'https'; url: string; auth: FileAuth; username: string; secret: string }
  | {
      kind: 's3'
      bucket: string
      object_key: string
      region: string
      /** Empty for Amazon's. */
      endpoint: string
      access_key_id: string
      secret: string
    }

export function sealSource(key: Buffer, siteId: number, listId: number, source: FileSource): string {
  return seal(key, context(siteId, listId), JSON.stringify(source))
}

export function unsealSource(key: Buffer, siteId: number, listId: number, sealed: string): FileSource {
  return JSON.parse(unseal(key, context(siteId, listId), sealed)) as FileSource
}

function context(siteId: number, listId: number): string {
  return `list-file:${siteId}:${listId}`
}

type Given = z.output<typeof putListFile.body>

/**
 * The source that a person entered. A secret that they left empty is the saved one, if it goes to the same server.
 *
 * @throws {Refusal} `validation_failed`
 */
export function sourceOf(
  given: Given,
  saved: FileSource | undefined,
  { toPrivateHosts }: { toPrivateHosts: boolean },
): FileSource {
  return given.kind === 'https'
    ? httpsSource(given, saved?.kind === 'https' ? saved : undefined, toPrivateHosts)
    : s3Source(given, saved?.kind === 's3' ? saved : undefined, toPrivateHosts)
}

type Https = Extract<FileSource, { kind: 'https' }>
type S3 = Extract<FileSource, { kind: 's3' }>

function httpsSource(given: Given, saved: Https | undefined, toPrivateHosts: boolean): Https {
  const typed = checkedUrl('url', given.url, toPrivateHosts)
  if (typed.username !== '' || typed.password !== '') {
    throw wrong('url', 'Enter the user name and password in their own fields.')
  }
  // What is shown has no query: sent back, it's the same URL.
  const isSame = saved !== undefined && typed.href === shownUrl(saved.url)
  const url = isSame ? saved.url : typed.href
  const { auth } = given
  if (auth === 'none') return { kind: 'https', url, auth, username: '', secret: '' }
  const username = auth === 'basic' ? given.username : ''
  if (auth === 'basic' && username === '') throw wrong('username', 'Enter the user name.')
  const isSameServer =
    saved !== undefined &&
    new URL(saved.url).origin === typed.origin &&
    saved.auth === auth &&
    saved.username === username
  const secret = secretOf(given, isSameServer ? saved.secret : '')
  return { kind: 'https', url, auth, username, secret }
}

function s3Source(given: Given, saved: S3 | undefined, toPrivateHosts: boolean): S3 {
  const { bucket, object_key, region, access_key_id } = given
  for (const [field, value] of Object.entries({ bucket, object_key, region, access_key_id })) {
    if (value === '') throw wrong(field, 'This field is required')
  }
  for (const [field, message] of Object.entries(bucketProblems(bucket, region))) throw wrong(field, message)
  const endpoint = given.endpoint === '' ? '' : checkedUrl('endpoint', given.endpoint, toPrivateHosts).origin
  const isSameServer = saved?.endpoint === endpoint && saved.access_key_id === access_key_id
  const secret = secretOf(given, isSameServer ? saved.secret : '')
  return { kind: 's3', bucket, object_key, region, endpoint, access_key_id, secret }
}

function secretOf({ secret }: Given, saved: string): string {
  if (secret === '' && saved === '') throw wrong('secret', 'Enter it for this server.')
  return secret || saved
}

function checkedUrl(field: string, typed: string, toPrivateHosts: boolean): URL {
  if (/[\s\p{Cc}\\]/u.test(typed) || !URL.canParse(typed)) {
    throw wrong(field, 'Enter a full URL, such as https://files.example.com/people.csv.')
  }
  const url = new URL(typed)
  assertScheme(url, toPrivateHosts, (message) => wrong(field, message))
  url.hash = ''
  return url
}

/** Only https, except on this machine for development. */
export function assertScheme(url: URL, toPrivateHosts: boolean, refuse: (message: string) => Error): void {
  const isOpen = url.protocol === 'http:' && isLoopbackHost(url.hostname) && toPrivateHosts
  if (url.protocol !== 'https:' && !isOpen) throw refuse('The URL must start with https://.')
}

/** Without its query. */
export function shownUrl(url: string): string {
  const shown = new URL(url)
  shown.search = ''
  return shown.href
}

/** The server of a file, for the activity: neither path nor query, as both may be secrets. */
export function placeOf(source: FileSource): string {
  return source.kind === 'https' ? new URL(source.url).host : `s3://${source.bucket}`
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field, code: 'invalid', message }])
}
