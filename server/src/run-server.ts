import cluster from 'node:cluster'
import type { Config } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { makeLaurel } from './laurel.ts'
import { type Role, readySentence } from './supervise.ts'

/** Runs the server in this process: alone, or in its role among others. */
export async function runServer(config: Config) {
  const role = (process.env.LAUREL_PROCESS ?? 'server') as Role
  const withWorker = config.withWorker && (role === 'worker' || config.workers === 0)
  const database = await openDatabase(config)
  const laurel = await makeLaurel({ ...config, withWorker }, database)
  if (role === 'server') await laurel.app.listen({ port: config.port, host: config.host })

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
  if (cluster.isWorker) process.send!('ready')
  else console.info(readySentence(config))
}
