import cluster from 'node:cluster'
import type { Config } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { drawEarlierLogos } from './features/files/earlier-logos.ts'
import { makeSetupLink } from './features/setup/setup-links.ts'
import { type Laurel, makeLaurel } from './laurel.ts'
import { observe } from './observe.ts'
import { type Role, readySentence } from './supervise.ts'

const LOOK_EVERY_MS = 5_000
/** A process that uses less than this share of a core rests. */
const REST_SHARE = 0.05
/** A collection takes about 0.1 s, so it must be worth it. */
const WORTH_S = 2

/** Runs the server in this process: alone, or in its role among others. */
export async function runServer(config: Config) {
  const role = (process.env.LAUREL_PROCESS ?? 'server') as Role
  const withWorker = config.withWorker && (role === 'worker' || config.workers === 0)
  // One link is enough, and a server that starts again needs none.
  const isFirst = (cluster.worker?.id ?? 1) === 1
  const { database, observed } = await observe(config, () => openDatabase(config))
  if (config.demoHistory) {
    const { fillDemoHistory } = await import('./demo/history/fill-history.ts')
    await fillDemoHistory(config, database, { say: console.info })
  }
  const laurel = await makeLaurel({ ...config, withWorker }, database, { watch: observed.watch })
  if (role === 'server') await laurel.app.listen({ port: config.port, host: config.host })
  await observed.open(laurel.kit, (cause) => laurel.app.log.error(cause))
  if (role === 'server' && isFirst) void drawEarlierLogos({ ...laurel.kit, log: laurel.app.log })
  if (role === 'server' && isFirst) await printSetupLink(laurel, config)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    observed.endMetrics()
    const closed = laurel.close().finally(() => observed.endTraces())
    closed.then(
      () => process.exit(0),
      (cause) => {
        console.error(cause)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // For the supervisor alone, when a signal is sent to all.
  if (cluster.isWorker) process.on('SIGUSR2', () => {})
  collectAtRest()
  if (cluster.isWorker) process.send!('ready')
  else console.info(readySentence(config))
}

async function printSetupLink({ kit }: Laurel, { publicOrigin }: Config) {
  const link = await makeSetupLink(kit.pool, publicOrigin, kit.now())
  // The starter passes this line on (scripts/start.mjs).
  if (link !== undefined) console.info(`laurel: set up at ${link}`)
}

/** Gives back the memory that starting and busy times took: V8 keeps it until the next work, which may be hours away. */
function collectAtRest() {
  const { gc } = globalThis
  if (gc === undefined) return
  let last = process.cpuUsage()
  let sinceCollectedS = Number.POSITIVE_INFINITY
  setInterval(() => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const usedS = (user + system) / 1e6
    sinceCollectedS += usedS
    if (usedS > (LOOK_EVERY_MS / 1000) * REST_SHARE || sinceCollectedS < WORTH_S) return
    sinceCollectedS = 0
    gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }, LOOK_EVERY_MS).unref()
}
