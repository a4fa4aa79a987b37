import { buffer } from 'node:stream/consumers'
import type { BatchFile } from '@laurel/domain/batch-status'
import { isPrintFile } from '@laurel/domain/batch-status'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import { mayActor } from '../../http/access.ts'
import type { Staff } from '../../http/actor.ts'
import { csvDownload } from '../../http/csv-lines.ts'
import type { Download } from '../../http/serve.ts'
import { writers } from '../../makers/makers.ts'
import { openSealed } from '../files/sealed-file.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { isGivenOut, mayFetch } from './batch-wire.ts'
import { changeBatch, listFilesOf, lockBatch } from './batches.repo.ts'
import { tell } from './batches.service.ts'
import { readLabelKey } from './buy-labels.ts'
import { lettersOf } from './print/batch-pages.ts'
import type { LabelFile } from './print/labels-pdf.ts'
import { manifestCsv } from './print/manifest.ts'
import { listLabelKeys } from './shipments.repo.ts'

const labelFiles = writers.streamsOf<typeof import('./print/labels-pdf.ts')>(
  new URL('./print/labels-pdf.ts', import.meta.url),
)
const manifestFiles = writers.streamsOf<typeof import('./print/manifest-pdf.ts')>(
  new URL('./print/manifest-pdf.ts', import.meta.url),
)

const NAMES: Readonly<Record<BatchFile, string>> = {
  cards: 'cards.pdf',
  letters: 'letters.pdf',
  packing_slip: 'packing-slip.pdf',
  labels: 'labels.pdf',
  manifest_csv: 'manifest.csv',
  manifest_pdf: 'manifest.pdf',
}

/**
 * A batch's file, as a stream. The audit log records who downloaded it, since it has names and addresses, or
 * numbers. Cards and letters can be downloaded once, and from then on count as printed.
 *
 * @param reason why cards or letters are downloaded again
 * @throws {Refusal} `not_found` for a file it doesn't have; `not_allowed` for cards and letters without the
 * permission to print; `batch_changed` while files are being created; `batch_printed_already` for
 * printed files without a reason; `validation_failed` without a reason for files downloaded before
 */
export async function getBatchFile(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  file: BatchFile,
  reason: string,
): Promise<Download> {
  if (isPrintFile(file) && !mayActor(actor, 'cards.print')) throw new Refusal('not_allowed')
  const at = kit.now()
  const { batch, stored } = await inSite(kit.pool, site.id, async (db) => {
    const found = await lockBatch(db, site.id, id)
    const row = (await listFilesOf(db, site.id, [id])).find((one) => one.file === file)
    if (!['ready', 'printed', 'mailed'].includes(found.status)) throw new Refusal('batch_changed')
    if (!mayFetch(found, file, at)) throw new Refusal('batch_printed_already')
    if (row === undefined && !isWrittenNow(file)) throw new Refusal('not_found')
    if (file === 'labels' && (await listLabelKeys(db, site.id, id)).length === 0) {
      throw new Refusal('not_found')
    }
    const isAgain = isGivenOut(found, file)
    if (isAgain && reason === '') {
      const message = 'This file was already downloaded. Give a reason to download it again.'
      throw new Refusal('validation_failed', {}, [{ field: 'reason', code: 'required', message }])
    }
    if (isPrintFile(file) && !isAgain) {
      const change = { given_out: [...found.given_out, file], updated_at: at }
      await changeBatch(db, site.id, id, found.status, change)
    }
    const event = isAgain ? 'batch.file_fetched_again' : 'batch.file_fetched'
    tell(db, site.id, actor, event, found, { file, ...(isAgain && { reason }) }, at)
    return { batch: found, stored: row }
  })
  const fileName = `${batch.number}-${NAMES[file]}`
  if (file === 'labels') {
    const { stream } = labelFiles('labelsPdf', labelsOf(kit, site.id, id), `Labels, batch ${batch.number}`)
    return { stream, contentType: 'application/pdf', fileName }
  }
  const letters = lettersOf(kit, site.id, id)
  if (isWrittenNow(file)) {
    if (file === 'manifest_csv') return csvDownload(fileName, manifestCsv(letters))
    const about = { number: batch.number, deliveries: batch.delivery_count }
    const { stream } = manifestFiles('manifestPdf', letters, site, about)
    return { stream, contentType: 'application/pdf', fileName }
  }
  if (stored === undefined) throw new Refusal('not_found')
  const stream = await openSealed(kit.files, kit.keys.dataSeal, stored.key, stored.seal)
  return { stream, contentType: 'application/pdf', fileName }
}

/** The labels of a batch, in the order its letters are printed. */
async function* labelsOf(kit: BatchKit, siteId: number, batchId: number): AsyncGenerator<LabelFile> {
  for (const labelKey of await inSite(kit.pool, siteId, (db) => listLabelKeys(db, siteId, batchId))) {
    const kept = readLabelKey(labelKey)
    if (kept === undefined) continue
    const bytes = await buffer(await openSealed(kit.files, kit.keys.dataSeal, kept.key, kept.seal))
    yield { bytes, contentType: kept.contentType }
  }
}

/** Lists and labels are of the moment: numbers come later, and labels are bought one by one. */
function isWrittenNow(file: BatchFile): boolean {
  return file === 'manifest_csv' || file === 'manifest_pdf' || file === 'labels'
}
