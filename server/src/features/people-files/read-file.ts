import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import {
  DATE_HEADINGS,
  DATE_WIRE_FIELDS,
  type DateField,
  LIST_DATE_INVALID,
  readListDate,
  tidyListDate,
} from '@laurel/domain/list-dates'
import {
  type FileMeaning,
  type FileRow,
  hasLeft,
  identityOf,
  MAX_FILE_ROWS,
} from '@laurel/domain/people-files'
import { Refusal } from '@laurel/domain/refusal'
import { MAX_COLUMNS, type TableRow } from '../imports/row-cutter.ts'
import { readFewRows } from '../imports/text-rows.ts'
import { fieldsOf } from '../recipient-lists/import-people.service.ts'
import { keyOf, tidied } from '../recipient-lists/recipient-lists.service.ts'
import { fileProblem } from './file-problem.ts'

export type FileTable = { headings: string[]; body: TableRow[] }
export type RowProblem = { row: number; message: string }

/** The rows of a file, in any format that lists are imported from. @throws {Refusal} `list_file_failed` */
export async function readTable(bytes: Buffer): Promise<FileTable> {
  // With the row of headings.
  const limit = MAX_FILE_ROWS + 1
  const [head, ...body] = await readFewRows(bytes, { limit, isPasted: false }).catch((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause
    const [first] = cause.errors
    throw fileProblem(first?.code ?? 'unreadable', first?.message ?? 'We couldn’t read this file.')
  })
  // However a file came to be empty, no one should leave because of it.
  if (head === undefined || body.length === 0) throw fileProblem('empty', 'The file has no people.')
  if (body.length > MAX_FILE_ROWS) {
    const most = MAX_FILE_ROWS.toLocaleString('en-US')
    throw fileProblem('too_many_rows', `The file has more than ${most} rows.`)
  }
  if (head.cells.length > MAX_COLUMNS) {
    throw fileProblem('too_many_columns', `The file has more than ${MAX_COLUMNS} columns.`)
  }
  return { headings: head.cells.map((cell) => cell.trim().slice(0, 200).toWellFormed()), body }
}

export type ReadPeople = { rows: FileRow[]; problems: RowProblem[] }

/** What is wrong with a date; undefined if it can be saved. */
function dateProblem(field: DateField, typed: string, at: Date): string | undefined {
  const date = readListDate(typed)
  const begins = `${DATE_HEADINGS[field]} “${typed}”`
  if (date === undefined) return `${begins} can’t be read. ${LIST_DATE_INVALID}`
  const isFuture = date.year !== null && tidyListDate(typed) > at.toISOString().slice(0, 10)
  return field === 'birthday' && isFuture ? `${begins} is in the future.` : undefined
}

/** Other requests can run after this long. */
const TURN_MS = 15

/** The people of a file, each once, without those who left, and what is wrong with rows. */
export async function readPeople(
  listId: number,
  { body }: FileTable,
  meanings: readonly FileMeaning[],
  at: Date,
): Promise<ReadPeople> {
  const problems: RowProblem[] = []
  const rows: FileRow[] = []
  const seen = new Map<string, number>()
  const idColumn = meanings.indexOf('employee_id')
  const statusColumn = meanings.indexOf('status')
  const read = meanings.map((meaning) =>
    meaning === 'ignore' || meaning === 'employee_id' || meaning === 'status' ? null : meaning,
  )
  const left: { row: number; status: string }[] = []
  let began = performance.now()
  for (const { number, cells } of body) {
    if (performance.now() - began > TURN_MS) {
      await turn()
      began = performance.now()
    }
    const status = (cells[statusColumn] ?? '').trim()
    if (hasLeft(status)) {
      left.push({ row: number, status })
      continue
    }
    const typed = fieldsOf(read, cells)
    const unread: DateField[] = []
    for (const field of DATE_WIRE_FIELDS) {
      const problem = typed[field] === '' ? undefined : dateProblem(field, typed[field], at)
      if (problem === undefined) continue
      problems.push({ row: number, message: `${problem} We’ll sync this person without it.` })
      unread.push(field)
      typed[field] = ''
    }
    const fields = tidied(typed)
    const identity = identityOf(fields)
    if (identity === '') {
      problems.push({ row: number, message: 'There’s no name and no email.' })
      continue
    }
    const employeeId = (cells[idColumn] ?? '').trim().toLowerCase()
    const marks = [
      employeeId === '' ? identity : `id ${employeeId}`,
      ...(fields.email === '' ? [] : [fields.email.toLowerCase()]),
    ]
    const earlier = marks.map((mark) => seen.get(mark)).find((row) => row !== undefined)
    if (earlier !== undefined) {
      problems.push({ row: number, message: `This is the same person as in row ${earlier}, which we read.` })
      continue
    }
    for (const mark of marks) seen.set(mark, number)
    if (fields.email !== '' && !isEmail(fields.email)) {
      const message = `${EMAIL_INVALID}. We’ll sync this person with “${fields.email}”, and flag it on cards.`
      problems.push({ row: number, message })
    }
    rows.push({ number, key: hashed(listId, marks[0]!), personKey: keyOf(fields), fields, unread })
  }
  const [first] = left
  if (first !== undefined) {
    const people = left.length === 1 ? 'This person' : `${left.length.toLocaleString('en-US')} people`
    const message = `${people} left, as the status “${first.status.slice(0, 40).toWellFormed()}” says. We don’t sync them.`
    problems.push({ row: first.row, message })
  }
  return { rows, problems }
}

/** Says nothing about the person to those who read the database. */
function hashed(listId: number, mark: string): string {
  return createHash('sha256').update(`${listId} ${mark}`).digest('base64url').slice(0, 22)
}
