import type { ProductSetupStep } from '@laurel/domain/product-setup-flow'
import type { RewardType } from '@laurel/domain/reward-type'
import { pageTexts } from './texts.ts'

/** Input of a card that can't be saved as it is, kept for the next visit. */
export type Unsaved = {
  line1?: string
  line2?: string
  message?: string
  senderName?: string
  quantity?: number
  denominationCents?: number
  /** An amount that can't be read. */
  valueText?: string
  /** Cells of the recipients' list, by person. */
  rows?: Readonly<Record<string, UnsavedCell>>
}
export type UnsavedCell = { column: string; typed: string; message: string }
export type UnsavedField = Exclude<keyof Unsaved, 'rows'>
/** By card item; a card that has no draft yet is `new`. */
export type UnsavedByCard = Readonly<Record<string, Unsaved>>

export const NEW_CARD = 'new'
const CARDS_AT_MOST = 20
const CELLS_AT_MOST = 100
const LETTERS_AT_MOST = 10_000

const NAMES: Readonly<Record<UnsavedField, string>> = {
  line1: /*i18n*/ 'First line',
  line2: /*i18n*/ 'Second line',
  message: /*i18n*/ 'Message',
  senderName: /*i18n*/ 'From',
  quantity: /*i18n*/ 'Quantity',
  denominationCents: /*i18n*/ 'Value',
  valueText: /*i18n*/ 'Value',
}

/** Names of the unsaved fields as the screen shows them: "First line". */
export function namesOfUnsaved(unsaved: Unsaved): string[] {
  const i18n = pageTexts()

  const fields = (Object.keys(NAMES) as UnsavedField[]).filter((field) => unsaved[field] !== undefined)
  const cells = Object.keys(unsaved.rows ?? {}).length
  return [
    ...new Set(fields.map((field) => i18n.t(NAMES[field]))),
    ...(cells === 0 ? [] : [i18n.t('{cells, plural, one {# cell} other {# cells}} of the list', { cells })]),
  ]
}

/** The step on which to fix the first unsaved field. */
export function stepOfUnsaved(unsaved: Unsaved, rewardType: RewardType): ProductSetupStep | undefined {
  const has = (...fields: (keyof Unsaved)[]) => fields.some((field) => unsaved[field] !== undefined)
  if (has('line1', 'line2')) return 'card-design'
  if (has('quantity')) return 'quantity'
  if (has('rows')) return 'recipients'
  if (has('denominationCents', 'valueText')) return rewardType === 'bulk' ? 'value' : 'recipients'
  return has('message', 'senderName') ? 'custom-message' : undefined
}

/** Drops a card's entry once it is empty, and the oldest when there are too many. */
export function withUnsaved(all: UnsavedByCard, card: string, change: Partial<Unsaved>): UnsavedByCard {
  const { [card]: before, ...others } = all
  const entry = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && !isEmpty(value)),
  )
  const kept = Object.entries(others).slice(-(CARDS_AT_MOST - 1))
  return { ...Object.fromEntries(kept), ...(!isEmpty(entry) && { [card]: entry }) }
}

export function withoutCard(all: UnsavedByCard, card: string): UnsavedByCard {
  const { [card]: _, ...others } = all
  return others
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Keeps the valid values of stored data. */
export function repairUnsaved(stored: unknown): UnsavedByCard {
  let repaired: UnsavedByCard = {}
  for (const [card, entry] of entriesOf(stored).slice(-CARDS_AT_MOST)) {
    if (card !== NEW_CARD && !/^[1-9]\d{0,15}$/.test(card)) continue
    const values = Object.fromEntries(entriesOf(entry))
    repaired = withUnsaved(repaired, card, {
      ...text('line1', values),
      ...text('line2', values),
      ...text('message', values),
      ...text('senderName', values),
      ...text('valueText', values),
      ...number('quantity', values),
      ...number('denominationCents', values),
      rows: repairCells(values.rows),
    })
  }
  return repaired
}

function repairCells(stored: unknown): Readonly<Record<string, UnsavedCell>> {
  const cells = entriesOf(stored).flatMap(([id, cell]) => {
    const { column, typed, message } = Object.fromEntries(entriesOf(cell))
    const isCell = [column, typed, message].every((each) => typeof each === 'string')
    return isCell && /^[1-9]\d{0,15}$/.test(id) ? [[id, { column, typed, message }] as const] : []
  })
  return Object.fromEntries(cells.slice(0, CELLS_AT_MOST)) as Record<string, UnsavedCell>
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function text<Field extends string>(field: Field, values: Record<string, unknown>) {
  const value = values[field]
  return typeof value === 'string' && value.length <= LETTERS_AT_MOST ? { [field]: value } : {}
}

function number<Field extends string>(field: Field, values: Record<string, unknown>) {
  const value = values[field]
  return typeof value === 'number' && Number.isFinite(value) ? { [field]: value } : {}
}
