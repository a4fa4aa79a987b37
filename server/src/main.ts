import cluster from 'node:cluster'
import { checkConfig } from './config.ts'
import { runProgram } from './run-program.ts'
import { reportSettings, settingsTable } from './settings-report.ts'
import { supervise } from './supervise.ts'
import { WrongSetting } from './wrong-setting.ts'

/**
 * Starts the server, or several processes as set, and prints what is connected. Wrong settings stop the start, and one
 * table shows all of them; a service that doesn't answer only appears there.
 */
async function main() {
  const { config, wrong } = checkConfig(process.env)
  if (wrong.length > 0) {
    console.error(settingsTable(await reportSettings(config, wrong)))
    throw new WrongSetting('nothing was started. Correct the settings marked wrong above.')
  }
  if (cluster.isPrimary && !config.demo) {
    void reportSettings(config).then((reports) => console.info(settingsTable(reports)))
  }
  if (cluster.isPrimary && (config.servers > 1 || config.workers > 0)) return supervise(config)
  // A supervisor does without the server's code.
  const { runServer } = await import('./run-server.ts')
  await runServer(config)
}

await runProgram(main)
