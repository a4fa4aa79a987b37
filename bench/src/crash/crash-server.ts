import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../stack.ts'

const READY_WITHIN_MS = 120_000

export type CrashServer = {
  /** @throws {Error} if it ended on its own, other than by SIGKILL */
  kill(): Promise<void>
  isDead(): boolean
  whenDead: Promise<void>
}

/**
 * Starts a server that crashes at `CRASH_AT` or `CRASH_AT_FILE`; resolves once it serves, or has crashed before
 * that.
 */
export async function startCrashServer(env: Record<string, string>): Promise<CrashServer> {
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: {
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      ...process.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const whenDead = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([saysReady(child), whenDead])
  return {
    whenDead,
    isDead: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      child.kill('SIGKILL')
      await whenDead
      if (child.signalCode !== 'SIGKILL') {
        throw new Error(`the server was not killed: it ended with ${child.signalCode ?? child.exitCode}`)
      }
    },
  }
}

function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), READY_WITHIN_MS)
    let heard = ''
    child.stdout!.on('data', (chunk) => {
      heard += chunk
      if (!heard.includes('laurel: ready')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', () => clearTimeout(timer))
  })
}
