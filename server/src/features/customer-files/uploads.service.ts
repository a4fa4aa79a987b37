import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { completeUpload, FileUpload, startUpload } from '@laurel/contract/file-uploads'
import type { File } from '@laurel/contract/files'
import { api } from '@laurel/contract/routes'
import {
  FILE_TYPES,
  type FileType,
  freeFileName,
  MAX_FILE_BYTES,
  UPLOAD_MS,
  UPLOAD_PART_BYTES,
  uploadedFileName,
} from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret, isSameHash } from '../../secrets/hash-secret.ts'
import { assertMayChange } from '../companies/shared-things.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { MAX_IMAGE_BYTES } from '../files/clean-image.ts'
import { MAX_SVG_BYTES } from '../files/clean-svg.ts'
import { assertRoom } from '../files/files.service.ts'
import {
  addressInBucket,
  chunksOf,
  dropInBucket,
  partsInBucket,
  putTogether,
  startInBucket,
} from './bucket-uploads.ts'
import { type FileRow, namesIn, type Place, readCurrent, readFileRow } from './customer-files.repo.ts'
import { type FilesKit, sharingIn, targetOf, wireOf } from './customer-files.service.ts'
import { expiryIn } from './file-expiry.ts'
import { isReadWhole, Passing, type Read, readWhole, sniff } from './read-kind.ts'
import { scanFiles } from './scan-files.jobs.ts'
import {
  type Conflict,
  deleteUpload,
  findOpenUpload,
  finishUpload,
  insertUpload,
  insertVersion,
  keepToken,
  listOpenUploads,
  listParts,
  lockUpload,
  type PartRow,
  putPart,
  readUpload,
  replaceCurrent,
  takeParts,
  type UploadRow,
} from './uploads.repo.ts'

export type UploadsKit = FilesKit & Pick<Kit, 'keys' | 'jobs'>
type UploadWire = z.input<typeof FileUpload>

const MB = 1024 * 1024

/**
 * Starts an upload. Its bytes count toward the customer's limits until it is over.
 *
 * @throws {Refusal} `not_found`; `not_allowed` to share it; `limit_exceeded`; `file_too_large`; `file_name_taken`
 */
export async function beginUpload(
  kit: UploadsKit,
  actor: Customer,
  origin: string,
  { is_shared = false, ...given }: z.output<typeof startUpload.body>,
): Promise<UploadWire> {
  assertSize(given.bytes, given.content_type)
  const now = kit.now()
  const key = randomBytes(24).toString('base64url')
  const store_upload = await startInBucket(kit.files, origin, key)
  const upload = await inSite(kit.pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    await assertRoom(db, actor, { files: 1, bytes: given.bytes })
    const place = { folder: given.folder, folder_id: given.folder_id }
    const target = await targetOf(db, actor, place)
    await sharingIn(db, actor, { customer_id: actor.customerId, company_id: null }, target, is_shared)
    const type = expectedType(given.name, given.content_type)
    const name = type === undefined ? undefined : uploadedFileName(given.name, type)
    if (given.on_conflict === 'ask' && name !== undefined) await assertFree(db, actor, place, name)
    const id = await insertUpload(db, actor, {
      ...given,
      name: given.name.toWellFormed().replaceAll('\0', ' '),
      company_id: actor.company?.id ?? null,
      is_shared,
      token_hash: '',
      ...{ key, store_upload },
      created_at: now,
      expires_at: new Date(now.getTime() + UPLOAD_MS),
    })
    await keepToken(db, actor, id, hashSecret(tokenOf(kit, actor.siteId, id)))
    return readUpload(db, actor, id, now)
  }).catch(async (cause: unknown) => {
    await dropInBucket(kit.files, { key, store_upload })
    throw cause
  })
  return uploadWire(kit, upload, [])
}

/** Pictures have a smaller limit than other files: they're drawn anew. */
function assertSize(bytes: number, contentType: string): void {
  const type = contentType.toLowerCase()
  const isPicture = type === 'image/png' || type === 'image/jpeg' || type === 'image/webp'
  const most = type === 'image/svg+xml' ? MAX_SVG_BYTES : isPicture ? MAX_IMAGE_BYTES : MAX_FILE_BYTES
  if (bytes > most) throw new Refusal('file_too_large', { limit: `${most / MB} MB` })
}

/** What a file seems to be, until its content is read. */
function expectedType(name: string, contentType: string): FileType | undefined {
  if (contentType in FILE_TYPES) return contentType as FileType
  const ending = /\.\w+$/.exec(name.toLowerCase())?.[0]
  if (contentType === 'image/svg+xml' || ending === '.svg') return 'image/png'
  const types = Object.entries(FILE_TYPES) as [FileType, { ending: string }][]
  return types.find(([, one]) => one.ending === ending)?.[0]
}

async function assertFree(db: Db, actor: Customer, place: Place, name: string): Promise<void> {
  const names = await namesIn(db, actor, place, undefined)
  if (names.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    throw new Refusal('file_name_taken', { name })
  }
}

/** Derived from the upload, so that it can be continued after a reload. */
function tokenOf({ keys }: Pick<UploadsKit, 'keys'>, siteId: number, id: number): string {
  return createHmac('sha256', keys.uploads).update(`${siteId}:${id}`).digest('base64url')
}

export async function openUploads(kit: UploadsKit, actor: Customer): Promise<UploadWire[]> {
  const { uploads, parts } = await inSite(kit.pool, actor.siteId, async (db) => {
    const uploads = await listOpenUploads(db, actor, kit.now())
    const parts = await listParts(
      db,
      actor.siteId,
      uploads.map(({ id }) => id),
    )
    return { uploads, parts }
  })
  return Promise.all(
    uploads.map(async (upload) =>
      uploadWire(kit, upload, await storedParts(kit, upload, parts.get(upload.id) ?? [])),
    ),
  )
}

type StoredPart = Omit<PartRow, 'key'>

/** The bucket knows its own parts. */
async function storedParts(
  { files }: Pick<UploadsKit, 'files'>,
  upload: UploadRow,
  ours: readonly StoredPart[],
): Promise<readonly StoredPart[]> {
  return upload.store_upload === '' || upload.file_id !== null ? ours : partsInBucket(files, upload)
}

/** @throws {Refusal} `not_found` */
export async function oneUpload(kit: UploadsKit, actor: Customer, id: number): Promise<UploadWire> {
  const { upload, parts } = await inSite(kit.pool, actor.siteId, async (db) => {
    const upload = await readUpload(db, actor, id, kit.now())
    return { upload, parts: (await listParts(db, actor.siteId, [id])).get(id) ?? [] }
  })
  return uploadWire(kit, upload, await storedParts(kit, upload, parts))
}

async function uploadWire(
  kit: UploadsKit,
  upload: UploadRow,
  stored: readonly StoredPart[],
): Promise<UploadWire> {
  const { id, name, bytes, sha256, folder, folder_id, file_id } = upload
  return {
    ...{ upload_id: id, name, bytes: Number(bytes), sha256, folder, folder_id, file_id },
    state: file_id === null ? 'open' : 'done',
    method: 'PUT',
    parts: await Promise.all(
      sizesOf(Number(bytes)).map(async (size, index) => {
        const number = index + 1
        const part = stored.find((one) => one.number === number)
        return {
          number,
          ...(await addressOf(kit, upload, { number, bytes: size })),
          bytes: size,
          is_stored: part !== undefined || file_id !== null,
          etag: part?.etag ?? null,
        }
      }),
    ),
    expires_at: upload.expires_at.toISOString(),
  }
}

async function addressOf(
  kit: UploadsKit,
  upload: UploadRow,
  part: { number: number; bytes: number },
): Promise<{ url: string; headers: Record<string, string> }> {
  if (upload.store_upload !== '' && upload.file_id === null) {
    return { url: await addressInBucket(kit.files, upload, part, kit.now()), headers: {} }
  }
  const path = api.sendUploadPart.path.replace('{id}', `${upload.id}`).replace('{number}', `${part.number}`)
  const token = tokenOf(kit, upload.site_id, upload.id)
  return { url: `${path}?token=${token}`, headers: { 'content-type': 'application/octet-stream' } }
}

function sizesOf(bytes: number): number[] {
  const count = Math.ceil(bytes / UPLOAD_PART_BYTES)
  return Array.from({ length: count }, (_, index) =>
    Math.min(UPLOAD_PART_BYTES, bytes - index * UPLOAD_PART_BYTES),
  )
}

/**
 * Stores a part, also again. The address is the permission: it has a token that only the person got who started it.
 *
 * @throws {Refusal} `not_found` for a wrong token, or an upload that is over; `upload_part_wrong` for another size
 */
export async function storePart(
  kit: Pick<UploadsKit, 'pool' | 'files' | 'now'>,
  siteId: number,
  { id, number }: { id: number; number: number },
  token: string,
  bytes: Buffer,
): Promise<{ etag: string }> {
  const upload = await inSite(kit.pool, siteId, (db) => findOpenUpload(db, siteId, id, kit.now()))
  const isOurs = isSameHash(hashSecret(token), upload?.token_hash)
  const size = upload && sizesOf(Number(upload.bytes))[number - 1]
  if (upload === undefined || !isOurs || size === undefined) throw new Refusal('not_found')
  if (bytes.length !== size) throw new Refusal('upload_part_wrong', { bytes: size })
  const key = randomBytes(24).toString('base64url')
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
  await kit.files.put(key, bytes)
  const stray = await inSite(kit.pool, siteId, async (db) => {
    const open = await lockUpload(db, siteId, id)
    // It was completed or ended since.
    if (open === undefined || open.file_id !== null) return key
    return putPart(db, siteId, id, { number, key, bytes: bytes.length, etag })
  })
  if (stray !== undefined) await kit.files.remove(stray)
  if (stray === key) throw new Refusal('not_found')
  return { etag }
}

/**
 * Checks an upload and makes it a file. Completing it twice, also at once, makes one file.
 *
 * @throws {Refusal} `not_found`; `upload_incomplete`; `file_name_taken`, after which it can be completed in another way;
 * others for content that isn't allowed, which end the upload
 */
export async function finish(
  kit: Omit<UploadsKit, 'keys'>,
  actor: Customer,
  id: number,
  { parts, on_conflict }: z.output<typeof completeUpload.body>,
): Promise<z.input<typeof File>> {
  const { upload, stored, done } = await inSite(kit.pool, actor.siteId, async (db) => {
    const upload = await readUpload(db, actor, id, kit.now())
    const stored = (await listParts(db, actor.siteId, [id])).get(id) ?? []
    const done = upload.file_id === null ? undefined : await doneFile(db, actor, upload.file_id)
    return { upload, stored, done }
  })
  if (done !== undefined) return done
  let read: Kept
  try {
    read = await readUploaded(kit, upload, stored, parts)
  } catch (cause) {
    if (cause instanceof Refusal && ENDS_IT.has(cause.code)) {
      await dropUpload(kit, actor.siteId, id)
      throw cause
    }
    // Completed at the same time: what it consisted of is gone.
    const file = await inSite(kit.pool, actor.siteId, async (db) => {
      const { file_id } = await readUpload(db, actor, id, kit.now())
      return file_id === null ? undefined : doneFile(db, actor, file_id)
    })
    if (file === undefined) throw cause
    return file
  }
  const { file, strays } = await inSite(kit.pool, actor.siteId, (db) =>
    place(kit, db, actor, upload, on_conflict ?? upload.on_conflict, read),
  ).catch(async (cause: unknown) => {
    // In a bucket, it's still the upload's.
    if (read.key !== upload.key) await kit.files.remove(read.key)
    throw cause
  })
  for (const stray of strays) await kit.files.remove(stray)
  return file
}

type Kept = Read & { key: string; bytes: number }

/** @throws {Refusal} `upload_incomplete`, and others for its content */
async function readUploaded(
  kit: FilesKit,
  upload: UploadRow,
  stored: readonly PartRow[],
  told: z.output<typeof completeUpload.body>['parts'],
): Promise<Kept> {
  const sizes = sizesOf(Number(upload.bytes))
  if (upload.store_upload !== '') {
    await putTogether(kit.files, upload, sizes)
    return readIn(kit, upload, chunksOf(await kit.files.open(upload.key)), upload.key)
  }
  const isComplete =
    stored.length === sizes.length &&
    told.length === stored.length &&
    stored.every(({ number, etag }) => told.some((one) => one.number === number && one.etag === etag))
  if (!isComplete) throw new Refusal('upload_incomplete')
  async function* chunks() {
    for (const part of stored) yield await partBytes(kit, part)
  }
  return readIn(kit, upload, chunks(), undefined)
}

/** What is wrong with the content itself: sending it again changes nothing. */
const ENDS_IT: ReadonlySet<string> = new Set([
  'upload_changed',
  'file_kind_not_allowed',
  'file_has_script',
  'file_has_macros',
  'file_not_an_image',
  'file_not_a_logo',
  'file_too_large',
])

type Placed = { file: z.input<typeof File>; strays: string[] }

/** The file that an upload became, as it is now. */
async function doneFile(db: Db, actor: Customer, fileId: number) {
  return wireOf(db, actor, await readFileRow(db, actor, fileId))
}

/**
 * Reads an upload, and stores what is kept.
 *
 * @param storedAs its key if the store has it as a whole
 */
async function readIn(
  kit: FilesKit,
  upload: UploadRow,
  source: AsyncGenerator<Buffer>,
  storedAs: string | undefined,
): Promise<Kept> {
  try {
    return await readFrom(kit, upload, source, storedAs)
  } finally {
    // Closes the connection to the bucket.
    await source.return(undefined)
  }
}

async function readFrom(
  kit: FilesKit,
  upload: UploadRow,
  source: AsyncGenerator<Buffer>,
  storedAs: string | undefined,
): Promise<Kept> {
  const first = await source.next()
  const head = first.done ? Buffer.alloc(0) : first.value
  const kind = sniff(head)
  if (kind === undefined) throw new Refusal('file_kind_not_allowed')
  const passing = new Passing(kind)
  async function* chunks() {
    yield passing.take(head)
    for await (const chunk of source) yield passing.take(chunk)
  }
  const assertSame = () => {
    if (passing.bytes !== Number(upload.bytes) || passing.sha256() !== upload.sha256) {
      throw new Refusal('upload_changed')
    }
  }
  const key = randomBytes(24).toString('base64url')
  if (isReadWhole(kind)) {
    return inMemory(async () => {
      const whole = await buffer(chunks())
      assertSame()
      const read = await readWhole(kind, whole)
      const kept = read.drawn ?? whole
      await kit.files.put(key, kept)
      return { ...read, key, bytes: kept.length }
    })
  }
  if (storedAs === undefined) await kit.files.put(key, Readable.from(chunks(), { objectMode: false }))
  else for await (const _ of chunks());
  try {
    assertSame()
    const type = passing.type(upload.name)
    return { type, width: null, height: null, key: storedAs ?? key, bytes: passing.bytes }
  } catch (cause) {
    if (storedAs === undefined) await kit.files.remove(key)
    throw cause
  }
}

async function partBytes({ files }: Pick<FilesKit, 'files'>, { key }: PartRow): Promise<Buffer> {
  const bytes = await files.find(key)
  // Sent again or ended since.
  if (bytes === undefined) throw new Refusal('upload_incomplete')
  return bytes
}

/** How many files are in memory at once, of up to 50 MB each. */
const MAX_IN_MEMORY = 2
let inUse = 0

/** @throws {Refusal} `too_many_requests` while others are read */
async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  if (inUse >= MAX_IN_MEMORY) throw new Refusal('too_many_requests', { seconds: 2 })
  inUse += 1
  try {
    return await work()
  } finally {
    inUse -= 1
  }
}

/** Gives a file its place in its folder. */
async function place(
  { now, scan, jobs }: Omit<UploadsKit, 'keys'>,
  db: Db,
  actor: Customer,
  upload: UploadRow,
  conflict: Conflict,
  read: Kept,
): Promise<Placed> {
  await lockCustomerRow(db, actor)
  const open = await lockUpload(db, actor.siteId, upload.id)
  if (open === undefined) throw new Refusal('not_found')
  if (open.file_id !== null) {
    const strays = read.key === upload.key ? [] : [read.key]
    return { file: await doneFile(db, actor, open.file_id), strays }
  }
  const spot = { folder: upload.folder, folder_id: upload.folder_id }
  const target = await targetOf(db, actor, spot)
  const own = { customer_id: actor.customerId, company_id: null }
  const company_id = await sharingIn(db, actor, own, target, upload.is_shared)
  const at = now()

  const name = uploadedFileName(upload.name, read.type)
  const names = await namesIn(db, actor, spot, undefined)
  const same = names.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (same !== undefined && conflict === 'ask') throw new Refusal('file_name_taken', { name })
  const before =
    same !== undefined && conflict === 'replace' ? await readCurrent(db, actor, same.id) : undefined
  if (before !== undefined) await assertMayChange(db, actor, before)
  const id = await insertVersion(db, actor, {
    ...{ key: read.key, content_type: read.type, bytes: read.bytes, width: read.width, height: read.height },
    ...(before === undefined
      ? {
          name: freeFileName(
            name,
            names.map((one) => one.name),
          ),
          ...spot,
          ...{ company_id, customer_id: actor.customerId, added_by: null, line_id: null },
        }
      : versionOf(before, actor)),
    expires_at: await expiryIn(db, actor, spot.folder, at),
    created_at: at,
    scan: scan === undefined ? 'not_scanned' : 'waiting',
  })
  if (scan !== undefined) await jobs.enqueue(db, scanFiles, {})
  if (before !== undefined) await replaceCurrent(db, actor, before.id, at)
  await finishUpload(db, actor.siteId, upload.id, id)
  // Its bytes are no longer reserved.
  await assertRoom(db, { siteId: actor.siteId, customerId: before?.customer_id ?? actor.customerId })
  const strays = await takeParts(db, actor.siteId, upload.id)
  // What was drawn anew replaces what came.
  if (upload.store_upload !== '' && read.key !== upload.key) strays.push(upload.key)
  return { file: await doneFile(db, actor, id), strays }
}

/** A new version keeps the owner, name, and place of its file. */
function versionOf(before: FileRow, { customerId }: Customer) {
  const { name, folder, folder_id, company_id, customer_id, line_id } = before
  const added_by = customer_id === customerId ? null : customerId
  return { name, folder, folder_id, company_id, customer_id, line_id, added_by }
}

/** @throws {Refusal} `not_found` */
export async function endUpload(kit: FilesKit, actor: Customer, id: number): Promise<void> {
  const upload = await inSite(kit.pool, actor.siteId, (db) => readUpload(db, actor, id, kit.now()))
  if (upload.file_id === null) await dropUpload(kit, actor.siteId, id)
}

/** Removes an upload with its parts. */
export async function dropUpload(
  kit: Pick<FilesKit, 'pool' | 'files'>,
  siteId: number,
  id: number,
): Promise<void> {
  const { upload, keys } = await inSite(kit.pool, siteId, async (db) => {
    const upload = await lockUpload(db, siteId, id)
    const keys = await takeParts(db, siteId, id)
    await deleteUpload(db, siteId, id)
    return { upload, keys }
  })
  for (const key of keys) await kit.files.remove(key)
  if (upload?.file_id === null) await dropInBucket(kit.files, upload)
}
