import cluster from 'node:cluster'
import { readConfig } from './config.ts'
import { runProgram } from './run-program.ts'
import { supervise } from './supervise.ts'

/** Starts the server, or several processes as set; a wrong setting stops the start in one sentence. */
async function main() {
  const config = readConfig(process.env)
  if (cluster.isPrimary && (config.servers > 1 || config.workers > 0)) return supervise(config)
  // A supervisor does without the server's code.
  const { runServer } = await import('./run-server.ts')
  await runServer(config)
}

await runProgram(main)
