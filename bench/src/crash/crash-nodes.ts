import { setTimeout as wait } from 'node:timers/promises'
import { besidePostgres, type Row } from '../database-beside.ts'

/** The PostgreSQL servers of a Citus cluster on this machine. */
export type CrashNodes = {
  /** Kills one with everything that runs there. It recovers from its log, as after a power failure. */
  crashOne(random: () => number): Promise<void>
  untilUp(): Promise<void>
  /** How often each crashed, and what the server answered. @returns rules that were broken, in words */
  findBroken(): string[]
  lines(): string[]
}

const LOOKS_EVERY_MS = 100

/** @param origin whose answers are watched: without a node, they're 503 and say when to try again */
export async function watchNodes(url: string, origin: string): Promise<CrashNodes> {
  const nodes = await besidePostgres(url, (query) =>
    query(
      "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by 1, 2",
    ),
  )
  const urls = nodes.map((node) => urlOf(url, node))
  const crashes = urls.map(() => 0)
  const answers = new Map<number, number>()
  const broken: string[] = []
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (!String(input).startsWith(origin)) return answer
    const { status, headers } = answer
    answers.set(status, (answers.get(status) ?? 0) + 1)
    // The payment provider's faults are answered with 502.
    const isRight =
      status < 500 || status === 502 || (status === 503 && Number(headers.get('retry-after')) > 0)
    if (!isRight) broken.push(`${init?.method ?? 'GET'} ${String(input)} was answered with ${status}`)
    return answer
  }
  return {
    async crashOne(random) {
      const at = Math.floor(random() * urls.length)
      // PostgreSQL ends every process of a server when one of them is killed, and starts again.
      await besidePostgres(urls[at]!, async (query) => {
        const [row] = await query('select pg_backend_pid() as pid')
        process.kill(row.pid, 'SIGKILL')
        await query('select').catch(() => {})
      }).catch(() => {})
      crashes[at]! += 1
    },
    async untilUp() {
      for (const node of urls) while (!(await isUp(node))) await wait(LOOKS_EVERY_MS)
    },
    findBroken: () => broken.splice(0),
    lines: () => [
      ...nodes.map(({ host, port }, at) => `${host}:${port} crashed ${crashes[at]} times`),
      `answers: ${[...answers]
        .sort()
        .map(([status, count]) => `${count} of ${status}`)
        .join(', ')}`,
    ],
  }
}

function urlOf(coordinator: string, { host, port }: Row): string {
  const url = new URL(coordinator)
  url.host = `${host}:${port}`
  return url.href
}

async function isUp(url: string): Promise<boolean> {
  return besidePostgres(url, (query) => query('select')).then(
    () => true,
    () => false,
  )
}
