import { setTimeout as wait } from 'node:timers/promises'
import { besidePostgres, type Row } from '../database-beside.ts'

/** The PostgreSQL servers of a Citus cluster on this machine. */
export type CrashNodes = {
  /** Kills one with everything that runs there. It recovers from its log, as after a power failure. */
  crashOne(random: () => number): Promise<void>
  untilUp(): Promise<void>
  /** @returns answers that weren't allowed, in words */
  findBroken(): string[]
  /** How often each node crashed, and how the server answered. */
  lines(): string[]
}

const LOOKS_EVERY_MS = 100

/** @param origin the server to watch: while a node is down, it answers 503 and says when to try again */
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

/**
 * Adds a node to the cluster and moves shards there, while servers work.
 *
 * @param address of a PostgreSQL with Citus, which lets the others log in
 * @throws {Error} if shards couldn't be moved
 * @returns how many were
 */
export async function addNode(url: string, address: string): Promise<number> {
  const [host, port] = address.split(':')
  const node = urlOf(url, { host, port })
  const { pathname } = new URL(url)
  const bare = new URL(node)
  bare.pathname = '/postgres'
  await besidePostgres(bare.href, (query) => query(`create database ${pathname.slice(1)}`))
  await besidePostgres(node, (query) => query('create extension citus'))
  // A connection that a crashing node ended is opened again.
  const ask = (text: string) => besidePostgres(url, (query) => query(text))
  await ask(`select citus_add_node('${host}', ${port})`)
  await ask(`select citus_rebalance_start(shard_transfer_mode := 'block_writes')`)
  for (;;) {
    const [job] = await ask('select state::text from citus_rebalance_status()')
    if (job.state === 'finished') break
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`rebalancing ${job.state}`)
    await wait(LOOKS_EVERY_MS)
  }
  const [placed] = await ask(
    `select count(*) as shards from pg_dist_placement p join pg_dist_node n using (groupid) join pg_dist_shard s
      using (shardid) join pg_dist_partition t using (logicalrelid) where n.nodeport = ${port} and t.partmethod = 'h'`,
  )
  return Number(placed.shards)
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
