import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFileStore } from '../files/local-file-store.ts'
import type { ImportKit } from './imports.service.ts'

/** What imports need, on a folder of the test's own; what is promised to a job is noted, not done. */
export async function testingImports(pool: ImportKit['pool']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-imports-'))
  const settings = { dataDir, filesUrl: undefined }
  const files = await makeFileStore(settings)
  const promised: number[] = []
  const kit: ImportKit = {
    pool,
    files,
    settings,
    batchRows: 500,
    promise: async (_db, _siteId, id) => void promised.push(id),
  }
  /** A file as the server has it once it has come in. */
  const stored = async (content: string | Uint8Array, name = 'people.csv') => {
    const bytes = Buffer.from(content as Uint8Array)
    const key = randomUUID().replaceAll('-', '')
    await files.put(key, bytes)
    return {
      key,
      name,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('base64url'),
      head: bytes.subarray(0, 256 * 1024),
      isUtf8: isUtf8(bytes),
      keep: () => {},
    }
  }
  return { kit, promised, stored, close: () => rmSync(dataDir, { recursive: true, force: true }) }
}
