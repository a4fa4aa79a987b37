import { Readable } from 'node:stream'
import type { Download } from './serve.ts'

/** Invisible characters before a cell's first letter, which some programs drop. */
const UNSEEN = String.raw`[\s\0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0\ufeff]*`
/** What a spreadsheet would run as a formula (OWASP ASVS 1.2.10), full-width signs included. */
const BEGINNING = String.raw`[\t\r\n\0]|${UNSEEN}[=+\-@＝＋－＠]`
const FORMULA = new RegExp(`^(?:${BEGINNING})`)
/** A leading apostrophe turns it into text; ours are removed again on import. */
const DEFUSED = new RegExp(`^'(?=${BEGINNING}|')`)

/** Most cells: nothing to quote, and no formula. */
const PLAIN = /^(?:[A-Za-z0-9](?:[\w .@:/-]*\w)?)?$/

/** One line of CSV (RFC 4180) without any formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (PLAIN.test(cell) ? cell : quoted(defused(cell)))).join(',')}\r\n`
}

/** The original text of a cell that {@link csvLine} wrote. */
export function fused(cell: string): string {
  return cell.replace(DEFUSED, '')
}

/** Begins a CSV file, so that any program reads it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A CSV file for any program. */
export function csvDownload(fileName: string, lines: AsyncIterable<string>): Download {
  return { stream: Readable.from(marked(lines)), contentType: 'text/csv; charset=utf-8', fileName }
}

async function* marked(lines: AsyncIterable<string>) {
  yield BYTE_ORDER_MARK
  yield* lines
}

function defused(cell: string): string {
  return FORMULA.test(cell) || DEFUSED.test(cell) ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
