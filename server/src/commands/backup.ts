/**
 * Backs up the database, the files, and the secret, also while servers run: `npm run backup`, or
 * `npm run backup -- FILE` for a file other than the next one in BACKUP_URL.
 */
import { askPassphrase } from '../backup/ask-passphrase.ts'
import { readConfig } from '../config.ts'
import { runBackup } from '../features/system/run-backup.ts'
import { runProgram } from '../run-program.ts'

await runProgram(async () => {
  const [file] = process.argv.slice(2)
  const config = readConfig(process.env)
  const passphrase = await askPassphrase(config.backup.passphrase, { twice: true })
  const done = await runBackup(config, passphrase, file)
  const count = (value: number) => value.toLocaleString('en-US')
  console.info(
    `Backed up ${count(done.rows)} rows of ${done.tables} tables and ${count(done.files)} files ` +
      `to ${done.address} (${(done.bytes / 1e6).toFixed(1)} MB).`,
  )
  if (done.removed > 0)
    console.info(`Deleted ${done.removed} older backups; BACKUP_KEEP is ${config.backup.keep}.`)
  const last = done.lastVerified?.toISOString().slice(0, 10)
  console.info(
    `${last ? `The last verified restore was on ${last}.` : 'No restore was verified yet.'} ` +
      `To verify this backup: npm run restore -- ${file ?? done.address} --check`,
  )
})
