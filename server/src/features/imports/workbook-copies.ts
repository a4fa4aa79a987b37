import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'laurel-workbook-'
/** No workbook is read for this long. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000

/** Where a workbook of the store is copied to while it is read. */
export function workbookCopy(): string {
  return join(tmpdir(), `${PREFIX}${randomUUID()}`)
}

/** Removes copies that a process which was killed has left. */
export async function removeOldCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    // Another process may remove it first.
    const file = await stat(path).catch(() => undefined)
    if (file?.isFile() && file.mtimeMs < Date.now() - LEFT_OVER_MS)
      await rm(path, { force: true }).catch(() => {})
  }
}
