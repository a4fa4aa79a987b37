import { Refusal } from '@laurel/domain/refusal'
import Papa from 'papaparse'
import { unreadable } from './csv-text.ts'

/** A row of a list with its number as a spreadsheet shows it, blank rows counted. */
export type TableRow = { number: number; cells: string[] }

/** A list this long is read while the customer waits. */
export const MAX_IMPORT_ROWS = 5_000
/** Blank rows between the people; a file of nothing else is not worth reading on. */
const MAX_LINES = MAX_IMPORT_ROWS * 4

/**
 * Cuts a list's text into rows of cells, blank rows left out. The separator is found by itself:
 * comma, semicolon, tab or bar; or named in a first line `sep=;` as Excel writes it.
 *
 * @throws {Refusal} `import_unreadable` when nothing is in it, or a quote is never closed
 */
export function csvTable(text: string): TableRow[] {
  const named = /^sep=(.)\r?\n/i.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const { data, errors, meta } = Papa.parse<string[]>(body, {
    delimiter: named?.[1] ?? separatorOf(body),
    preview: MAX_LINES,
    skipEmptyLines: false,
  })
  const before = named ? 1 : 0
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) {
    const message = `A quote that opens in row ${(open.row ?? 0) + 1 + before} is never closed.`
    throw unreadable('open_quote', message)
  }
  const rows = data
    .map((cells, index) => ({ number: index + 1 + before, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  // One more row than people may come: it can be the header.
  if (meta.truncated || rows.length > MAX_IMPORT_ROWS + 1) throw tooManyRows()
  if (rows.length === 0) throw unreadable('empty', 'There is no one in this list.')
  return rows
}

/** Guessed from rows that hold something: an empty last line would make a list of two columns look like one. */
function separatorOf(body: string): string {
  const { meta } = Papa.parse(body, {
    preview: 10,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  return meta.delimiter
}

export function tooManyRows(): Refusal {
  return new Refusal('limit_exceeded', { limit: `${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows` })
}
