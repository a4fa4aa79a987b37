import { centsFromTyped } from '@laurel/domain/money'
import type { ColumnMeaning, Columns } from './csv-columns.ts'
import type { TableRow } from './csv-table.ts'
import type { RecipientValues, StoredProblem } from './judged-recipient.ts'

export type PersonRead = { row: number; values: RecipientValues; reading: StoredProblem[] }

/** A cell is kept as it came; what is longer than this is no part of an address. */
const MAX_CELL = 1_000
/** More than any site puts on a card (docs/spec.md §3); larger numbers are not amounts. */
const MAX_AMOUNT_CENTS = 100_000_000

/** Reads the people out of a list's rows. No row is left out: what cannot be read is said beside it. */
export function readPeople({ meanings, people }: Pick<Columns, 'meanings' | 'people'>): PersonRead[] {
  return people.map((row) => readPerson(row, meanings))
}

function readPerson({ number, cells }: TableRow, meanings: Columns['meanings']): PersonRead {
  const cell = (meaning: ColumnMeaning) => {
    const column = meanings.indexOf(meaning)
    return column === -1 ? '' : (cells[column] ?? '').slice(0, MAX_CELL).toWellFormed()
  }
  const reading: StoredProblem[] = []
  const name = splitName(cell('name'))
  const amount = readAmount(cell('amount_cents'))
  if (amount === undefined) reading.push(amountUnreadable(cell('amount_cents')))
  if (cells.slice(meanings.length).some((extra) => extra !== '')) reading.push(extraCells(cells, meanings))
  const values = {
    first_name: cell('first_name') || name.first,
    last_name: cell('last_name') || name.last,
    email: cell('email'),
    address1: cell('address1'),
    address2: cell('address2'),
    city: cell('city'),
    state: cell('state'),
    zip: cell('zip'),
    amount_cents: amount ?? null,
    message: cell('message'),
  }
  return { row: number, values, reading }
}

/** "Okafor, Maya" and "Maya Okafor" are one; of several words the last is the family's. */
function splitName(name: string): { first: string; last: string } {
  const comma = name.indexOf(',')
  if (comma > 0) return { first: name.slice(comma + 1).trim(), last: name.slice(0, comma).trim() }
  const space = name.lastIndexOf(' ')
  return space === -1
    ? { first: name, last: '' }
    : { first: name.slice(0, space).trim(), last: name.slice(space + 1) }
}

/** @returns null for an empty cell, undefined for one that is not an amount */
function readAmount(cell: string): number | null | undefined {
  if (cell === '') return null
  const cents = centsFromTyped(cell.replace(/\s*USD$/i, ''))
  return cents === undefined || cents > MAX_AMOUNT_CENTS ? undefined : cents
}

function amountUnreadable(cell: string): StoredProblem {
  const message = `“${cell.slice(0, 40).toWellFormed()}” is not an amount. Write it as 50 or 50.00.`
  return { field: 'amount_cents', code: 'amount_unreadable', message, severity: 'error' }
}

function extraCells(cells: readonly string[], meanings: Columns['meanings']): StoredProblem {
  const message = `This row has ${cells.length} cells where ${meanings.length} are headed. A comma inside a cell needs quotes around it.`
  return { field: 'address1', code: 'extra_cells', message, severity: 'error' }
}
