import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BatchFile } from '@laurel/domain/batch-status'
import { deliveryReference } from '@laurel/domain/delivery-reference'
import { crashPoint } from '../../../crash-points.ts'
import { inSite } from '../../../database/in-site.ts'
import { writers } from '../../../makers/makers.ts'
import { logFailures } from '../../card-items/print-file.service.ts'
import { senderLines } from '../../carriers/carrier-accounts.ts'
import { moveDeliveries } from '../../deliveries/delivery-moves.ts'
import { putSealed } from '../../files/sealed-file.ts'
import { issueCards } from '../../issuing/issue-cards.ts'
import { findSite, type SiteRow } from '../../sites/sites.repo.ts'
import { countLetters } from '../batch-deliveries.repo.ts'
import type { BatchKit } from '../batch-kit.ts'
import { type BatchRow, changeBatch, holdBatch, listFilesOf } from '../batches.repo.ts'
import { stopWords } from '../stopped-orders.ts'
import { lettersOf, printedCards } from './batch-pages.ts'
import { makeCardPress } from './card-press.ts'
import { readLetterLogo } from './letter-logo.ts'
import { addressedPages, countParcelLetters, parcelPages } from './letter-pages.ts'
import type { LetterPage } from './letters-pdf.ts'
import { listParcelLines, listPrintedLetters } from './printed-letters.repo.ts'

const cardFiles = writers.streamsOf<typeof import('./cards-pdf.ts')>(
  new URL('./cards-pdf.ts', import.meta.url),
)
const letterFiles = writers.streamsOf<typeof import('./letters-pdf.ts')>(
  new URL('./letters-pdf.ts', import.meta.url),
)
const slipFiles = writers.streamsOf<typeof import('./packing-slip-pdf.ts')>(
  new URL('./packing-slip-pdf.ts', import.meta.url),
)

/** A run is lost after this long without a heartbeat, and another one starts over. */
const HELD_FOR_MS = 90_000
const TELL_EVERY_CARDS = 50
const ISSUE_AT_ONCE = 200

/** Why a batch can't be created, in words for staff. */
class BatchProblem extends Error {
  override readonly name = 'BatchProblem'
}
/** Another run has it, or it was canceled: this one leaves nothing behind. */
class Superseded extends Error {
  override readonly name = 'Superseded'
}

type Stored = { file: BatchFile; key: string; seal: string; bytes: number; pages: number }

/**
 * Creates a batch's files: cards and letters, and a parcel's packing slip. Even after a crash, the batch has
 * all of its files or none; a second run at the same time does nothing.
 */
export async function makeBatch(kit: BatchKit, siteId: number, batchId: number): Promise<void> {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return
  const run = randomUUID()
  const batch = await inSite(kit.pool, siteId, (db) =>
    holdBatch(db, siteId, batchId, { by: run, ...lease(kit) }),
  )
  if (batch === undefined) return

  const stored: Stored[] = []
  try {
    const left = await issueAll(kit, batch, run)
    await makeFiles(kit, site, left.batch, run, stored)
    crashPoint('batch.files_written')
    await saveFiles(kit, left.batch, run, stored, left.problem)
    crashPoint('batch.files_kept')
  } catch (cause) {
    for (const { key } of stored) await kit.files.remove(key)
    if (cause instanceof Superseded) return
    kit.log.error({ err: cause, batch_id: batch.id }, 'the files of a batch could not be made')
    await inSite(kit.pool, siteId, (db) =>
      changeBatch(
        db,
        siteId,
        batch.id,
        'making',
        { status: 'failed', problem: wordsFor(cause), held_by: '', held_until: null, updated_at: kit.now() },
        run,
      ),
    )
  }
}

function lease(kit: BatchKit) {
  const at = kit.now()
  return { at, until: new Date(at.getTime() + HELD_FOR_MS) }
}

type Left = { batch: BatchRow; problem: string }

/**
 * Issues a batch's cards. Cards that may no longer be issued (their order was put on hold, or is being
 * refunded) wait again, and the rest continues; if none may be issued, the batch stays as it is and is retried.
 *
 * @returns the batch afterwards, and what was left out, in words
 */
async function issueAll(kit: BatchKit, batch: BatchRow, run: string): Promise<Left> {
  const missing: number[] = []
  let issuedCount = 0
  let waiting: number[] = []
  const issue = async () => {
    const issued = await issueCards(kit, batch.site_id, waiting)
    missing.push(...waiting.filter((id) => !issued.has(id)))
    issuedCount += issued.size
    waiting = []
  }
  for await (const { id } of lettersOf(kit, batch.site_id, batch.id)) {
    waiting.push(id)
    if (waiting.length === ISSUE_AT_ONCE) await issue()
  }
  await issue()
  if (missing.length === 0) return { batch, problem: '' }

  const some = missing.slice(0, 3).map(deliveryReference).join(', ')
  const why = await inSite(kit.pool, batch.site_id, (db) => stopWords(db, batch.site_id, missing))
  const reason = why === '' ? 'Their order isn’t paid in full.' : why
  if (issuedCount === 0) {
    throw new BatchProblem(
      `We can’t issue any cards (${some}). ${reason} Resolve that, or cancel this batch.`,
    )
  }
  const left = await leaveOut(kit, batch, run, missing)
  return { batch: left, problem: `${missing.length} left out and returned to the queue (${some}). ${reason}` }
}

/** Takes deliveries out of a batch that is being made: they wait again. */
function leaveOut(kit: BatchKit, batch: BatchRow, run: string, ids: readonly number[]): Promise<BatchRow> {
  const { site_id: siteId, id: batchId, kind } = batch
  const at = kit.now()
  return inSite(kit.pool, siteId, async (db) => {
    const isOurs = await changeBatch(db, siteId, batchId, 'making', { updated_at: at }, run)
    if (!isOurs) throw new Superseded()
    await moveDeliveries(db, siteId, {
      ids,
      type: kind,
      from: 'printing',
      to: 'queued',
      set: { batch_id: null, batch_position: null },
      facts: { batch_id: batchId },
      actor: 'system',
      at,
    })
    const counts = await countLetters(db, siteId, batchId)
    await changeBatch(db, siteId, batchId, 'making', counts, run)
    return { ...batch, ...counts }
  })
}

async function makeFiles(kit: BatchKit, site: SiteRow, batch: BatchRow, run: string, stored: Stored[]) {
  const put = async (file: BatchFile, { stream, said }: PdfStream) => {
    const key = randomBytes(24).toString('base64url')
    const kept: Stored = { file, key, seal: '', bytes: 0, pages: 0 }
    stored.push(kept)
    const written = await putSealed(kit.files, kit.keys.dataSeal, key, stream)
    Object.assign(kept, written, { pages: await said })
  }
  const press = makeCardPress((failure) => logFailures(kit.log, [failure], { batch_id: batch.id }))
  const about = { title: `Cards, batch ${batch.number}`, author: site.name }
  const cards = counted(printedCards(kit, site, batch, press), (done) => tellProgress(kit, batch, run, done))
  await put('cards', cardFiles('cardsPdf', cards, about))
  await tellProgress(kit, batch, run, batch.card_count)

  const putLetters = async (letters: AsyncIterable<LetterPage>, returnTo: readonly string[]) => {
    const heading = {
      title: `Letters, batch ${batch.number}`,
      returnTo,
      logo: await readLetterLogo(kit, site),
    }
    const told = counted(letters, () => tellProgress(kit, batch, run, batch.card_count))
    await put('letters', letterFiles('lettersPdf', told, site, heading))
  }
  if (batch.kind === 'direct') {
    await putLetters(addressedPages(site, lettersOf(kit, site.id, batch.id)), await senderLines(kit, site))
    return
  }
  const { parcel, lines } = await readParcel(kit, batch)
  const letters = countParcelLetters(lines)
  if (letters > 0) await putLetters(parcelPages(kit, site, batch, parcel, lines), [])
  const facts = { batchNumber: batch.number, parcel, letters }
  await put('packing_slip', slipFiles('packingSlipPdf', each(lines), site, facts))
}

type PdfStream = { stream: Readable; said: Promise<number> }

/** Tells after some items how many were taken. */
async function* counted<Item>(
  items: AsyncIterable<Item>,
  tell: (done: number) => Promise<void>,
): AsyncGenerator<Item> {
  let done = 0
  for await (const item of items) {
    yield item
    done += 1
    if (done % TELL_EVERY_CARDS === 0) await tell(done)
  }
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

function readParcel(kit: BatchKit, batch: BatchRow) {
  return inSite(kit.pool, batch.site_id, async (db) => {
    const [parcel] = await listPrintedLetters(db, batch.site_id, batch.id, { after: 0, take: 1 })
    if (parcel === undefined) throw new Superseded()
    return { parcel, lines: await listParcelLines(db, batch.site_id, parcel.order_id) }
  })
}

async function tellProgress(kit: BatchKit, batch: BatchRow, run: string, done: number): Promise<void> {
  const { at, until } = lease(kit)
  const change = { done_count: done, held_until: until, updated_at: at }
  const isOurs = await inSite(kit.pool, batch.site_id, (db) =>
    changeBatch(db, batch.site_id, batch.id, 'making', change, run),
  )
  if (!isOurs) throw new Superseded()
}

/** From here on the batch has its files; those of an earlier making are removed. */
async function saveFiles(
  kit: BatchKit,
  batch: BatchRow,
  run: string,
  stored: readonly Stored[],
  problem: string,
) {
  const { site_id: siteId, id: batchId } = batch
  const old = await inSite(kit.pool, siteId, async (db) => {
    const change = { status: 'ready', problem, held_by: '', held_until: null, updated_at: kit.now() }
    const isOurs = await changeBatch(db, siteId, batchId, 'making', change, run)
    if (!isOurs) throw new Superseded()
    const before = await listFilesOf(db, siteId, [batchId])
    await db.deleteFrom('batch_files').where('site_id', '=', siteId).where('batch_id', '=', batchId).execute()
    await db
      .insertInto('batch_files')
      .values(stored.map((one) => ({ ...one, site_id: siteId, batch_id: batchId })))
      .execute()
    return before
  })
  for (const { key } of old) await kit.files.remove(key)
}

function wordsFor(cause: unknown): string {
  if (cause instanceof BatchProblem) return cause.message
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'The disk is full. Free up space, then try again.'
  return 'We couldn’t create the files. Nothing was lost. Try again.'
}
