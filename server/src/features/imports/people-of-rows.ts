import { centsFromTyped, suggestCents } from '@laurel/domain/money'
import { splitName } from '@laurel/domain/person-name'
import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { fused } from '../../http/csv-lines.ts'
import { BLANK_RECIPIENT, type RecipientValues, type StoredProblem } from '../card-items/judged-recipient.ts'
import type { ColumnMeaning } from './columns.ts'
import type { TableRow } from './row-cutter.ts'

export type PersonRead = {
  row: number
  values: RecipientValues
  /** What only the file could tell: an amount that is none, a row with more cells than columns. */
  reading: StoredProblem[]
  /** The ID of the person a row repairs; undefined if the cell has none. */
  recipientId: number | undefined
}

/** Cells are stored as they came; beyond this length it can't be part of an address, and is cut. */
const MAX_CELL = 10_000
/** More than any site puts on a card (docs/spec.md §3); larger numbers are not amounts. */
const MAX_AMOUNT_CENTS = 100_000_000

const TEXTS = RECIPIENT_WIRE_FIELDS.filter((field) => field !== 'amount_cents')

/** Reads people out of a list's rows. No row is left out: what cannot be read is said beside it. */
export class PeopleReader {
  readonly #column: ReadonlyMap<ColumnMeaning, number>
  readonly #width: number
  /** In our own files, rows have IDs, and escaped formulas are restored. */
  readonly #isOurs: boolean

  constructor(meanings: readonly ColumnMeaning[]) {
    const columns = new Map<ColumnMeaning, number>()
    // Of two columns that mean the same the first is read.
    for (const [index, meaning] of meanings.entries()) if (!columns.has(meaning)) columns.set(meaning, index)
    columns.delete('ignore')
    this.#column = columns
    this.#width = meanings.length
    this.#isOurs = columns.has('row')
  }

  /** The fields a list says something about; the others of a repaired person stay as they are. */
  fields(): Array<keyof RecipientValues> {
    const said = [...this.#column.keys()].flatMap((meaning) =>
      meaning === 'name' ? ['first_name', 'last_name'] : [meaning],
    )
    return said.filter((field) => field !== 'row') as Array<keyof RecipientValues>
  }

  /** A row's cells as they were before we wrote them. */
  cellsOf({ cells }: TableRow): string[] {
    return this.#isOurs ? cells.map(fused) : cells
  }

  read(row: TableRow): PersonRead {
    const { number } = row
    const cells = this.cellsOf(row)
    const reading: StoredProblem[] = []
    const name = splitName(this.#cell(cells, 'name'))
    const amountText = this.#cell(cells, 'amount_cents')
    const amount = readAmount(amountText)
    if (amount === undefined) reading.push(amountUnreadable(amountText))
    if (cells.length > this.#width && cells.slice(this.#width).some((extra) => extra.trim() !== '')) {
      reading.push(extraCells(cells, this.#width))
    }
    const values = { ...BLANK_RECIPIENT, amount_cents: amount ?? null }
    for (const field of TEXTS) values[field] = this.#cell(cells, field)
    values.first_name ||= name.firstName
    values.last_name ||= name.lastName
    const recipientId = Number(this.#cell(cells, 'row'))
    return {
      row: number,
      reading,
      recipientId: Number.isSafeInteger(recipientId) && recipientId > 0 ? recipientId : undefined,
      values,
    }
  }

  #cell(cells: readonly string[], meaning: ColumnMeaning): string {
    const column = this.#column.get(meaning)
    const cell = column === undefined ? '' : (cells[column] ?? '').trim()
    return cell.length > MAX_CELL ? cell.slice(0, MAX_CELL).toWellFormed() : cell
  }
}

/** @returns null for an empty cell, undefined for one that is not an amount */
function readAmount(cell: string): number | null | undefined {
  if (cell === '') return null
  const cents = centsFromTyped(cell)
  return cents === undefined || cents > MAX_AMOUNT_CENTS ? undefined : cents
}

function amountUnreadable(cell: string): StoredProblem {
  const value = cell.slice(0, 40).toWellFormed()
  const message = `“${value}” isn’t an amount. Enter it as 50 or 50.00.`
  const meant = suggestCents(cell)
  const isUsable = meant !== undefined && meant <= MAX_AMOUNT_CENTS
  return {
    field: 'amount_cents',
    code: 'amount_unreadable',
    message,
    severity: 'error',
    value,
    ...(isUsable && { suggestions: [{ amount_cents: meant }], is_sure: true }),
  }
}

function extraCells(cells: readonly string[], width: number): StoredProblem {
  const message = `This row has ${cells.length} cells, but the list has ${width} columns. If a cell contains a comma, put quotes around it.`
  const value = cells.slice(width).join(', ').slice(0, 100).toWellFormed()
  return { field: 'address1', code: 'extra_cells', message, severity: 'error', value }
}
