import { Readable } from 'node:stream'
import type { Download } from './serve.ts'

/** What is not seen before a cell's first letter, and dropped by some of what opens the file. */
const UNSEEN = String.raw`[\s\0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0\ufeff]*`
/** What a spreadsheet would take for a formula (OWASP ASVS 1.2.10), full-width signs included. */
const BEGINNING = String.raw`[\t\r\n\0]|${UNSEEN}[=+\-@＝＋－＠]`
const FORMULA = new RegExp(`^(?:${BEGINNING})`)
/** An apostrophe before it makes text of it; ours are taken off again when the file comes back. */
const DEFUSED = new RegExp(`^'(?=${BEGINNING}|')`)

/** One line of CSV (RFC 4180), in which no cell is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(defused(cell))).join(',')}\r\n`
}

/** A cell of a file of ours as it was before {@link csvLine} wrote it. */
export function fused(cell: string): string {
  return cell.replace(DEFUSED, '')
}

/** A file of CSV as it is written, for any program: UTF-8 with its mark. */
export function csvDownload(fileName: string, lines: AsyncIterable<string>): Download {
  return { stream: Readable.from(marked(lines)), contentType: 'text/csv; charset=utf-8', fileName }
}

async function* marked(lines: AsyncIterable<string>) {
  yield '\ufeff'
  yield* lines
}

function defused(cell: string): string {
  return FORMULA.test(cell) || DEFUSED.test(cell) ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
