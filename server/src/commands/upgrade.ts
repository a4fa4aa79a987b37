/** Backs up, upgrades the database, and checks that the server is ready; otherwise undoes it: `npm run upgrade`. */
import { askPassphrase } from '../backup/ask-passphrase.ts'
import { readConfig } from '../config.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { runUpgrade } from '../features/system/run-upgrade.ts'
import { makeLaurel } from '../laurel.ts'
import { runProgram } from '../run-program.ts'

async function assertReady(config: ReturnType<typeof readConfig>, database: OpenDatabase) {
  const laurel = await makeLaurel(
    { ...config, demo: false, withWorker: false, logLevel: 'silent', redisUrl: undefined },
    database,
  ).catch(async (cause) => {
    await database.close().catch(() => {})
    throw cause
  })
  try {
    const { statusCode, body } = await laurel.app.inject('/health/ready')
    if (statusCode !== 200) throw new Error(`the server isn’t ready: ${body}`)
  } finally {
    await laurel.close()
  }
}

await runProgram(async () => {
  const config = readConfig(process.env)
  const passphrase = await askPassphrase(config.backup.passphrase, { twice: true })
  await runUpgrade({ config, passphrase, assertReady, say: (sentence) => console.info(sentence) })
})
