/** Checks all settings and prints what is connected, without starting anything: `npm run settings`. */
import { checkConfig } from '../config.ts'
import { runProgram } from '../run-program.ts'
import { reportSettings, settingsTable } from '../settings-report.ts'

await runProgram(async () => {
  const { config, wrong } = checkConfig(process.env)
  const reports = await reportSettings(config, wrong)
  console.info(settingsTable(reports))
  process.exit(reports.some(({ state }) => state === 'wrong') ? 1 : 0)
})
