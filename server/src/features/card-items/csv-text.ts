import { Refusal } from '@laurel/domain/refusal'

/** Documents that are text, or begin like it, and are still no list of people. */
const FOREIGN_BEGINNINGS = ['%PDF', '{\\rtf', '<!DOCTYPE', '<!doctype', '<html', '<?xml']

/**
 * The text of an uploaded list: UTF-8, the UTF-16 that spreadsheets save as "Unicode text", or
 * Windows-1252, which older ones save as "CSV".
 *
 * @throws {Refusal} `import_unreadable` when it is not text at all
 */
export function csvText(bytes: Uint8Array): string {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw unreadable('workbook', 'This is a workbook. Save the sheet as CSV and choose that file.')
  }
  const known = FOREIGN_BEGINNINGS.find((beginning) => startsWith(bytes, [...Buffer.from(beginning)]))
  if (known !== undefined) {
    throw unreadable('not_a_list', 'This is not a list. Save it as CSV and choose that file.')
  }
  const text = decode(bytes)
  assertText(text)
  return text
}

/**
 * Rows pasted from a spreadsheet, as the database can keep them.
 *
 * @throws {Refusal} `import_unreadable` when it is not text at all
 */
export function pastedText(text: string): string {
  assertText(text)
  return text.toWellFormed()
}

export function unreadable(code: string, message: string, field = 'file'): Refusal {
  return new Refusal('import_unreadable', {}, [{ field, code, message }])
}

function decode(bytes: Uint8Array): string {
  const encoding = utf16(bytes)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
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
  return empty[1]! >= most && empty[0] === 0
    ? 'utf-16le'
    : empty[0]! >= most && empty[1] === 0
      ? 'utf-16be'
      : undefined
}

/** Tabs and line ends are the only control characters a list has; a form feed or ^Z at the end is forgiven. */
function assertText(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  if (/[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/.test(text)) {
    throw unreadable('not_text', 'This is not a list of text. Save it as a CSV file and choose it again.')
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}
