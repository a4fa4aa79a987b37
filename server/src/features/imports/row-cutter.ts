import Papa from 'papaparse'
import { unreadable } from './unreadable.ts'

/** A row of a list with its number as a spreadsheet shows it, blank rows counted. */
export type TableRow = { number: number; cells: string[] }

/** Lists aren't wider than this; further columns are reported as too many. */
export const MAX_COLUMNS = 100
/** A row this long is no row: a quote was never closed, or the file has no lines. */
const MAX_ROW_CHARACTERS = 1_000_000
/** As much as a spreadsheet's cell holds. */
const MAX_CELL_CHARACTERS = 32_767

/** Cuts text that comes in pieces into rows of cells, blank rows left out. */
export class RowCutter {
  readonly #parser: Papa.Parser
  #rest = ''
  #number: number

  constructor({ delimiter, newline }: { delimiter: string; newline: string }, linesBefore = 0) {
    this.#parser = new Papa.Parser({ delimiter, newline } as Papa.ParseConfig)
    this.#number = linesBefore
  }

  /**
   * The rows that end in this piece, or with it when it is the last.
   *
   * @throws {Refusal} `import_unreadable` for a quote that is never closed, an endless row, or a NUL
   */
  cut(piece: string, isLast: boolean): TableRow[] {
    const text = this.#rest + piece
    const nul = text.indexOf('\0')
    if (nul !== -1) throw this.#notText()
    const { data, errors, meta } = this.#parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>
    if (isLast && errors.some(({ code }) => code === 'MissingQuotes')) {
      this.#number += data.length - 1
      throw this.#openQuote()
    }
    this.#rest = isLast ? '' : text.slice(meta.cursor)

    const rows: TableRow[] = []
    for (const cells of data) {
      this.#number += 1
      if (cells.some((cell) => cell !== '' && cell.trim() !== '')) {
        rows.push({ number: this.#number, cells: bounded(cells) })
      }
    }
    if (this.#rest.length > MAX_ROW_CHARACTERS) throw this.endless()
    return rows
  }

  /** Why the row that has begun does not end. */
  endless() {
    if (this.#rest.includes('"')) return this.#openQuote()
    const message = `Row ${this.#number + 1} is too long. It may be missing a line break.`
    return unreadable('row_too_long', message)
  }

  #openQuote() {
    return unreadable('open_quote', `A quotation mark in row ${this.#number + 1} is never closed.`)
  }

  #notText() {
    const message = `There’s a NUL character after row ${this.#number}. Save the list as CSV again.`
    return unreadable('not_text', message)
  }
}

/** One cell more than columns are read, so that there being more is seen. */
export function bounded(cells: string[]): string[] {
  const few = cells.length > MAX_COLUMNS + 1 ? cells.slice(0, MAX_COLUMNS + 1) : cells
  const last = few.length - 1
  // A row that ends as Windows ends them, in a list whose other rows do not.
  if (few[last]?.endsWith('\r')) few[last] = few[last].slice(0, -1)
  return few.some((cell) => cell.length > MAX_CELL_CHARACTERS)
    ? few.map((cell) => cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed())
    : few
}
