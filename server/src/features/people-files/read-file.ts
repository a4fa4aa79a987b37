import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { DATE_HEADINGS, DATE_WIRE_FIELDS, LIST_DATE_INVALID, readListDate } from '@laurel/domain/list-dates'
import { type FileMeaning, type FileRow, identityOf, MAX_FILE_ROWS } from '@laurel/domain/people-files'
import { Refusal } from '@laurel/domain/refusal'
import { MAX_COLUMNS, type TableRow } from '../imports/row-cutter.ts'
import { lookAtText } from '../imports/text-format.ts'
import { readTextRows } from '../imports/text-rows.ts'
import { fieldsOf } from '../recipient-lists/import-people.service.ts'
import { keyOf, tidied } from '../recipient-lists/recipient-lists.service.ts'
import { fileProblem } from './file-problem.ts'

export type FileTable = { headings: string[]; body: TableRow[] }
export type RowProblem = { row: number; message: string }

/** The rows of a file, in any format that lists are imported from. @throws {Refusal} `list_file_failed` */
export async function readTable(bytes: Buffer): Promise<FileTable> {
  const rows: TableRow[] = []
  try {
    for await (const some of rowsOf(bytes)) {
      rows.push(...some)
      if (rows.length > MAX_FILE_ROWS + 1) {
        throw fileProblem(
          'too_many_rows',
          `The file has more than ${MAX_FILE_ROWS.toLocaleString('en-US')} rows.`,
        )
      }
    }
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code === 'list_file_failed') throw cause
    const [first] = cause.errors
    throw fileProblem(first?.code ?? 'unreadable', first?.message ?? 'We couldn’t read this file.')
  }
  const [head, ...body] = rows
  // However a file came to be empty, no one should leave because of it.
  if (head === undefined || body.length === 0) throw fileProblem('empty', 'The file has no people.')
  if (head.cells.length > MAX_COLUMNS) {
    throw fileProblem('too_many_columns', `The file has more than ${MAX_COLUMNS} columns.`)
  }
  return { headings: head.cells.map((cell) => cell.trim().slice(0, 200).toWellFormed()), body }
}

async function* rowsOf(bytes: Buffer): AsyncGenerator<TableRow[]> {
  const { format } = lookAtText(bytes, { isUtf8: isUtf8(bytes), isWhole: true, isPasted: false })
  for await (const { rows } of readTextRows(oneChunk(bytes), format)) yield rows
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export type ReadPeople = { rows: FileRow[]; problems: RowProblem[] }

/** The people of a file, each once, and what is wrong with rows. */
export function readPeople(
  listId: number,
  { body }: FileTable,
  meanings: readonly FileMeaning[],
): ReadPeople {
  const problems: RowProblem[] = []
  const rows: FileRow[] = []
  const seen = new Map<string, number>()
  const idColumn = meanings.indexOf('employee_id')
  const read = meanings.map((meaning) => (meaning === 'ignore' || meaning === 'employee_id' ? null : meaning))
  for (const { number, cells } of body) {
    const typed = fieldsOf(read, cells)
    const unread = DATE_WIRE_FIELDS.filter(
      (field) => typed[field] !== '' && readListDate(typed[field]) === undefined,
    )
    for (const field of unread) {
      const message = `${DATE_HEADINGS[field]} “${typed[field]}” can’t be read. ${LIST_DATE_INVALID}`
      problems.push({ row: number, message })
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
    rows.push({ number, key: hashed(listId, marks[0]!), personKey: keyOf(fields), fields, unread })
  }
  return { rows, problems }
}

/** Says nothing about the person to those who read the database. */
function hashed(listId: number, mark: string): string {
  return createHash('sha256').update(`${listId} ${mark}`).digest('base64url').slice(0, 22)
}
