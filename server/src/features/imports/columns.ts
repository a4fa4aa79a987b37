import type { ColumnMeaning as ColumnMeaningWire } from '@laurel/contract/imports'
import { isEmail } from '@laurel/domain/email'
import { centsFromTyped } from '@laurel/domain/money'
import {
  type KnownMeaning,
  meaningOfHeading,
  RECIPIENT_FIELDS,
  requiredFields,
} from '@laurel/domain/recipient-fields'
import type { RewardType } from '@laurel/domain/reward-type'
import { findStateCode } from '@laurel/domain/us-states'
import type * as z from 'zod'
import { MAX_COLUMNS, type TableRow } from './row-cutter.ts'
import { unreadable } from './unreadable.ts'

/** What a column of a list holds; `name` is first and last name in one. */
export type ColumnMeaning = z.output<typeof ColumnMeaningWire>

export type Column = {
  heading: string
  meaning: ColumnMeaning
  found_by: 'name' | 'content' | 'memory' | 'hand' | 'nothing'
  samples: string[]
}

/** The columns that our errors file adds: the row's ID, and what was wrong with it. */
export const ROW_HEADING = 'Laurel row'
export const PROBLEMS_HEADING = 'What to fix'
const OUR_HEADINGS = [ROW_HEADING, PROBLEMS_HEADING].map((heading) => heading.toLowerCase())

/** How we head columns in files. */
export const FIELD_HEADINGS: Readonly<Record<string, string>> = {
  name: 'Name',
  ...Object.fromEntries(
    Object.values(RECIPIENT_FIELDS).map(({ wire, title, heading = title }) => [wire, heading]),
  ),
}

/** Is the first row a header? It has a known heading, and nothing that only a person's row has. */
export function hasHeader([first]: readonly TableRow[]): boolean {
  const cells = first?.cells ?? []
  const unknown = cells.filter((cell) => cell.trim() !== '' && meaningOfHeading(cell) === undefined)
  const known = cells.some((cell) => meaningOfHeading(cell) !== undefined)
  return known && !unknown.some((cell) => cell.includes('@') || isAmount(cell) || isZip(cell))
}

/**
 * Finds what each column holds: by its heading, by what this customer said of a list headed like it,
 * or by what is in it.
 *
 * @param remembered meanings by column, from an earlier list with these headings
 * @throws {Refusal} `import_unreadable` for more columns than any list of people has
 */
export function findColumns(
  rows: readonly TableRow[],
  isHeaded: boolean,
  remembered?: readonly ColumnMeaning[],
): Column[] {
  const header = isHeaded ? rows[0] : undefined
  const below = isHeaded ? rows.slice(1) : rows
  const sample = below.map(({ cells }) => cells.map((cell) => cell.trim()))
  const width = Math.max(header?.cells.length ?? 0, ...(isHeaded ? [] : sample.map((cells) => cells.length)))
  if (width > MAX_COLUMNS) {
    throw unreadable(
      'too_many_columns',
      `This list has more than ${MAX_COLUMNS} columns. Save only those about people.`,
    )
  }
  const headings = Array.from({ length: width }, (_, index) => (header?.cells[index] ?? '').trim())
  const byName = namedMeanings(headings)
  const byContent = isHeaded ? contentBesideNames(sample, byName) : unheaded(sample, width)
  return headings.map((heading, index) => {
    const samples = sample
      .map((cells) => cells[index] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .map((cell) => cell.slice(0, 60).toWellFormed())
    return {
      heading: heading.slice(0, 100).toWellFormed(),
      samples,
      ...found(remembered?.[index], byName[index], byContent[index]),
    }
  })
}

function found(
  remembered: ColumnMeaning | undefined,
  named: KnownMeaning | undefined,
  inside: KnownMeaning | undefined,
): Pick<Column, 'meaning' | 'found_by'> {
  if (remembered !== undefined) return { meaning: remembered, found_by: 'memory' }
  if (named !== undefined) return { meaning: named, found_by: 'name' }
  if (inside !== undefined) return { meaning: inside, found_by: 'content' }
  return { meaning: 'ignore', found_by: 'nothing' }
}

/**
 * Clear enough to import without asking: there's a name column, nothing was guessed, no heading is repeated,
 * and no required column is missing while a heading is unknown, since that could be it.
 */
export function isSure(columns: readonly Column[], isHeaded: boolean, type: RewardType): boolean {
  const isMissing = requiredFields(type)
    .filter(({ field }) => field !== 'firstName' && field !== 'lastName')
    .some(({ wire }) => !columns.some(({ meaning }) => meaning === wire))
  const isUnheardOf = columns.some(({ heading, found_by }) => heading !== '' && found_by === 'nothing')
  const named = columns.filter(({ heading }) => heading !== '').map(({ heading }) => heading.toLowerCase())
  const isPerson = columns.some(({ meaning }) =>
    ['name', 'first_name', 'last_name', 'email', 'row'].includes(meaning),
  )
  return (
    isHeaded &&
    isPerson &&
    !(isMissing && isUnheardOf) &&
    new Set(named).size === named.length &&
    columns.every(({ found_by }) => found_by !== 'content')
  )
}

/** Lists headed alike are read alike; what our errors file adds does not tell them apart. */
export function headingsOf(columns: readonly Column[]): string[] {
  return columns
    .map(({ heading }) => heading.toLowerCase())
    .filter((heading) => !OUR_HEADINGS.includes(heading))
}

/** Is it a returned errors file? Only its own heading tells. */
export function isErrorsFile(columns: readonly Column[]): boolean {
  return columns.some(({ heading, meaning }) => meaning === 'row' && meaningOfHeading(heading) === 'row')
}

/** Applies manual meanings, one per column; if two columns have the same, the first is read. */
export function withMeanings(columns: readonly Column[], meanings: readonly ColumnMeaning[]): Column[] {
  return columns.map((column, index) => ({
    ...column,
    meaning: meanings[index] ?? 'ignore',
    found_by: 'hand',
  }))
}

/** Of two columns that mean the same the first is read. */
function namedMeanings(headings: readonly string[]): Array<KnownMeaning | undefined> {
  const meanings: Array<KnownMeaning | undefined> = []
  for (const heading of headings) {
    const meaning = meaningOfHeading(heading)
    meanings.push(meaning !== undefined && meanings.includes(meaning) ? undefined : meaning)
  }
  return meanings
}

/** What shows itself whatever it is headed: email addresses, and a state with its ZIP code behind it. */
function contentBesideNames(sample: Sample, named: ReadonlyArray<KnownMeaning | undefined>) {
  const meanings: Array<KnownMeaning | undefined> = named.map(() => undefined)
  const free = named.flatMap((meaning, column) => (meaning === undefined ? [column] : []))
  const hold = (meaning: KnownMeaning, column: number | undefined) => {
    if (column !== undefined && !named.includes(meaning)) meanings[column] = meaning
  }
  hold(
    'email',
    free.find((column) => holds(sample, column, (cell) => cell.includes('@'))),
  )
  hold(
    'state',
    free.find((column) => holds(sample, column, isState) && !meanings[column]),
  )
  hold(
    'zip',
    free.find((column) => holds(sample, column, isZip) && !meanings[column] && named[column - 1] === 'state'),
  )
  return meanings
}

type Sample = readonly string[][]

function holds(sample: Sample, column: number, test: (cell: string) => boolean): boolean {
  const filled = sample.map((cells) => cells[column] ?? '').filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter(test).length * 2 > filled.length
}

/**
 * Detects columns without a header by content: an email address is unambiguous, a state before a ZIP code is an
 * address, and names come before those. As people paste them: name, email; or first name, last name, street,
 * city, state, ZIP, amount.
 */
function unheaded(sample: Sample, width: number): Array<KnownMeaning | undefined> {
  const meanings: Array<KnownMeaning | undefined> = Array.from({ length: width }, () => undefined)
  const columns = meanings.map((_, column) => column)

  const email = columns.find((column) => holds(sample, column, (cell) => isEmail(cell) || cell.includes('@')))
  if (email !== undefined) meanings[email] = 'email'

  const state = columns.find((column) => holds(sample, column, isState) && holds(sample, column + 1, isZip))
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
  const amount = columns.find((column) => meanings[column] === undefined && holds(sample, column, isAmount))
  if (amount !== undefined) meanings[amount] = 'amount_cents'

  const left = names.filter((column) => meanings[column] === undefined)
  if (left.length === 1) meanings[left[0]!] = 'name'
  else if (left.length > 1) {
    meanings[left[0]!] = 'first_name'
    meanings[left[1]!] = 'last_name'
  }
  const said = columns.find((column) => meanings[column] === undefined && holds(sample, column, () => true))
  if (said !== undefined) meanings[said] = 'message'
  return meanings
}

function setLast(columns: number[], meanings: Array<KnownMeaning | undefined>, meaning: KnownMeaning) {
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
