import { connect, createServer, type Socket } from 'node:net'
import { makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import { type Catalog, placeOrder, readCatalog, type Timed } from './orders.ts'
import type { Stack } from './stack.ts'

const ORDERS = 20

type Counts = { queries: number; transactions: number; packets: number }

/**
 * A way to the database that counts what is sent: queries without `begin` and `commit`, transactions, and
 * packets (queries that are sent together share one).
 *
 * @param withJobs counts the job queue's own queries too, which run by the clock
 */
export async function countOnTheWay(databaseUrl: string, withJobs = false) {
  const { hostname, port } = new URL(databaseUrl)
  let counts: Counts = { queries: 0, transactions: 0, packets: 0 }
  const texts = new Map<string, number>()
  const sockets = new Set<Socket>()

  function onQuery(text: string) {
    if (!withJobs && /\bpgboss"?\./.test(text)) return
    if (/^(begin|start transaction)/i.test(text)) counts.transactions += 1
    else if (!/^(commit|rollback|savepoint|release)/i.test(text)) {
      counts.queries += 1
      texts.set(text, (texts.get(text) ?? 0) + 1)
    }
  }

  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname)
    const read = makeReader(onQuery)
    for (const socket of [client, server]) {
      sockets.add(socket)
      // Waiting for more to send would count as the database's time.
      socket.setNoDelay()
      socket.on('error', () => [client, server].map((one) => one.destroy()))
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => {
      const before = counts.queries
      read(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      if (counts.queries > before) counts.packets += 1
    })
    client.pipe(server)
    server.pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  return {
    url: url.href,
    /** What was counted since the last call. */
    take(): Counts {
      const taken = counts
      counts = { queries: 0, transactions: 0, packets: 0 }
      return taken
    },
    /** The most frequent queries since the last call, most frequent first. */
    takeTexts(): Array<[text: string, times: number]> {
      const taken = [...texts].toSorted(([, a], [, b]) => b - a)
      texts.clear()
      return taken
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

/**
 * Reads what a client sends, message by message.
 *
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function makeReader(onQuery: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  let bound = ''
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false

  function onMessage(type: string, body: Buffer) {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'P') prepared.set(first, second)
    else if (type === 'B') bound = prepared.get(second) ?? ''
    else if (type === 'E') onQuery(bound)
    else if (type === 'Q') for (const text of first.split(';')) if (text.trim()) onQuery(text.trim())
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message has no type.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      if (isStarted) onMessage(String.fromCharCode(rest[0]!), rest.subarray(5, end))
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}

/** The queries of one whole order by one customer: the median of some, for each call. */
export async function benchQueries(stack: Stack, counter: Awaited<ReturnType<typeof countOnTheWay>>) {
  const { call } = await makeCustomer(stack)
  const catalog: Catalog = await readCatalog(call)
  await placeOrder(call, catalog, (_, work) => work())

  const steps = new Map<string, Counts[]>()
  const timed: Timed = async (step, work) => {
    counter.take()
    const result = await work()
    steps.set(step, [...(steps.get(step) ?? []), counter.take()])
    return result
  }
  counter.takeTexts()
  for (let i = 0; i < ORDERS; i++) await placeOrder(call, catalog, timed)
  const medians = [...steps].map(([step, all]) => ({
    step,
    queries: percentile(
      all.map(({ queries }) => queries),
      0.5,
    ),
    transactions: percentile(
      all.map(({ transactions }) => transactions),
      0.5,
    ),
    packets: percentile(
      all.map(({ packets }) => packets),
      0.5,
    ),
  }))
  const sum = (of: keyof Counts) => medians.reduce((total, row) => total + row[of], 0)
  return {
    steps: medians,
    whole: {
      step: 'whole order',
      queries: sum('queries'),
      transactions: sum('transactions'),
      packets: sum('packets'),
    },
    repeated: counter
      .takeTexts()
      .slice(0, 30)
      .map(([text, times]) => ({
        perOrder: times / ORDERS,
        text: text.replaceAll(/\s+/g, ' ').slice(0, 160),
      })),
  }
}
