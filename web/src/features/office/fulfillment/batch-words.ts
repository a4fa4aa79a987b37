import type { BatchFile, BatchKind, BatchStatus } from '@laurel/domain/batch-status'
import { plural } from '../../../parts/format.ts'
import type { TagTone } from '../../../parts/Tag.tsx'
import type { Batch, Letter } from './fulfillment.queries.ts'

export const BATCH_STATES: Readonly<Record<BatchStatus, { word: string; tone: TagTone }>> = {
  making: { word: 'Creating files', tone: 'wait' },
  ready: { word: 'Ready to print', tone: 'good' },
  printed: { word: 'Printed', tone: 'wait' },
  mailed: { word: 'Mailed', tone: 'plain' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Canceled', tone: 'plain' },
}

export const BATCH_KIND_WORDS: Readonly<Record<BatchKind, string>> = { direct: 'Direct', bulk: 'Bulk' }

export const FILE_WORDS: Readonly<Record<BatchFile, { word: string; ending: string }>> = {
  cards: { word: 'Cards', ending: 'cards.pdf' },
  letters: { word: 'Letters', ending: 'letters.pdf' },
  packing_slip: { word: 'Packing slip', ending: 'packing-slip.pdf' },
  labels: { word: 'Labels (4×6)', ending: 'labels.pdf' },
  manifest_pdf: { word: 'Manifest', ending: 'manifest.pdf' },
  manifest_csv: { word: 'Manifest (CSV)', ending: 'manifest.csv' },
}

/** `12 letters with 12 cards`, `1 parcel with 40 cards`. */
export function contentWords(kind: BatchKind, deliveries: number, cards: number): string {
  const what = plural(deliveries, kind === 'bulk' ? 'parcel' : 'letter')
  return `${what} with ${plural(cards, 'card')}`
}

/** The batch's orders. A long list is cut short with a count. */
export function ordersOf({ orderNumbers, orderCount }: Pick<Batch, 'orderNumbers' | 'orderCount'>): string {
  const further = orderCount - orderNumbers.length
  return [...orderNumbers, ...(further > 0 ? [`${further} more`] : [])].join(', ')
}

export function letterName({ name, company, reference }: Letter): string {
  return name || company || reference
}

/** A letter's address in one line. */
export function letterPlace({ company, name, address1, address2, city, state, zip }: Letter): string {
  return [name && company, address1, address2, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')
}
