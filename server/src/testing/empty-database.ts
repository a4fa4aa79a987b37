import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/**
 * Makes the embedded database's empty folder once, for every test that wants a database in memory:
 * making it anew takes some three seconds, reading it half of one. Where it is, stands in
 * `EMPTY_DATABASE`. Run by the test runner before the first test; made once for each version.
 */
export async function setup(): Promise<void> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8'))
  const path = join(tmpdir(), `laurel-empty-database-${version}.tar`)
  if (!existsSync(path)) {
    const pglite = await PGlite.create()
    const image = await pglite.dumpDataDir('none')
    await pglite.close()
    // Whole or not at all: another run may be looking for it.
    const part = `${path}.${process.pid}`
    writeFileSync(part, Buffer.from(await image.arrayBuffer()), { mode: 0o600 })
    renameSync(part, path)
  }
  process.env.EMPTY_DATABASE = path
}
