import { isEmail } from '@laurel/domain/email'
import { centsFromTyped } from '@laurel/domain/money'
import { findStateCode } from '@laurel/domain/us-states'
import type { TableRow } from './csv-table.ts'

/** What a column of a list holds. `name` is first and last name in one. */
export type ColumnMeaning =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'zip'
  | 'amount_cents'
  | 'message'

export type Columns = {
  meanings: Array<ColumnMeaning | undefined>
  /** Headings nothing is known about. */
  ignored: string[]
  people: TableRow[]
}

/** How people head their columns; case, blanks and punctuation do not matter. */
const HEADINGS: Readonly<Record<ColumnMeaning, readonly string[]>> = {
  name: ['name', 'fullname', 'recipient', 'recipientname', 'employee', 'employeename', 'contact'],
  first_name: ['firstname', 'first', 'givenname', 'forename', 'fname', 'recipientfirstname'],
  last_name: ['lastname', 'last', 'surname', 'familyname', 'lname', 'recipientlastname'],
  email: ['email', 'emailaddress', 'mail', 'workemail', 'recipientemail', 'emailid'],
  address1: [
    'address',
    'address1',
    'addressline1',
    'street',
    'street1',
    'streetaddress',
    'addr1',
    'addr',
    'mailingaddress',
    'homeaddress',
    'line1',
  ],
  address2: [
    'address2',
    'addressline2',
    'street2',
    'addr2',
    'line2',
    'apt',
    'apartment',
    'suite',
    'unit',
    'aptsuite',
  ],
  city: ['city', 'town', 'cityname'],
  state: ['state', 'st', 'province', 'stateprovince', 'statecode', 'usstate', 'region'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode', 'postal', 'zippostalcode', 'zip5'],
  amount_cents: ['amount', 'value', 'cardvalue', 'cardamount', 'denomination', 'giftamount', 'amountusd'],
  message: ['message', 'note', 'personalmessage', 'giftmessage', 'custommessage'],
}
const MEANING_OF = new Map(
  Object.entries(HEADINGS).flatMap(([meaning, words]) =>
    words.map((word) => [word, meaning as ColumnMeaning] as const),
  ),
)

/** Finds what each column holds: by the first row if it heads the list, else by what is in the columns. */
export function readColumns(rows: readonly TableRow[]): Columns {
  const [first, ...rest] = rows
  if (first !== undefined && isHeader(first.cells)) return { ...headed(first.cells), people: rest }
  return { meanings: unheaded(rows), ignored: [], people: [...rows] }
}

function meaningOf(heading: string): ColumnMeaning | undefined {
  return MEANING_OF.get(heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, ''))
}

/** A header has a word we know, and nothing that only a person's row has. */
function isHeader(cells: readonly string[]): boolean {
  const unknown = cells.filter((cell) => cell !== '' && meaningOf(cell) === undefined)
  const known = cells.some((cell) => meaningOf(cell) !== undefined)
  return known && !unknown.some((cell) => cell.includes('@') || isAmount(cell) || isZip(cell))
}

/** Of two columns that mean the same the first is read. */
function headed(cells: readonly string[]): Pick<Columns, 'meanings' | 'ignored'> {
  const ignored: string[] = []
  const meanings: Columns['meanings'] = []
  for (const cell of cells) {
    const meaning = meaningOf(cell)
    const isTaken = meaning !== undefined && meanings.includes(meaning)
    meanings.push(isTaken ? undefined : meaning)
    if (cell !== '' && (meaning === undefined || isTaken)) ignored.push(cell.slice(0, 100))
  }
  return { meanings, ignored: ignored.slice(0, 100) }
}

/** Enough rows to know what a column holds. */
const SAMPLE_ROWS = 50

/**
 * Reads columns without a header by their content: an email address shows itself, a state with a ZIP
 * code behind it is an address, and what stands before are names. As people paste them: name,
 * email; or first name, last name, street, city, state, ZIP, amount.
 */
function unheaded(rows: readonly TableRow[]): Columns['meanings'] {
  const sample = rows.slice(0, SAMPLE_ROWS).map((row) => row.cells)
  const width = Math.max(...sample.map((cells) => cells.length))
  const meanings: Columns['meanings'] = Array.from({ length: width }, () => undefined)
  const holds = (column: number, test: (cell: string) => boolean) => {
    const filled = sample.map((cells) => cells[column] ?? '').filter((cell) => cell !== '')
    return filled.length > 0 && filled.filter(test).length * 2 > filled.length
  }
  const columns = meanings.map((_, column) => column)

  const email = columns.find((column) => holds(column, (cell) => isEmail(cell) || cell.includes('@')))
  if (email !== undefined) meanings[email] = 'email'

  const state = columns.find((column) => holds(column, isState) && holds(column + 1, isZip))
  let names = columns.filter((column) => meanings[column] === undefined)
  if (state !== undefined) {
    names = names.filter((column) => column < state)
    meanings[state] = 'state'
    meanings[state + 1] = 'zip'
    setLast(names, meanings, 'city')
    // Two columns are a name and a street, three the name's halves and a street, four a second street line.
    if (names.length > 3) setLast(names, meanings, 'address2')
    setLast(names, meanings, 'address1')
  }
  const amount = columns.find((column) => meanings[column] === undefined && holds(column, isAmount))
  if (amount !== undefined) meanings[amount] = 'amount_cents'

  const left = names.filter((column) => meanings[column] === undefined)
  if (left.length === 1) meanings[left[0]!] = 'name'
  else if (left.length > 1) {
    meanings[left[0]!] = 'first_name'
    meanings[left[1]!] = 'last_name'
  }
  const said = columns.find((column) => meanings[column] === undefined && holds(column, () => true))
  if (said !== undefined) meanings[said] = 'message'
  return meanings
}

function setLast(columns: number[], meanings: Columns['meanings'], meaning: ColumnMeaning) {
  const column = columns.pop()
  if (column !== undefined) meanings[column] = meaning
}

function isState(cell: string): boolean {
  return findStateCode(cell) !== undefined
}

/** Three digits and more: a spreadsheet may have dropped zeros. */
function isZip(cell: string): boolean {
  return /^\d{3,5}(-?\d{4})?$/.test(cell.replaceAll(' ', ''))
}

function isAmount(cell: string): boolean {
  return centsFromTyped(cell) !== undefined
}
