import { Refusal } from './refusal.ts'

/** The states of one print run, from creating its files to shipping it. */
export const BATCH_STATUSES = ['making', 'ready', 'printed', 'mailed', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export const BATCH_KINDS = ['direct', 'bulk'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

/** The files a batch can have. Only cards contain numbers and PINs. */
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
  // Back to `making` if one of its cards was canceled. Printing again is counted, not a move.
  ready: ['making', 'printed', 'cancelled'],
  printed: ['mailed', 'cancelled'],
  mailed: [],
  cancelled: [],
}

/** Files that are printed: after the first time, downloading them needs a reason. */
export function isPrintFile(file: BatchFile): boolean {
  return file === 'cards' || file === 'letters'
}

export function canMoveBatch(from: BatchStatus, to: BatchStatus): boolean {
  return MOVES[from].includes(to)
}

/**
 * Refuses a move that isn't in the table: the caller saw an older state.
 *
 * @throws {Refusal} `batch_changed`
 */
export function assertBatchMove(from: BatchStatus, to: BatchStatus): void {
  if (!canMoveBatch(from, to)) throw new Refusal('batch_changed')
}
