import { RowCutter, type TableRow } from './row-cutter.ts'
import type { TextFormat } from './text-format.ts'

/** Rows as they are read, and how many bytes of the file have been read for them. */
export type RowsRead = { rows: TableRow[]; bytesRead: number }

/** @throws {Refusal} `import_unreadable` where the list cannot be read on */
export async function* readTextRows(
  bytes: AsyncIterable<Uint8Array>,
  format: TextFormat,
): AsyncGenerator<RowsRead> {
  const decoder = new TextDecoder(format.encoding)
  const cutter = new RowCutter(format, format.namesDelimiter ? 1 : 0)
  let before = format.namesDelimiter ? '' : undefined
  let bytesRead = 0
  const cut = (text: string, isLast: boolean) => {
    if (before === undefined) return cutter.cut(text, isLast)
    before += text
    const end = before.indexOf('\n')
    if (end === -1) return []
    const body = before.slice(end + 1)
    before = undefined
    return cutter.cut(body, isLast)
  }
  for await (const chunk of bytes) {
    bytesRead += chunk.length
    yield { rows: cut(decoder.decode(chunk, { stream: true }), false), bytesRead }
  }
  yield { rows: cut(decoder.decode(), true), bytesRead }
}
