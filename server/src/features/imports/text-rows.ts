import { isUtf8 } from 'node:buffer'
import { setImmediate as turn } from 'node:timers/promises'
import { RowCutter, type TableRow } from './row-cutter.ts'
import { lookAtText, type TextFormat } from './text-format.ts'

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

const HEAD_BYTES = 256 * 1024
const PIECE_BYTES = 64 * 1024

/**
 * The rows of a text in memory, up to one more than the limit. Other requests can run between its chunks.
 *
 * @throws {Refusal} `import_unreadable`
 */
export async function readFewRows(
  bytes: Buffer,
  { limit, isPasted }: { limit: number; isPasted: boolean },
): Promise<TableRow[]> {
  const { format } = lookAtText(bytes.subarray(0, HEAD_BYTES), {
    isUtf8: isUtf8(bytes),
    isWhole: bytes.length <= HEAD_BYTES,
    isPasted,
  })
  const rows: TableRow[] = []
  for await (const read of readTextRows(inPieces(bytes), format)) {
    for (const row of read.rows) {
      rows.push(row)
      if (rows.length > limit) return rows
    }
  }
  return rows
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield bytes.subarray(from, from + PIECE_BYTES)
    await turn()
  }
}
