import cluster, { type Worker } from 'node:cluster'
import type { Config } from './config.ts'
import { askForMetrics, servePlainMetrics } from './observability/metrics-port.ts'

/** What a process does: answer requests (and jobs, where there are no workers), or work on jobs alone. */
export type Role = 'server' | 'worker'

/** A process that ends is started again after this long; after each quick end the wait doubles. */
const RESTART_MS = { first: 1_000, most: 30_000 }
/** One that ran this long hasn't ended quickly. */
const SOUND_MS = 60_000
/** Longer than a server takes to end its requests and jobs. */
const STOPS_WITHIN_MS = 15_000

/** The starter waits for this line (scripts/start.mjs). */
export function readySentence({ publicOrigin }: Pick<Config, 'publicOrigin'>): string {
  return `laurel: ready ${JSON.stringify({ origin: publicOrigin })}`
}

/**
 * Runs several servers on one port, and workers, until it's told to stop. It opens no database and answers no
 * request: it accepts connections and gives them to the servers in turns.
 */
export async function supervise(config: Pick<Config, 'servers' | 'workers' | 'publicOrigin' | 'metrics'>) {
  let isStopping = false
  let isReady = false
  const children = new Map<Worker, Role>()
  const names = new Map<Worker, string>()
  const replaced = new Set<Worker>()

  function fork(role: Role): Worker {
    const name = freeName(role)
    const child = cluster.fork({ LAUREL_PROCESS: role, LAUREL_PROCESS_NAME: name })
    children.set(child, role)
    names.set(child, name)
    child.once('exit', () => {
      children.delete(child)
      names.delete(child)
      if (isStopping) stopNext()
    })
    return child
  }

  /** Its series in the metrics; a process that replaces another continues them. */
  function freeName(role: Role): string {
    const used = new Set(names.values())
    for (let number = 1; ; number += 1) if (!used.has(`${role}-${number}`)) return `${role}-${number}`
  }

  /** @returns once it is ready for the first time, however often it has to be started */
  function start(role: Role, quickEnds = 0): Promise<void> {
    const began = Date.now()
    const child = fork(role)
    return new Promise((ready) => {
      onReady(child, ready)
      startAgainAfter(child, role, { began, quickEnds, ready })
    })
  }

  function startAgainAfter(
    child: Worker,
    role: Role,
    { began, quickEnds, ready }: { began: number; quickEnds: number; ready(): void },
  ) {
    child.once('exit', (code, signal) => {
      if (isStopping || replaced.delete(child)) return
      // Its own sentence says why: a wrong setting, or no database.
      if (!isReady) process.exit(code || 1)
      const ends = Date.now() - began < SOUND_MS ? quickEnds + 1 : 1
      const waitMs = Math.min(RESTART_MS.first * 2 ** (ends - 1), RESTART_MS.most)
      console.error(`laurel: a ${role} ended (${signal ?? code}) and starts again in ${waitMs / 1_000} s.`)
      setTimeout(() => {
        if (!isStopping) start(role, ends).then(ready)
      }, waitMs)
    })
  }

  /** Replaces every process by a new one, of the code on the disk. Each stops once its successor is ready. */
  async function replaceAll() {
    for (const [child, role] of [...children]) {
      const began = Date.now()
      const next = fork(role)
      const isThere = await new Promise<boolean>((resolve) => {
        onReady(next, () => resolve(true))
        next.once('exit', () => resolve(false))
      })
      if (isStopping) return
      if (!isThere) return console.error(`laurel: a new ${role} didn’t start. The others continue.`)
      startAgainAfter(next, role, { began, quickEnds: 0, ready: () => {} })
      if (child.isDead()) continue
      const hasEnded = new Promise((resolve) => child.once('exit', resolve))
      replaced.add(child)
      child.process.kill('SIGTERM')
      await hasEnded
    }
    console.info('laurel: every process is replaced.')
  }

  /** One server is the last to go: connections that the others end are made anew, and need a server to take them. */
  function stopNext() {
    const [last, ...others] = [...children].filter(([, role]) => role === 'server')
    const isLast = others.length === 0
    for (const [child] of children) if (isLast || child !== last?.[0]) child.process.kill('SIGTERM')
    if (children.size === 0) process.exit(0)
  }

  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      for (const child of children.keys()) child.process.kill('SIGKILL')
    }, STOPS_WITHIN_MS)
    stopNext()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  if (config.metrics !== undefined) {
    await servePlainMetrics(config.metrics, () => askForMetrics([...children.keys()]))
  }
  // The first one migrates the database, and the others find it ready.
  await start('server')
  isReady = true
  await Promise.all([
    ...Array.from({ length: config.servers - 1 }, () => start('server')),
    ...Array.from({ length: config.workers }, () => start('worker')),
  ])
  let replacing = Promise.resolve()
  process.on('SIGUSR2', () => {
    replacing = replacing.then(replaceAll)
  })
  console.info(readySentence(config))
}

function onReady(child: Worker, then: () => void) {
  child.on('message', (message) => {
    if (message === 'ready') then()
  })
}
