import type { File } from '@laurel/contract/files'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { attachmentOf, type Download, type Redirect } from '../../http/serve.ts'
import { assertMayChange } from '../companies/shared-things.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { type FileRow, listVersions, readFileRow, renameFile } from './customer-files.repo.ts'
import { type FilesKit, wireOf } from './customer-files.service.ts'
import { replaceCurrent } from './uploads.repo.ts'

/**
 * Makes an earlier version the current one.
 *
 * @throws {Refusal} `not_found`; `not_allowed` for a colleague's
 */
export function restoreVersion(
  { pool, now }: FilesKit,
  actor: Customer,
  id: number,
): Promise<z.input<typeof File>> {
  return inSite(pool, actor.siteId, async (db) => {
    await lockCustomerRow(db, actor)
    const version = await readFileRow(db, actor, id)
    const versions = await listVersions(db, actor, version)
    const current = versions.find(({ replaced_at }) => replaced_at === null)
    if (current === undefined || current.deleted_at !== null) throw new Refusal('not_found')
    await assertMayChange(db, actor, current)
    if (current.id !== id) {
      await replaceCurrent(db, actor, current.id, now())
      await replaceCurrent(db, actor, id, null)
      await renameFile(db, actor, id, current.name)
    }
    return wireOf(db, actor, await readFileRow(db, actor, id))
  })
}

/** Larger files come from the bucket itself. */
const DIRECT_FROM_BYTES = 1024 * 1024

/**
 * A file, or an earlier version of it.
 *
 * @throws {Refusal} `not_found`; `file_not_scanned` for others than the person who added it; `file_infected`
 */
export async function downloadFile(
  { pool, files }: Pick<FilesKit, 'pool' | 'files'>,
  actor: Customer,
  origin: string,
  id: number,
): Promise<Download | Redirect> {
  const file = await inSite(pool, actor.siteId, (db) => readFileRow(db, actor, id))
  assertReadable(actor, file)
  const { direct } = files
  // Browsers that can't send to the bucket may not reach it at all.
  if (direct !== undefined && file.bytes > DIRECT_FROM_BYTES && (await direct.isOpenTo(origin))) {
    const about = { disposition: attachmentOf(file.name), contentType: file.content_type }
    return { redirect: await direct.downloadUrl(file.key, about) }
  }
  return {
    stream: await files.open(file.key),
    contentType: file.content_type,
    fileName: file.name,
    bytes: file.bytes,
    isUsers: true,
  }
}

/** @throws {Refusal} `file_not_scanned`, `file_infected` */
export function assertReadable({ customerId }: Customer, file: FileRow): void {
  if (file.scan === 'infected') throw new Refusal('file_infected')
  const isOwn = customerId === (file.added_by ?? file.customer_id)
  if (file.scan === 'waiting' && !isOwn) throw new Refusal('file_not_scanned')
}
