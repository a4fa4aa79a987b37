import { makeCustomer } from '../customers.ts'
import { end, launch, type Stack } from '../stack.ts'
import type { CrashDatabase } from './crash-database.ts'
import { crashEnv } from './crash-env.ts'
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
  whileItLives: (shop: { origin: string; colleague: Colleague; stack: Stack }) => Promise<void>,
): Promise<Stage> {
  const { env: shop, origin, sandboxOrigin } = await crashEnv(dataDir, database)
  const env = { ...shop, USPS_CALLS_PER_HOUR: '1000000', WEBHOOKS_TO_PRIVATE_HOSTS: '1' }
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  // Fills the demo in; the operator's command then needs the database for itself.
  await (await startCrashServer(env)).kill()
  const invited = inviteOwner(env)
  const server = await startCrashServer(env)
  const colleague = await enterOffice(origin, invited)
  const stack = { origin, sandboxOrigin, startMs: 0, memoryMb: () => 0, stop: async () => {} }
  const like = await placeOrder(await makeCustomer(stack), sandboxOrigin)
  await whileItLives({ origin, colleague, stack })
  await server.kill()
  // Its own card is not this harness's.
  await database.run((query) => query(`update orders set number = 'like' where id = ${like}`))
  return { env, database, origin, sandboxOrigin, colleague, like, close: () => end(sandbox) }
}
