import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** A stopping server takes a moment, so the next one waits this long. */
const PATIENCE_MS = 5_000
const LOOK_AGAIN_MS = 100

/** Another Laurel has this folder open: PGlite allows one process per folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

/**
 * A call that commands of the same user may make to the process that has the folder: a name, and the rest in JSON.
 *
 * @param gone is aborted once the caller hangs up
 */
export type FolderCalls = Map<string, (asked: unknown, gone: AbortSignal) => Promise<unknown>>

/**
 * Locks the data folder for this process by listening on a socket in it. The kernel closes the socket however
 * the process ends, so a killed server never blocks the next one. A process number would: in a container the
 * next server often has the same number.
 *
 * @returns a function that releases it
 * @throws {DataDirInUse} while another process listens
 */
export async function lockDataDir(
  dataDir: string,
  patienceMs = PATIENCE_MS,
  calls: FolderCalls = new Map(),
): Promise<() => void> {
  const until = Date.now() + patienceMs
  const paths = pathsFor(dataDir)
  for (;;) {
    const path = paths[0]!
    try {
      const server = await listen(path, calls)
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

function listen(path: string, calls: FolderCalls): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((caller) => void answer(caller, calls))
    server.once('error', fail)
    server.listen(path, () => {
      // The socket doesn't keep the process running.
      server.unref()
      if (process.platform !== 'win32') chmodSync(path, 0o600)
      done(server)
    })
  })
}

/** Answers each line of a caller with one line. */
async function answer(caller: Socket, calls: FolderCalls): Promise<void> {
  caller.unref()
  const gone = new AbortController()
  caller.on('error', () => caller.destroy())
  caller.on('close', () => gone.abort())
  for await (const line of createInterface({ input: caller })) {
    const told = await answerTo(line, calls, gone.signal).catch((cause: Error) => ({ error: cause.message }))
    if (!caller.destroyed) caller.write(`${JSON.stringify(told)}\n`)
  }
}

async function answerTo(line: string, calls: FolderCalls, gone: AbortSignal) {
  const { call, asked }: { call: string; asked?: unknown } = JSON.parse(line)
  const found = calls.get(call)
  if (found === undefined)
    throw new Error(`The running Laurel doesn’t know ${call}. It may be an earlier version.`)
  return { told: (await found(asked, gone)) ?? null }
}

export type FolderCaller = {
  call(name: string, asked?: unknown): Promise<unknown>
  hangUp(): void
}

/** Calls the process that has the folder open. @returns undefined if none has */
export async function callDataDir(dataDir: string): Promise<FolderCaller | undefined> {
  for (const path of pathsFor(dataDir)) {
    const socket = isTrusted(path, dataDir) ? await connect(path) : undefined
    if (socket === undefined) continue
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    return {
      async call(name, asked) {
        socket.write(`${JSON.stringify({ call: name, asked })}\n`)
        const { value, done } = await lines.next()
        if (done)
          throw new DataDirInUse(
            'The running Laurel stopped, or is an earlier version. Stop it, and try again.',
          )
        const { told, error }: { told?: unknown; error?: string } = JSON.parse(value)
        if (error !== undefined) throw new Error(error)
        return told
      },
      hangUp: () => socket.destroy(),
    }
  }
  return undefined
}

/**
 * Anyone can listen in the folder for temporary files, and what is answered is believed: a backup would be one of their
 * database. The folder's owner, this user, and root are trusted.
 */
function isTrusted(path: string, dataDir: string): boolean {
  if (process.platform === 'win32') return true
  const listener = lstatSync(path, { throwIfNoEntry: false })?.uid
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  return listener !== undefined && [owner, process.getuid?.(), 0].includes(listener)
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = createConnection(path)
    socket.once('connect', () => done(socket))
    socket.on('error', () => done(undefined))
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
