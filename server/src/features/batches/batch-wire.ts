import type { Batch, BatchDelivery } from '@laurel/contract/batches'
import { addressWarning } from '@laurel/domain/address-verdict'
import { type BatchFile, isPrintFile } from '@laurel/domain/batch-status'
import { deliveryReference } from '@laurel/domain/delivery-reference'
import { trackingUrl } from '@laurel/domain/tracking-number'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { LetterRow } from './batch-deliveries.repo.ts'
import { type BatchFacts, type BatchRow, factsOfBatches, listFilesOf } from './batches.repo.ts'

export type BatchWire = z.input<typeof Batch>
export type LetterWire = z.input<typeof BatchDelivery>

/** Files with numbers and PINs are kept only as long as questions about a print run are likely. */
export const FILES_KEPT_MS = 30 * 24 * 3_600_000
/** How long cards and letters can be downloaded after a reason for reprinting. */
const OPEN_AFTER_PRINT_MS = 3_600_000

/** May this file be fetched now, if need be with a reason? */
export function mayFetch(batch: BatchRow, file: BatchFile, at: Date): boolean {
  if (batch.status === 'ready') return true
  if (!['printed', 'mailed'].includes(batch.status)) return false
  if (!isPrintFile(file)) return true
  return openUntil(batch, at) !== null
}

/** Until when cards and letters that were printed can be fetched; null when that is over, or not begun. */
function openUntil({ printed_at }: BatchRow, at: Date): Date | null {
  if (printed_at === null) return null
  const until = new Date(printed_at.getTime() + OPEN_AFTER_PRINT_MS)
  return at < until ? until : null
}

/** Was it downloaded before, with no reason for reprinting since? */
export function isGivenOut(batch: BatchRow, file: BatchFile): boolean {
  return isPrintFile(file) && batch.given_out.includes(file)
}

/** Are its numbers on paper? A downloaded file counts as printed. */
export function isOnPaper(batch: BatchRow): boolean {
  return batch.prints > 0 || batch.given_out.length > 0
}

/** May its files be made again? Cards that are on paper are not: they are printed again, or replaced. */
export function mayRemake(batch: BatchRow, facts: Pick<BatchFacts, 'present'>): boolean {
  if (facts.present === 0) return false
  const isStale = batch.status === 'ready' && !isOnPaper(batch) && goneOf(batch, facts) > 0
  return batch.status === 'failed' || isStale
}

/** How many of its deliveries were canceled since it was put together. */
export function goneOf(batch: BatchRow, facts: Pick<BatchFacts, 'present'>): number {
  return batch.delivery_count - facts.present
}

/** What staff have to know before printing this batch, besides its own problem; empty if nothing. */
export function staleWords(batch: BatchRow, facts: Pick<BatchFacts, 'present' | 'held'>): string {
  if (batch.status !== 'ready' && batch.status !== 'printed') return ''
  const gone = goneOf(batch, facts)
  if (gone > 0) {
    const next = isOnPaper(batch) ? 'Remove them before you mail the batch.' : 'Recreate files.'
    return `${gone} of ${batch.delivery_count} were canceled since. ${next}`
  }
  if (facts.held > 0) {
    return `${facts.held} can’t be mailed because their order is on hold or has an open refund. Resolve that, or cancel the batch.`
  }
  return ''
}

const WITH_FILES = { ready: true, printed: true, mailed: true }
/** Lists carry the tracking numbers of the moment, and labels come one by one. */
function writtenWhenFetched({ has_labels }: BatchFacts) {
  const files = [...(has_labels ? (['labels'] as const) : []), 'manifest_csv', 'manifest_pdf'] as const
  return files.map((file) => ({ file, bytes: null, pages: null, given_out: false }))
}

type FileRow = Awaited<ReturnType<typeof listFilesOf>>[number]

function storedFiles(files: readonly FileRow[], batch: BatchRow) {
  return files
    .filter((file) => file.batch_id === batch.id)
    .map(({ bytes, pages, ...row }) => {
      const file = row.file as BatchFile
      return { file, bytes, pages, given_out: isGivenOut(batch, file) }
    })
}

/** Batches as they travel: three queries however many. */
export async function batchWires(
  db: Db,
  siteId: number,
  rows: readonly BatchRow[],
  at: Date,
): Promise<BatchWire[]> {
  const ids = rows.map(({ id }) => id)
  const [facts, files] = await Promise.all([factsOfBatches(db, siteId, ids), listFilesOf(db, siteId, ids)])
  return rows.map((row) => {
    const told = facts.get(row.id)!
    return {
      id: row.id,
      number: row.number,
      kind: row.kind,
      status: row.status,
      delivery_count: row.delivery_count,
      card_count: row.card_count,
      done_count: row.done_count,
      problem: [staleWords(row, told), row.status === 'mailed' ? '' : row.problem].filter(Boolean).join(' '),
      prints: row.prints,
      may_fetch_print: mayFetch(row, 'cards', at),
      print_open_until: openUntil(row, at)?.toISOString() ?? null,
      files_kept_until: row.mailed_at && new Date(row.mailed_at.getTime() + FILES_KEPT_MS).toISOString(),
      may_remake: mayRemake(row, told),
      order_numbers: told.order_numbers,
      order_count: told.order_count,
      without_tracking_count: told.without_tracking,
      without_label_count: told.without_label,
      buying_labels: row.labels_wanted,
      unknown_label_count: told.unknown_labels,
      files: row.status in WITH_FILES ? [...storedFiles(files, row), ...writtenWhenFetched(told)] : [],
      created_by: row.created_by,
      created_at: row.created_at.toISOString(),
      printed_at: row.printed_at?.toISOString() ?? null,
      mailed_at: row.mailed_at?.toISOString() ?? null,
    }
  })
}

export function letterWire(row: LetterRow): LetterWire {
  return {
    id: row.id,
    reference: deliveryReference(row.id),
    order_id: row.order_id,
    order_number: row.order_number,
    position: row.batch_position ?? 0,
    status: row.status,
    card_count: row.card_count,
    name: `${row.first_name} ${row.last_name}`.trim(),
    company: row.company,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state: row.state,
    zip: row.zip,
    carrier: row.carrier,
    tracking_number: row.tracking_number,
    tracking_url: trackingUrl(row.carrier, row.tracking_number),
    address_warning: row.verdict === null ? '' : addressWarning(row.verdict),
    address_suggestion: row.suggestion ?? '',
    shipment:
      row.shipment_id === null
        ? null
        : {
            id: row.shipment_id,
            carrier: row.shipment_carrier as 'UPS' | 'USPS',
            service: row.shipment_service!,
            status: row.shipment_status!,
            tracking_number: row.shipment_tracking!,
            cost_cents: row.shipment_cost_cents!,
            problem: row.shipment_problem!,
            has_label: row.shipment_label_key !== '',
          },
  }
}
