import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Starts one of the project's programs and waits until it prints a line that starts like this. A shop has an embedded
 * database of its own if `env` names none.
 */
export function launch(
  file: string,
  ready: string,
  env: Record<string, string>,
  hear: (line: string) => void = () => {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, file)], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let heard = ''
    child.stdout!.on('data', (chunk) => {
      heard += chunk
      const lines = heard.split('\n')
      if (!lines.some((line) => line.startsWith(ready))) return
      lines.forEach(hear)
      resolve(child)
    })
    child.on('exit', (code) => reject(new Error(`${file} ended with code ${code}`)))
  })
}

/** The product as users get it: server and sandbox on free ports, with the demo in a new folder. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function startStack() {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-journeys-'))
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // A journey serves a list's file on this machine.
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
    DATABASE_URL: process.env.DATABASE_URL ?? '',
  }
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  const server = await launch('server/src/main.ts', 'laurel: ready', env)
  process.env.SHOP_PORT = String(port)
  process.env.SHOP_DATA_DIR = dataDir
  // Other shops that a journey starts share this sandbox.
  process.env.SANDBOX_PORT = String(sandboxPort)
  process.env.SANDBOX_SMTP_PORT = String(smtpPort)
  process.env.SANDBOX_ORIGIN = `http://localhost:${sandboxPort}`

  return async () => {
    const ended = [sandbox, server].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    sandbox.kill('SIGTERM')
    server.kill('SIGTERM')
    await Promise.all(ended)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
