import { MigrationRefused } from '@laurel/identity'
import { readConfig, WrongSetting } from './config.ts'
import { DataDirInUse } from './database/data-dir-lock.ts'
import { openDatabase } from './database/open-database.ts'
import { makeLaurel } from './laurel.ts'

/** Starts the server and says where it is; a wrong setting stops the start in one sentence. */
async function main() {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const laurel = await makeLaurel(config, database)
  await laurel.app.listen({ port: config.port, host: config.host })

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    laurel.close().then(
      () => process.exit(0),
      (cause) => {
        console.error(cause)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The starter waits for this line (scripts/start.mjs).
  console.info(`laurel: ready ${JSON.stringify({ origin: config.publicOrigin })}`)
}

main().catch((cause: unknown) => {
  console.error(sentence(cause) ?? cause)
  process.exit(1)
})

/** An error an operator can act on, as one sentence; other errors are shown in full. */
function sentence(cause: unknown): string | undefined {
  const isPlain = [WrongSetting, DataDirInUse, MigrationRefused].some((kind) => cause instanceof kind)
  if (isPlain) return `laurel: ${(cause as Error).message}`
  const { code, port } = cause as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `laurel: port ${port} is in use. Stop what uses it, or set PORT.`
  return undefined
}
