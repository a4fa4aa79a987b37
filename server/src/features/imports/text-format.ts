import Papa from 'papaparse'
import { RowCutter, type TableRow } from './row-cutter.ts'
import { unreadable } from './unreadable.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How a list of text is to be read. */
export type TextFormat = {
  kind: 'csv' | 'tsv' | 'text'
  encoding: TextEncoding
  delimiter: string
  newline: '\n' | '\r'
  /** A first line `sep=;`, as Excel writes it, is no row. */
  namesDelimiter: boolean
}

/** Enough rows to know what a list's columns hold, and to show how they will be understood. */
export const LOOK_AT_ROWS = 60

/** What quotes cells, or marks a file, parts no cells. */
const NO_DELIMITERS = ['"', '\ufeff']

/** Documents that are text, or begin like it, and are still no list of people. */
const FOREIGN_BEGINNINGS = ['%PDF', '{\\rtf', '<!DOCTYPE', '<!doctype', '<html', '<?xml']

/**
 * Detects a list's format from its beginning: UTF-8, the UTF-16 that spreadsheets save as "Unicode text", or
 * Windows-1252, which older ones save as "CSV"; comma, semicolon, tab, or bar.
 *
 * @param head the file's first bytes; all of them if `isWhole`
 * @param isUtf8 whether the whole file is UTF-8
 * @throws {Refusal} `import_unreadable` if it isn't a text list
 */
export function lookAtText(
  head: Uint8Array,
  { isUtf8, isWhole, isPasted }: { isUtf8: boolean; isWhole: boolean; isPasted: boolean },
): { format: TextFormat; rows: TableRow[] } {
  assertNotForeign(head)
  const encoding = utf16(head) ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(head, { stream: !isWhole })
  assertText(text)
  const named = /^sep=(.)\r?\n/i.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const delimiter = named && !NO_DELIMITERS.includes(named[1]!) ? named[1]! : separatorOf(body)
  const format: TextFormat = {
    kind: isPasted ? 'text' : delimiter === '\t' ? 'tsv' : 'csv',
    encoding,
    delimiter,
    newline: body.includes('\n') || !body.includes('\r') ? '\n' : '\r',
    namesDelimiter: named !== null,
  }
  const cutter = new RowCutter(format, named ? 1 : 0)
  const rows = cutter.cut(body, isWhole).slice(0, LOOK_AT_ROWS)
  if (rows.length === 0 && !isWhole && body.trim() !== '') throw cutter.endless()
  if (rows.length === 0) throw unreadable('empty', 'This list is empty.')
  return { format, rows }
}

export function isWorkbook(head: Uint8Array): boolean {
  return startsWith(head, [0x50, 0x4b, 0x03, 0x04])
}

function assertNotForeign(head: Uint8Array) {
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw unreadable('old_workbook', 'This workbook’s format is too old. Save it as XLSX or CSV.')
  }
  if (FOREIGN_BEGINNINGS.some((beginning) => startsWith(head, [...Buffer.from(beginning)]))) {
    throw unreadable(
      'not_a_list',
      'We can’t read this kind of file. Save your list as CSV and choose that file.',
    )
  }
}

/** UTF-16 says so by its mark; without one, Latin letters leave every other byte empty. */
function utf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const sample = bytes.subarray(0, 200)
  const empty = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) empty[index % 2]! += 1
  })
  const most = sample.length * 0.4
  if (most === 0) return undefined
  if (empty[1]! >= most && empty[0] === 0) return 'utf-16le'
  return empty[0]! >= most && empty[1] === 0 ? 'utf-16be' : undefined
}

/** A stray control character is a cell's own affair; a file full of them is no text. */
function assertText(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  const strange = text.match(/[\x01-\x08\x0e-\x19\x1b-\x1f\x7f]/g)?.length ?? 0
  if (text.includes('\0') || strange > Math.max(40, text.length / 10)) {
    throw unreadable('not_text', 'We can’t read this file as text. Save it as CSV and choose that file.')
  }
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

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}
