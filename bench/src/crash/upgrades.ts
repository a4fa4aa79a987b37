import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../stack.ts'
import { openCrashDatabase } from './crash-database.ts'

/** Kills upgrades at random, repeats them, and compares the result. @returns the exit code */
export async function crashUpgrades(options: {
  rounds: string
  seed: string
  isOnPglite: boolean
}): Promise<number> {
  const database = options.isOnPglite ? undefined : await openCrashDatabase(undefined)
  const program = join(ROOT, 'server/src/testing/crash-upgrades.ts')
  const child = spawn(process.execPath, [program, options.rounds, options.seed], {
    env: { ...process.env, TEST_DATABASE_URL: database?.url ?? '' },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  await database?.close()
  return code ?? 1
}
