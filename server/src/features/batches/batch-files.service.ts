import type { Readable } from 'node:stream'
import type { BatchFile } from '@laurel/domain/batch-status'
import { isPrintFile } from '@laurel/domain/batch-status'
import { Refusal } from '@laurel/domain/refusal'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Download } from '../../http/serve.ts'
import { csvDownload } from '../imports/csv-lines.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { mayFetch } from './batch-wire.ts'
import { listFilesOf, readBatch } from './batches.repo.ts'
import { tell } from './batches.service.ts'
import { lettersOf } from './print/batch-pages.ts'
import { openSealed } from './print/sealed-file.ts'

const NAMES: Readonly<Record<BatchFile, string>> = {
  cards: 'cards.pdf',
  letters: 'letters.pdf',
  packing_slip: 'packing-slip.pdf',
  manifest_csv: 'manifest.csv',
  manifest_pdf: 'manifest.pdf',
}

/**
 * A file of a batch, as it is read. Who fetched cards or letters stands in the audit trail.
 *
 * @throws {Refusal} `not_found` for a file it has not; `batch_changed_meanwhile` while it is made;
 *   `batch_printed_already` for what was printed, until somebody says why again
 */
export async function getBatchFile(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  file: BatchFile,
): Promise<Download> {
  const at = kit.now()
  const { batch, stored } = await inSite(kit.pool, site.id, async (db) => {
    const found = await readBatch(db, site.id, id)
    const row = (await listFilesOf(db, site.id, [id])).find((one) => one.file === file)
    if (!['ready', 'printed', 'mailed'].includes(found.status)) throw new Refusal('batch_changed_meanwhile')
    if (!mayFetch(found, file, at)) throw new Refusal('batch_printed_already')
    if (isPrintFile(file) && row !== undefined)
      tell(db, site.id, actor, 'batch.file_fetched', found, { file }, at)
    return { batch: found, stored: row }
  })
  const fileName = `${batch.number}-${NAMES[file]}`
  const letters = lettersOf(kit, site.id, id)
  if (file === 'manifest_csv' || file === 'manifest_pdf') {
    const { manifestCsv, manifestPdf } = await import('./print/manifest.ts')
    if (file === 'manifest_csv') return csvDownload(fileName, manifestCsv(letters))
    const about = { number: batch.number, deliveries: batch.delivery_count }
    const { stream } = manifestPdf(site, about, letters)
    // Given as it is: whoever hangs up ends the drawing as well.
    return { stream: stream as unknown as Readable, contentType: 'application/pdf', fileName }
  }
  if (stored === undefined) throw new Refusal('not_found')
  const stream = await openSealed(kit.files, kit.keys.dataSeal, stored.key, stored.seal)
  return { stream, contentType: 'application/pdf', fileName }
}
