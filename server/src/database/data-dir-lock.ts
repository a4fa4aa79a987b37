import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A killed process takes a moment to be gone; whoever starts the next one at once is not turned away. */
const PATIENCE_MS = 5_000
const LOOK_AGAIN_MS = 100

/** Another Laurel has this folder open: PGlite is one process per folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

/**
 * Takes the data folder for this process alone. Waits a moment for one that is about to be given back.
 *
 * @returns a function that gives it back
 * @throws {DataDirInUse} while the process that holds it lives
 */
export async function lockDataDir(dataDir: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return takeDataDir(dataDir)
    } catch (cause) {
      if (!(cause instanceof DataDirInUse) || Date.now() >= until) throw cause
      await pause(LOOK_AGAIN_MS)
    }
  }
}

function takeDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'laurel.pid')
  if (!tryLock(path)) {
    const holder = Number(readFileSync(path, 'utf8'))
    if (isAlive(holder)) {
      throw new DataDirInUse(`${dataDir} is in use by process ${holder}. Stop it first, or set DATA_DIR.`)
    }
    // The holder was killed: its file is all that is left of it.
    rmSync(path, { force: true })
    if (!tryLock(path)) throw new DataDirInUse(`${dataDir} was taken by another process just now.`)
  }
  return () => rmSync(path, { force: true })
}

function tryLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}
