/**
 * Restores a backup into an empty database and an empty DATA_DIR: `npm run restore -- FILE`. With `--check`, restores
 * it to a temporary folder instead, looks for damage, deletes the folder, and records the verified restore.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openArchive } from '../backup/archive.ts'
import { askPassphrase } from '../backup/ask-passphrase.ts'
import { readBackup } from '../backup/place.ts'
import { type RestoreTarget, restoreBackup } from '../backup/restore-backup.ts'
import { readConfig } from '../config.ts'
import { applyErasures } from '../features/privacy/apply-erasures.ts'
import { readErasedKeys } from '../features/privacy/erased-keys.ts'
import { type Inspection, inspectRestored } from '../features/system/inspect-restored.ts'
import { recordVerified } from '../features/system/record-verified.ts'
import { runProgram } from '../run-program.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const [file] = positionals
if (file === undefined || positionals.length > 1) {
  console.error('Specify one backup: npm run restore -- FILE, or npm run restore -- FILE --check')
  process.exit(1)
}

await runProgram(async () => {
  const config = readConfig(process.env)
  const scratch = values.check ? await mkdtemp(join(tmpdir(), 'laurel-check-')) : undefined
  const removeScratch = async () => {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => removeScratch().finally(() => process.exit(1)))
  }
  try {
    const archive = await openArchive(await readBackup(file))
    const { header } = archive
    const passphrase = await askPassphrase(config.backup.passphrase)
    const target: RestoreTarget =
      scratch === undefined
        ? config
        : { dataDir: scratch, databaseUrl: undefined, filesUrl: undefined, secret: undefined }
    let found: Inspection | undefined
    let erased = 0
    const { rows, tables, files } = await restoreBackup(archive, passphrase, target, async (restored) => {
      // People who were erased since the backup are in it. A check does the same, to know that it can be done.
      erased = await applyErasures(restored, await readErasedKeys(file, config.backup.url))
      found = await inspectRestored(restored)
    })
    const count = (value: number) => value.toLocaleString('en-US')
    console.info(
      `${values.check ? 'Checked' : 'Restored'} ${count(rows)} rows of ${tables} tables and ` +
        `${count(files)} files, backed up on ${header.created_at} by Laurel ${header.version}. The ledgers and audit ` +
        `logs of ${found!.sites === 1 ? '1 site' : `${found!.sites} sites`} are intact.`,
    )
    if (found!.missing > 0) {
      console.warn(`${count(found!.missing)} files aren’t in the backup: they were deleted or lost before.`)
    }
    if (erased > 0) {
      const people =
        erased === 1 ? '1 person who had been erased was' : `${count(erased)} people who had been erased were`
      console.info(`${people} erased again${values.check ? ' in the temporary folder' : ''}.`)
    }
    if (values.check) await recordVerified(config, header)
    else console.info('Start the server now. Emails that were waiting will be sent.')
  } finally {
    await removeScratch()
  }
})
