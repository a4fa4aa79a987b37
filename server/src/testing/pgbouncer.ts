import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

export function isPgBouncerInstalled(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0
}

/**
 * A real PgBouncer in transaction mode in front of one database.
 *
 * @param poolSize the connections it opens to PostgreSQL
 */
export async function startPgBouncer(databaseUrl: string, poolSize: number) {
  const to = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'laurel-pgbouncer-'))
  chmodSync(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${to.hostname} port=${to.port || 5432} user=${to.username} password=${to.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  )
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`

  let running: ChildProcess | undefined
  const bouncer = {
    url: url.href,
    async start() {
      // PgBouncer refuses to run as root.
      const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
      running = spawn('pgbouncer', [settings], { ...unprivileged, stdio: 'ignore' })
      while (!(await answers(url.href))) {
        if (running.exitCode !== null) throw new Error(`PgBouncer ended with code ${running.exitCode}`)
        await delay(50)
      }
    },
    /** At once, with transactions open: since 1.23, a SIGTERM waits for the clients to leave. */
    async stop() {
      const ended = new Promise((resolve) => running?.once('exit', resolve))
      if (running?.kill('SIGKILL')) await ended
    },
    async remove() {
      await bouncer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await bouncer.start()
  return bouncer
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
