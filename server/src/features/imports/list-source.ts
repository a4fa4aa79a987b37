import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../files/file-store.ts'
import type { TextFormat } from './text-format.ts'
import { type RowsRead, readTextRows } from './text-rows.ts'

/** How a stored list is read. */
export type ListFormat = TextFormat | { kind: 'xlsx' }

/**
 * The rows of a stored list, in any format.
 *
 * @param copyAt a local path for a copy of a workbook; the caller removes it
 */
export async function* readRows(
  files: Pick<FileStore, 'open'>,
  key: string,
  format: ListFormat,
  copyAt: string,
): AsyncGenerator<RowsRead & { sheet?: string }> {
  if (format.kind !== 'xlsx') {
    yield* readTextRows(await files.open(key), format)
    return
  }
  // A workbook's table of contents is at its end: it is read from a file of this machine.
  await pipeline(await files.open(key), createWriteStream(copyAt, { mode: 0o600 }))
  const { readWorkbookRows } = await import('./workbook-rows.ts')
  yield* readWorkbookRows(copyAt)
}
