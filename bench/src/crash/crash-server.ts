import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '../stack.ts'

const READY_WITHIN_MS = 120_000
/** How long the others continue once one of several processes has died: it starts again after a second. */
const OTHERS_LIVE_MS = 4_000
const LOOKS_EVERY_MS = 20

export type CrashServer = {
  /** Kills every process at once. @throws {Error} if it ended on its own, other than by SIGKILL */
  kill(): Promise<void>
  /** Kills one of several processes; does nothing if there is only one. */
  killOne(random: () => number): void
  isDead(): boolean
  /** It crashed; of several processes, one did, and the others have gone on for a while. */
  whenDead: Promise<void>
}

/** `SERVERS=2 WORKERS=2 npm run crash` runs several processes, of which any may die. */
const IS_ONE_OF_MANY = Number(process.env.SERVERS ?? 1) > 1 || Number(process.env.WORKERS ?? 0) > 0

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
    // A supervisor says which process ended: all the time, here.
    stdio: ['ignore', 'pipe', IS_ONE_OF_MANY && !process.env.CRASH_LOG ? 'ignore' : 'inherit'],
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const whenEnded = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([saysReady(child), whenEnded])
  const endedWith = () => `it ended with ${child.signalCode ?? child.exitCode}`
  const mayCrash = env.CRASH_AT !== undefined || env.CRASH_AT_FILE !== undefined
  if (hasEnded() && !mayCrash) throw new Error(`the server did not start: ${endedWith()}`)
  const first = childrenOf(child.pid!)
  let isDead = false
  const whenDead = Promise.race([whenEnded, IS_ONE_OF_MANY ? untilOneDies(first, hasEnded) : whenEnded]).then(
    () => {
      isDead = true
    },
  )
  return {
    whenDead,
    isDead: () => isDead || hasEnded(),
    killOne(random) {
      const living = IS_ONE_OF_MANY && !hasEnded() ? [child.pid!, ...childrenOf(child.pid!)] : []
      if (living.length > 0) killQuietly(living[Math.floor(random() * living.length)]!)
    },
    async kill() {
      const others = new Set([...first, ...childrenOf(child.pid!)])
      child.kill('SIGKILL')
      for (const pid of others) killQuietly(pid)
      await whenEnded
      while ([...others].some(isAlive)) await wait(LOOKS_EVERY_MS)
      if (child.signalCode !== 'SIGKILL' && !IS_ONE_OF_MANY) {
        throw new Error(`the server was not killed: ${endedWith()}`)
      }
    },
  }
}

async function untilOneDies(processes: readonly number[], hasEnded: () => boolean): Promise<void> {
  while (!hasEnded() && processes.every(isAlive)) await wait(LOOKS_EVERY_MS, undefined, { ref: false })
  if (!hasEnded()) await wait(OTHERS_LIVE_MS, undefined, { ref: false })
}

/** The servers and workers below a supervisor; the makers below a single server. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** A process that ended but wasn't collected yet is dead too. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It died first.
  }
}

function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), READY_WITHIN_MS)
    let heard = ''
    child.stdout!.on('data', (chunk) => {
      if (process.env.CRASH_LOG) process.stdout.write(chunk)
      heard += chunk
      if (!heard.includes('laurel: ready')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', () => clearTimeout(timer))
  })
}
