import { readConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { makeLaurel } from './laurel.ts'
import { runProgram } from './run-program.ts'

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

await runProgram(main)
