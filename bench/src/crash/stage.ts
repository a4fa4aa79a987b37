import { join } from 'node:path'
import { makeCustomer } from '../customers.ts'
import { end, freePort, launch } from '../stack.ts'
import type { CrashDatabase } from './crash-database.ts'
import { startCrashServer } from './crash-server.ts'
import { type Colleague, enterOffice, inviteOwner } from './office.ts'
import { placeOrder } from './place-order.ts'

/** Everything that outlives a server. */
export type Stage = {
  env: Record<string, string>
  database: CrashDatabase
  origin: string
  sandboxOrigin: string
  colleague: Colleague
  /** The order that all others are like: one digital card item, ordered and paid as customers do. */
  like: number
  close(): Promise<void>
}

/**
 * A shop that is filled in, with somebody in its office and the sandbox beside it; its server is dead.
 *
 * @param whileItLives what else is set up by asking the server, before it is killed
 */
export async function setStage(
  dataDir: string,
  database: CrashDatabase,
  whileItLives: (office: { origin: string; colleague: Colleague }) => Promise<void>,
): Promise<Stage> {
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    DATA_DIR: join(dataDir, 'server'),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000000',
    USPS_CALLS_PER_HOUR: '1000000',
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
    DEMO: '1',
    DATABASE_URL: database.url ?? '',
  }
  const origin = `http://localhost:${port}`
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  // Fills the demo in; the operator's command then needs the database for itself.
  await (await startCrashServer(env)).kill()
  const invited = inviteOwner(env)
  const server = await startCrashServer(env)
  const colleague = await enterOffice(origin, invited)
  const stack = { origin, sandboxOrigin, startMs: 0, memoryMb: () => 0, stop: async () => {} }
  const like = await placeOrder(await makeCustomer(stack), sandboxOrigin)
  await whileItLives({ origin, colleague })
  await server.kill()
  // Its own card is not this harness's.
  await database.run((query) => query(`update orders set number = 'like' where id = ${like}`))
  return { env, database, origin, sandboxOrigin, colleague, like, close: () => end(sandbox) }
}
