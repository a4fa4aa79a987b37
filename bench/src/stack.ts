import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Those of `npm start` (scripts/prepare.mjs). */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--expose-gc']

export type Stack = {
  origin: string
  sandboxOrigin: string
  /** From starting the process to its first accepted connection. */
  startMs: number
  /** The server's resident memory now, in MB. */
  memoryMb(): number
  /** @param before reads the data folder after it's closed and before it's removed */
  stop(before?: (dataDir: string) => Promise<void>): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/** Even a server that fills a demo on a busy machine is ready by then. */
const STARTS_WITHIN_MS = 180_000

/** @throws {Error} if it ends, or isn't ready in time */
export function launch(
  file: string,
  ready: string,
  env: Record<string, string>,
  flags: string[] = [],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...flags, join(ROOT, file)], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'), ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let heard = ''
    child.stdout!.on('data', (chunk) => {
      heard += chunk
      if (!heard.split('\n').some((line) => line.startsWith(ready))) return
      clearTimeout(late)
      resolve(child)
    })
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${file} wasn't ready within ${STARTS_WITHIN_MS / 1000} s`))
    }, STARTS_WITHIN_MS)
    late.unref()
    child.on('exit', (code) => reject(new Error(`${file} ended with code ${code}`)))
  })
}

export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** A process's resident memory. */
export function memoryMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Settings of a server and a sandbox on free ports, without request limits. */
export async function stackSettings(dataDir: string, databaseUrl: string | undefined) {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  return {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    // A fixed secret, so that a kept database works with the next data folder.
    LAUREL_SECRET: 'a-secret-of-the-bench-and-of-nothing-else',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000000',
    DEMO: '1',
    DATABASE_URL: databaseUrl ?? '',
  }
}

/**
 * Server and sandbox as users run them; the second start is timed, with the schema in place.
 *
 * @param prepare changes the database before that, while it's closed
 */
export async function startStack(
  databaseUrl: string | undefined,
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Stack & { pid: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-'))
  const env = await stackSettings(dataDir, databaseUrl)
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  let began = 0
  const start = async () => {
    await end(await launch('server/src/main.ts', 'laurel: ready', env))
    await prepare?.(dataDir)
    began = performance.now()
    return launch('server/src/main.ts', 'laurel: ready', env, SERVER_FLAGS)
  }
  const server = await start().catch(async (cause: unknown) => {
    // The sandbox would keep this process running.
    await end(sandbox)
    rmSync(dataDir, { recursive: true, force: true })
    throw cause
  })
  const startMs = performance.now() - began
  return {
    origin: `http://127.0.0.1:${env.PORT}`,
    sandboxOrigin: `http://127.0.0.1:${env.SANDBOX_PORT}`,
    startMs,
    pid: server.pid!,
    memoryMb: () => memoryMbOf(server.pid!),
    stop: async (before) => {
      await Promise.all([end(server), end(sandbox)])
      await before?.(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
