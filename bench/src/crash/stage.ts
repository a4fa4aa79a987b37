import { makeCustomer } from '../customers.ts'
import { end, launch, type Stack } from '../stack.ts'
import type { CrashDatabase } from './crash-database.ts'
import { crashEnv } from './crash-env.ts'
import { startCrashServer } from './crash-server.ts'
import { type Colleague, enterOffice, inviteOwner } from './office.ts'
import { placePaidOrder } from './place-order.ts'

/** Everything that outlives a server. */
export type Stage = {
  env: Record<string, string>
  database: CrashDatabase
  origin: string
  sandboxOrigin: string
  colleague: Colleague
  /** The order that all others copy: one digital card item, ordered and paid as customers do. */
  like: number
  close(): Promise<void>
}

/**
 * A filled shop with a staff member and the sandbox; its server is down.
 *
 * @param whileItLives further setup through the server, before it's killed
 */
export async function setStage(
  dataDir: string,
  database: CrashDatabase,
  whileItLives: (shop: { origin: string; colleague: Colleague; stack: Stack }) => Promise<void>,
): Promise<Stage> {
  const { env: shop, origin, sandboxOrigin } = await crashEnv(dataDir, database)
  const env = { ...shop, USPS_CALLS_PER_HOUR: '1000000', WEBHOOKS_TO_PRIVATE_HOSTS: '1' }
  const sandbox = await launch('sandbox/src/main.ts', 'Sandbox: ', env)
  // Creates the demo; the operator's command then needs the database to itself.
  await (await startCrashServer(env)).kill()
  const invited = inviteOwner(env)
  const server = await startCrashServer(env)
  const colleague = await enterOffice(origin, invited)
  const stack = { origin, sandboxOrigin, startMs: 0, memoryMb: () => 0, stop: async () => {} }
  const like = await placePaidOrder(await makeCustomer(stack), sandboxOrigin)
  await whileItLives({ origin, colleague, stack })
  await server.kill()
  // Its own card isn't part of this harness.
  await database.run((query) => query(`update orders set number = 'like' where id = ${like}`))
  return { env, database, origin, sandboxOrigin, colleague, like, close: () => end(sandbox) }
}
