import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A stopping server takes a moment, so the next one waits this long. */
const PATIENCE_MS = 5_000
const LOOK_AGAIN_MS = 100

/** Another Laurel has this folder open: PGlite allows one process per folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

/**
 * Locks the data folder for this process by listening on a socket in it. The kernel closes the socket however
 * the process ends, so a killed server never blocks the next one. A process number would: in a container the
 * next server often has the same number.
 *
 * @returns a function that releases it
 * @throws {DataDirInUse} while another process listens
 */
export async function lockDataDir(dataDir: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  const until = Date.now() + patienceMs
  const paths = pathsFor(dataDir)
  for (;;) {
    const path = paths[0]!
    try {
      const server = await listen(path)
      return () => server.close()
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      // The path is too long for a socket, or the file system doesn't support sockets.
      if (code !== 'EADDRINUSE' && paths.length > 1) paths.shift()
      else if (code !== 'EADDRINUSE') throw cause
      else if (await removedDead(path)) continue
      else if (Date.now() < until) await pause(LOOK_AGAIN_MS)
      else throw new DataDirInUse(`${dataDir} is in use by another Laurel. Stop it first, or set DATA_DIR.`)
    }
  }
}

function pathsFor(dataDir: string): string[] {
  const name = `laurel-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`]
  return [join(dataDir, 'laurel.lock'), join(tmpdir(), `${name}.lock`)]
}

function listen(path: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((caller) => caller.destroy())
    server.once('error', fail)
    server.listen(path, () => {
      // The socket doesn't keep the process running.
      server.unref()
      done(server)
    })
  })
}

/** Removes a socket whose process is gone. @returns false if a process still listens */
async function removedDead(path: string): Promise<boolean> {
  const seen = inodeOf(path)
  if (await isAnswered(path)) return false
  // Another process may have replaced it: then it's a different socket.
  if (inodeOf(path) === seen) rmSync(path, { force: true })
  return true
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((done) => {
    const caller = createConnection(path)
    caller.once('connect', () => {
      caller.destroy()
      done(true)
    })
    // Refused or missing: its process is dead. Any other error may mean it's alive.
    caller.once('error', ({ code }: NodeJS.ErrnoException) =>
      done(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    )
  })
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}
