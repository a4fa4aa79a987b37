import { Refusal } from './refusal.ts'

/** The states of one print run, from the moment its files are being made until it is with the carrier. */
export const BATCH_STATUSES = ['making', 'ready', 'printed', 'mailed', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export const BATCH_KINDS = ['direct', 'bulk'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

/** The files a batch can have. Cards carry numbers and PINs, the others do not. */
export const BATCH_FILES = [
  'cards',
  'letters',
  'packing_slip',
  'labels',
  'manifest_csv',
  'manifest_pdf',
] as const
export type BatchFile = (typeof BATCH_FILES)[number]

const MOVES: Readonly<Record<BatchStatus, readonly BatchStatus[]>> = {
  making: ['ready', 'failed', 'cancelled'],
  failed: ['making', 'cancelled'],
  // Made again when one of its cards was cancelled meanwhile. Printed again is no move: it is counted.
  ready: ['making', 'printed', 'cancelled'],
  printed: ['mailed', 'cancelled'],
  mailed: [],
  cancelled: [],
}

/** The files that go to the press: once printed, they are given out again only with a reason. */
export function isPrintFile(file: BatchFile): boolean {
  return file === 'cards' || file === 'letters'
}

export function canMoveBatch(from: BatchStatus, to: BatchStatus): boolean {
  return MOVES[from].includes(to)
}

/**
 * Refuses a move that is not in the table: whoever asked for it saw an older state.
 *
 * @throws {Refusal} `batch_changed_meanwhile`
 */
export function assertBatchMove(from: BatchStatus, to: BatchStatus): void {
  if (!canMoveBatch(from, to)) throw new Refusal('batch_changed_meanwhile')
}
