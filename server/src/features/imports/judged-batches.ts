import { type Judge, type JudgedRecipient, judged } from '../card-items/judged-recipient.ts'
import type { ColumnMeaning } from './columns.ts'
import { PeopleReader, type PersonRead } from './people-of-rows.ts'
import type { TableRow } from './row-cutter.ts'
import type { RowsRead } from './text-rows.ts'

export type ReadRequest = {
  meanings: ColumnMeaning[]
  hasHeader: boolean
  judge: Judge
  /** People read before a restart. */
  skip: number
  batchRows: number
  /** Repairs are judged where the people they repair are known. */
  isRepair: boolean
}

/** What some rows came to. */
export type Tally = {
  people: number
  attention: number
  warned: number
  /** Without errors, but with no amount of their own. */
  withoutAmount: number
  /** People per code and severity: `error required`. */
  counts: Record<string, number>
  errors: Array<{ row: number; field: string; code: string; message: string }>
}

/** People ready to be written, in their order. */
export type JudgedBatch = {
  tally: Tally
  bytesRead: number
  /** As the database takes them, without positions: an array for each column. None for repairs. */
  columns: Readonly<Record<string, string>>
  repairs: Array<PersonRead & { cells: string[] }>
}

/** Every problem is shown with its person, so an answer lists only this many. */
export const MAX_ERRORS_TOLD = 500

/** Parses people from rows, validates them, and yields them in batches. */
export async function* judgedBatches(
  source: AsyncIterable<RowsRead>,
  request: ReadRequest,
): AsyncGenerator<JudgedBatch> {
  const reader = new PeopleReader(request.meanings)
  let toSkip = request.skip + (request.hasHeader ? 1 : 0)
  let waiting: TableRow[] = []
  let read = 0
  for await (const { rows, bytesRead } of source) {
    read = bytesRead
    const kept = toSkip >= rows.length ? [] : rows.slice(toSkip)
    toSkip -= rows.length - kept.length
    waiting = waiting.length === 0 ? kept : waiting.concat(kept)
    while (waiting.length >= request.batchRows) {
      yield makeBatch(waiting.slice(0, request.batchRows), reader, request, read)
      waiting = waiting.slice(request.batchRows)
    }
  }
  if (waiting.length > 0) yield makeBatch(waiting, reader, request, read)
}

function makeBatch(
  rows: TableRow[],
  reader: PeopleReader,
  request: ReadRequest,
  bytesRead: number,
): JudgedBatch {
  const tally = emptyTally()
  if (request.isRepair) {
    const repairs = rows.map((row) => ({ ...reader.read(row), cells: reader.cellsOf(row) }))
    return { tally, bytesRead, columns: {}, repairs }
  }
  const lines = rows.map((row) => {
    const { values, reading, row: import_row } = reader.read(row)
    const person = judged(request.judge, values, reading)
    count(tally, import_row, person)
    const codes = `{${person.codes.map(elementOf).join()}}`
    const source = person.problems.length === 0 ? null : reader.cellsOf(row)
    return { ...person, codes, import_row, source }
  })
  return { tally, bytesRead, columns: columnsOf(lines), repairs: [] }
}

/** PostgreSQL reads an array for each column in a third of the time of an object for each row. */
function columnsOf(lines: ReadonlyArray<{ [column: string]: unknown }>): Record<string, string> {
  const columns: Record<string, string[]> = {}
  for (const line of lines) {
    for (const [name, value] of Object.entries(line)) {
      const column = columns[name] ?? []
      columns[name] = column
      column.push(elementOf(value))
    }
  }
  return Object.fromEntries(Object.entries(columns).map(([name, elements]) => [name, `{${elements.join()}}`]))
}

/** @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return elementOf(JSON.stringify(value))
  return /["\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : `"${value}"`
}

export function emptyTally(): Tally {
  return { people: 0, attention: 0, warned: 0, withoutAmount: 0, counts: {}, errors: [] }
}

export function count(tally: Tally, row: number, person: JudgedRecipient): void {
  const { problems, needs_attention, amount_cents } = person
  tally.people += 1
  if (!needs_attention && amount_cents === null) tally.withoutAmount += 1
  if (problems.length === 0) return
  if (needs_attention) tally.attention += 1
  if (problems.some(({ severity }) => severity === 'warning')) tally.warned += 1
  for (const key of new Set(problems.map(({ code, severity }) => `${severity} ${code}`))) {
    tally.counts[key] = (tally.counts[key] ?? 0) + 1
  }
  for (const { field, code, message, severity } of problems) {
    if (severity === 'error' && tally.errors.length < MAX_ERRORS_TOLD) {
      tally.errors.push({ row, field, code, message })
    }
  }
}
